/** Replies that a catalog should never send: reported as malformed, never treated as an empty result. */
import { expect, it } from "vitest";
import { errorOf, runScripted } from "./scripted-service.ts";

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
it.each([
  ["that leads back", 8, [ETNA], {}, "leads back to a page already read"],
  ["behind an empty page", 0, [], { body: { token: "2" } }, "offers a next page after an empty one"],
])(
  "CATALOG-36 --all with a link %s: the reason for the end is reported once",
  async (_title, exitCode, features, more, why) => {
    const links = [{ ...NEXT, ...more }];
    const run = await runScripted("catalog search --all --output id", {
      [SEARCH]: [{ body: { features, links, numberMatched: 40 } }],
    });
    expect(run.exitCode).toBe(exitCode);
    expect(run.stdout.trim().split("\n").filter(Boolean)).toHaveLength(features.length);
    expect(run.stderr).toContain(`the listing stopped early, with ${features.length} of 40 shown: `);
    expect(run.stderr).toContain(why);
    expect(run.stderr).not.toContain("--all");
  },
);

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
