import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { findGranules, ofType } from "./granules.ts";
import { openBench, type Bench } from "./open.ts";

interface Assets {
  [key: string]: { href: string };
}

/** The assets of one item, from a search and from the STAC API. */
async function assetsIn(bench: Bench): Promise<Assets[]> {
  const [granule] = await findGranules(bench, ofType("GEO"));
  const found = await bench.ask("POST", "/catalog/search", { body: { ids: [granule!.granuleId] } });
  const path = `/stac/collections/${granule!.collectionId}/items/${granule!.granuleId}`;
  return [found.json.features[0].assets, (await bench.ask("GET", path)).json.assets] as Assets[];
}

const pathOf = (asset: { href: string } | undefined): string => asset!.href.replace(/^https?:\/\/[^/]+/, "");

/** Status of each asset of the item to a caller without a key. */
const statuses = async (bench: Bench, assets: Assets): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(assets).map(async ([key, asset]) => [
        key,
        (await bench.ask("GET", pathOf(asset), { as: "nobody" })).status,
      ]),
    ),
  ) as Record<string, number>;

const CLOSED = { HH: 403, metadata: 403, thumbnail: 403, preview: 403 };

describe("the pictures of a catalog item", () => {
  it("VIEW-01 have links that are signed for an hour, unlike other assets", async () => {
    const bench = await openBench();
    for (const assets of await assetsIn(bench)) {
      expect(await statuses(bench, assets)).toEqual({ ...CLOSED, thumbnail: 200, preview: 200 });
    }
    const [assets] = await assetsIn(bench);
    const clock = (seconds: number) =>
      bench.ask("POST", "/_sandbox/clock", { body: { mode: "manual", advance: seconds } });
    await clock(3590);
    expect(await statuses(bench, assets!)).toMatchObject({ thumbnail: 200, preview: 200 });
    await clock(20);
    const late = await bench.ask("GET", pathOf(assets!["thumbnail"]), { as: "nobody" });
    expect([late.status, late.json.error.code]).toEqual([403, "SIGNED_URL_EXPIRED"]);
    bench.sandbox.close();
  });

  it("VIEW-01 the preview is larger than the thumbnail", async () => {
    const bench = await openBench();
    const [assets] = await assetsIn(bench);
    const widths = await Promise.all(
      ["thumbnail", "preview"].map(async (key) => {
        const { bytes } = await bench.ask("GET", pathOf(assets![key]), { as: "nobody" });
        const { width, height } = PNG.sync.read(bytes);
        return Math.max(width, height);
      }),
    );
    expect(widths).toEqual([256, 384]);
    bench.sandbox.close();
  });

  it("VIEW-01 are public, or not if the setting requires a key", async () => {
    const bench = await openBench();
    const set = (thumbnails: string) => bench.ask("POST", "/_sandbox/settings", { body: { thumbnails } });
    await set("public");
    for (const assets of await assetsIn(bench)) {
      expect(assets["thumbnail"]!.href).toMatch(/_thumbnail\.png$/);
      expect(await statuses(bench, assets)).toEqual({ ...CLOSED, thumbnail: 200, preview: 200 });
    }
    await set("none");
    for (const assets of await assetsIn(bench)) expect(await statuses(bench, assets)).toEqual(CLOSED);
    expect((await set("some")).status).toBe(422);
    bench.sandbox.close();
  });
});
