/** Requests that are sent again after a failure, how often, and those that never are. */
import { beforeEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, control, clock } = await openBench();

const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
const id = (await swath(`order place --item vendor-archive/${granule} --yes --output id`)).stdout.trim();

beforeEach(() => control("DELETE", "/faults"));

const READS = [
  ["GEN-11 GEN-17", "searchCatalog", "catalog search --limit 1"],
  ["GEN-12 GEN-17", "reviewOrder", `order review --item vendor-archive/${granule}`],
  ["GEN-12 GEN-17", "getOrderDownload", `order links ${id}`],
] as const;

describe.each(READS)("%s %s is a read", (_ids, route, line) => {
  it.each([
    ["a failure of the server", { status: 500 }],
    ["a gateway", { status: 502, html: "<title>Bad gateway</title>" }],
    ["too many requests", { status: 429 }],
    ["a reset connection", { reset: true }],
    ["a truncated reply", { truncate: 20 }],
  ])("after %s it is sent again, and succeeds", async (_title, fault) => {
    await control("POST", "/faults", { route, count: 2, ...fault });
    const run = await swath(line);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.requests).toHaveLength(3);
  });

  it("a service that stays down: limited retries, and an error", async () => {
    await control("POST", "/faults", { route, status: 503 });
    const run = await swath(line);
    expect(run).toMatchObject({ exitCode: 9, stdout: "" });
    expect(run.requests).toHaveLength(4);
    expect(run.stderr).toContain("code SERVICE_ERROR, exit 9");
  });

  it("--retries sets the number", async () => {
    await control("POST", "/faults", { route, status: 503 });
    expect((await swath(`${line} --retries 0`)).requests).toHaveLength(1);
    expect((await swath(`${line} --retries 1`)).requests).toHaveLength(2);
  });

  it("the wait of Retry-After is obeyed", async () => {
    await control("POST", "/faults", { route, count: 1, status: 429, retryAfter: 7 });
    const before = clock.slept.length;
    expect((await swath(line)).exitCode).toBe(0);
    expect(clock.slept.slice(before)).toEqual([expect.closeTo(7000, -3)]);
  });

  it("--verbose counts the attempts", async () => {
    await control("POST", "/faults", { route, count: 1, status: 503 });
    expect((await swath(`${line} --verbose`)).stderr).toMatch(/^\* try 2 in \d+ ms \(.*503.*\)$/m);
  });

  it.each([
    [400, 8],
    [401, 4],
    [403, 5],
  ])("a refusal (%i) is not retried", async (status, exitCode) => {
    await control("POST", "/faults", { route, status });
    const { exitCode: ended, requests } = await swath(line);
    // An unclear refusal of a download is judged by the record of the order: nothing more can be fetched now.
    const isJudged = status === 400 && route === "getOrderDownload";
    expect({ ended, sent: requests.length }).toEqual(
      isJudged ? { ended: 11, sent: 2 } : { ended: exitCode, sent: 1 },
    );
  });
});

describe("GEN-17 an order spends", () => {
  it.each([
    ["500", { status: 500 }],
    ["429", { status: 429 }],
    ["503 with Retry-After", { status: 503, retryAfter: 1 }],
    ["a reset connection", { reset: true }],
    ["a truncated reply", { truncate: 20 }],
  ])("after %s it is never sent again, even with --retries", async (_title, fault) => {
    await control("POST", "/faults", { route: "placeOrder", ...fault });
    const run = await swath(`order place --item vendor-archive/${granule} --yes --retries 5`, {
      home: await tempHome(),
    });
    expect(run.requests.map(({ path }) => path)).toEqual(["/orders/review", "/orders"]);
    expect(run.exitCode).not.toBe(0);
  });

  it("ORDER-09 the optional review is also sent once", async () => {
    await control("POST", "/faults", { route: "reviewOrder", status: 503 });
    const run = await swath(`order place --item vendor-archive/${granule} --yes --retries 5`, {
      home: await tempHome(),
    });
    expect([run.exitCode, run.requests.map(({ path }) => path)]).toEqual([0, ["/orders/review", "/orders"]]);
    expect(run.stderr).toContain("The price is not known: ");
  });
});
