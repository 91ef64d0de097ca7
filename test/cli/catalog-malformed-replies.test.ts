/** Replies that a catalog should never send: reported as malformed, never treated as an empty result. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { errorOf, runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const ETNA = { type: "Feature", id: "etna-1", properties: {}, assets: {} };
const SEARCH = "POST /catalog/search";

it("CATALOG-36 a list without a single object is not an empty result", async () => {
  const run = await runScripted("catalog search --json", { [SEARCH]: [{ body: [1, 2, "x", null] }] });
  expect(run).toMatchObject({ exitCode: 8, stdout: "" });
  expect(errorOf(run).code).toBe("RESPONSE_UNRECOGNISED");
});

it("CATALOG-36 values among the items that are not objects are counted, and the items are shown", async () => {
  const run = await runScripted("catalog search --output id", {
    [SEARCH]: [{ body: { features: [1, ETNA, "x", null] } }],
  });
  expect(run).toMatchObject({ exitCode: 0, stdout: "etna-1\n" });
  expect(run.stderr).toBe("Warning: 3 of the entries of a page are not STAC items and were skipped\n");
});

const NEXT = { rel: "next", method: "POST", href: "https://sar.example/v1/catalog/search" };
const linked = (features: object[], token: string) => ({
  body: { features, links: [{ ...NEXT, body: { token } }], numberMatched: 2 },
});
const LAST = { body: { features: [{ ...ETNA, id: "etna-2" }] } };
const EMPTY = Array.from({ length: 30 }, (_, at) => linked([], `e${at}`));

it("CATALOG-36 --all with a link that leads back: the reason for the end is reported once, with exit 8", async () => {
  const run = await runScripted("catalog search --all --output id", {
    [SEARCH]: [{ body: { features: [ETNA], links: [NEXT], numberMatched: 40 } }],
  });
  expect(run).toMatchObject({ exitCode: 8, stdout: "etna-1\n" });
  expect(run.stderr).toContain("1 of 40");
  expect(run.stderr).toContain("code RESPONSE_UNRECOGNISED");
  expect(run.stderr).toContain("page 2");
  expect(run.stderr).not.toContain("--all");
  const uncounted = await runScripted("catalog search --all --output id", {
    [SEARCH]: [{ body: { features: [ETNA], links: [NEXT] } }],
  });
  expect(uncounted).toMatchObject({ exitCode: 8, stdout: "etna-1\n" });
  expect(uncounted.stderr).toContain("code RESPONSE_UNRECOGNISED");
});

it("CATALOG-36 an empty page with a next link is read on from", async () => {
  const script = { [SEARCH]: [linked([ETNA], "a"), ...EMPTY.slice(0, 9), LAST] };
  expect(await runScripted("catalog search --all --output id", script)).toMatchObject({
    exitCode: 0,
    stdout: "etna-1\netna-2\n",
    stderr: "",
  });
});

it.each(["", "--strict"])(
  "CATALOG-36 --all %s that ends at ten empty pages with a next link is exit 8, with the rows before them",
  async (flag) => {
    const words = `catalog search --all ${flag} --json`.replace("  ", " ");
    const run = await runScripted(words, { [SEARCH]: [linked([ETNA], "a"), ...EMPTY] });
    expect(JSON.parse(run.stdout)).toHaveLength(1);
    expect(errorOf(run)).toMatchObject({ code: "RESPONSE_UNRECOGNISED", exitCode: 8 });
    expect(errorOf(run).message).toContain("with 1 of 2 shown: the service still offers a next page");
    expect(run.requests).toHaveLength(11);
    const nothing = await runScripted(words.replace("--json", "--output id"), { [SEARCH]: EMPTY });
    expect(nothing).toMatchObject({ exitCode: 8, stdout: "" });
    expect(nothing.stderr).not.toContain("Nothing found");
  },
);

it.each([
  ["--all", "with a link that has no address", { links: [{ rel: "next" }] }, "has no address"],
  ["", "whose only page has fewer than announced", { numberMatched: 5 }, "with 1 of 5 shown"],
  ["--all", "with a count as a text", { numberMatched: "5" }, "with 1 of 5 shown"],
])("CATALOG-36 a search %s %s ends with exit 8, after its rows", async (flags, _title, envelope, reason) => {
  const script = { [SEARCH]: [{ body: { features: [ETNA], ...envelope } }] };
  const run = await runScripted(`catalog search --json ${flags}`.trim(), script);
  expect(JSON.parse(run.stdout)).toHaveLength(1);
  expect(errorOf(run)).toMatchObject({ code: "RESPONSE_UNRECOGNISED", exitCode: 8 });
  expect(errorOf(run).message).toContain(reason);
});

it("CATALOG-36 items that were announced and not listed are not reported as nothing found", async () => {
  const script = { [SEARCH]: [{ body: { features: [], numberMatched: 7 } }] };
  for (const stdoutTTY of [false, true]) {
    const run = await runScripted("catalog search", script, { stdoutTTY });
    expect(run.exitCode).toBe(8);
    expect(run.stderr).toContain("0 of 7 items, and no further page");
    expect(run.stderr).not.toContain("Nothing found");
  }
});

it.each([null, ""])("CATALOG-36 a next link with the address %j is that of the last page", async (href) => {
  const body = { features: [ETNA], links: [{ rel: "next", href }], numberMatched: 1 };
  const script = { [SEARCH]: [{ body }] };
  const run = await runScripted("catalog search --all --output id", script);
  expect(run).toMatchObject({ exitCode: 0, stdout: "etna-1\n", stderr: "" });
});

it("CATALOG-36 a page that was announced and is missing after a read one ends with exit 8", async () => {
  const run = await runScripted("catalog search --all --json", {
    [SEARCH]: [linked([ETNA], "a"), { body: { features: [] } }],
  });
  expect(JSON.parse(run.stdout)).toHaveLength(1);
  expect(errorOf(run).message).toContain("1 of 2 items, and no further page");
  expect(run.exitCode).toBe(8);
});

it("WATCH-02 an incomplete look notes nothing as known", async () => {
  const home = await tempHome();
  await writeFile(join(home, "s.json"), '{"type":"Point","coordinates":[14.99,37.75]}');
  const first = await runScripted(
    "watch s.json --name etna",
    { [SEARCH]: [linked([ETNA], "a"), ...EMPTY] },
    { home },
  );
  expect(first.exitCode).toBe(8);
  const again = await runScripted(
    "watch s.json --name etna",
    { [SEARCH]: [linked([ETNA], "a"), LAST] },
    { home },
  );
  expect(again.stderr).toContain("First look at 1 site: 2 items noted as known");
  expect(again.exitCode).toBe(0);
});

it("CATALOG-36 an item that cannot be ordered is skipped in order items, with its name", async () => {
  const homeless = { ...ETNA, id: "etna-2" };
  const run = await runScripted("catalog search --output order-items", {
    [SEARCH]: [{ body: [{ ...ETNA, collection: "c" }, homeless] }],
  });
  expect(run.exitCode).toBe(0);
  expect(JSON.parse(run.stdout)).toEqual([{ collectionId: "c", granuleId: "etna-1" }]);
  expect(run.stderr).toBe(
    "Warning: item etna-2 has no collection, which an order requires: it was skipped\n",
  );
});
