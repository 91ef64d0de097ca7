/** Lists that are missing, or contain values that are not records: reported, and never treated as an empty result. */
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { errorOf, runScripted } from "./scripted-service.ts";
import { BASE_URL, runWords } from "./world.ts";

const TASK = { properties: { taskingrequestId: "t-1", taskingrequestName: "etna" } };

it("P16 ERRORS-12 values that are not records are counted among the tasks, and the page counts as full", async () => {
  const full = [TASK, 1, null];
  const run = await runScripted("search tasks --all --page-size 3 --output id", {
    "POST /tasks/search": [{ body: { results: full } }, { body: { results: [] } }],
  });
  expect(run).toMatchObject({ exitCode: 0, stdout: "t-1\n" });
  expect(run.stderr).toContain("2 of the entries of page 1 are not records and were skipped");
  expect(run.requests.length).toBe(2);
});

it("P16 ERRORS-12 a request in review without an id is counted, and not among those to decide", async () => {
  const run = await runScripted("approvals list --output csv --columns id", {
    "POST /tasks/search": [{ body: { results: [{ type: "Feature", properties: null }, TASK] } }],
    "POST /repeat-requests/search": [{ body: { results: [{ type: "Feature", properties: null }] } }],
    "GET /task/t-1": [{ body: TASK }],
  });
  expect(run.stdout.trim().split(/\r?\n/)).toEqual(["id", "t-1"]);
  expect(run.stderr).toContain("Warning: tasks in review without an id were skipped: 1");
  expect(run.stderr).toContain("Warning: repeat requests in review without an id were skipped: 1");
});

it.each([{}, null, "soon", { items: "soon" }, [[1, 2]]])(
  "P16 ERRORS-12 a download result of %j is not an order without items",
  async (body) => {
    const run = await runScripted("order download o-1 --out-dir out --json", {
      "GET /orders/o-1/download": [{ body }],
    });
    expect(run).toMatchObject({ exitCode: 8, stdout: "" });
    expect(errorOf(run).code).toBe("RESPONSE_UNRECOGNISED");
  },
);

it("P16 a download result with a status and no items is an order in progress", async () => {
  const run = await runScripted("order download o-1 --out-dir out --json", {
    "GET /orders/o-1/download": [{ body: { orderId: "o-1", orderStatus: "in-progress" } }],
  });
  expect(errorOf(run).code).toBe("ORDER_IN_PROGRESS");
  expect(run.stderr).toContain("in-progress");
});

it("P16 ERRORS-12 an unreadable search for GEO items stops the order", async () => {
  const words = "order place --generate VS=c-1 --with-geo --yes";
  const run = await runScripted(words, { "POST /catalog/search": [{ body: { message: "hello" } }] });
  expect(run.exitCode).toBe(8);
  expect(run.stderr).toContain("RESPONSE_UNRECOGNISED");
  expect(run.requests.some(({ path }) => path.endsWith("/orders"))).toBe(false);
});

it("P16 an accepted approval that is not visible afterwards is reported", async () => {
  const waiting = {
    properties: { taskingrequestId: "t-1", lastStatusCode: "review", transactionStatus: "done" },
  };
  const run = await runScripted("task approve t-1 --yes", {
    "GET /task/t-1": [{ body: waiting }],
    "PATCH /task/t-1/status": [{ body: {} }],
  });
  expect(run.exitCode).toBe(0);
  expect(run.stderr).toContain("still shows it in review. See its state: swath task get t-1");
});

it("P16 a token with an impossible lifetime is stored for the stated hour", async () => {
  const run = await runScripted(
    "auth token --username someone --password-stdin --json",
    { "POST /token": [{ body: { accessToken: "t", expiresIn: 1e300 } }] },
    { stdin: "secret" },
  );
  expect(run.exitCode, run.stderr).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({ expiresIn: 3600, expiresAt: "2026-03-10T12:47:00Z" });
});

it("P16 ERRORS-12 the coding of an unreadable response is reported", async () => {
  const send: Send = async () => ({
    status: 200,
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    body: (async function* () {
      yield gzipSync('{"type":"FeatureCollection","features":[]}');
    })(),
  });
  const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" };
  const run = await runWords("catalog search --json", { env, send });
  expect(run.exitCode).toBe(8);
  expect(errorOf(run).message).toContain('the coding "gzip", which was not requested');
});
