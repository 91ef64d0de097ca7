/** Names of the files of an order whose links have none. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { planTransfers } from "../../src/transfer/plan.ts";
import { BASE_URL, runWords, tempHome } from "./world.ts";

const BYTES = Buffer.from("II*\0 the image");

/** Answers with an order of these assets of one item, and with their bytes. */
const serviceOf =
  (assets: object): Send =>
  async ({ url }) => {
    const isData = !url.startsWith(BASE_URL);
    const body = isData ? BYTES : Buffer.from(JSON.stringify([{ id: "SCENE_7", collection: "c", assets }]));
    return {
      status: 200,
      headers: { "content-length": String(body.length), etag: '"1"' },
      body: (async function* () {
        yield body;
      })(),
    };
  };

it.each([
  ["https://data.example/download?id=123&sig=1", "image/tiff; application=geotiff", "SCENE_7_HH.tif"],
  ["https://data.example/f/?sig=1", "image/tiff", "SCENE_7_HH.tif"],
  ["https://data.example/9f86d081884c7d659a2feaa0c55ad015?sig=1", "application/vnd.nitf", "SCENE_7_HH.ntf"],
  ["https://data.example/6f1c2b34-0000-4000-8000-000000000001", "application/geo+json", "SCENE_7_HH.geojson"],
  ["https://data.example/dG9rZW5JZEZvckZpbGUx", "application/octet-stream", "SCENE_7_HH"],
  ["https://data.example/get.php?id=5", "image/png", "SCENE_7_HH.png"],
  ["https://data.example/HH?sig=1", "image/tiff", "SCENE_7_HH.tif"],
  // Names as recorded are kept.
  [
    "https://data.example/SCENE_7_extended.json?Expires=1&Signature=2",
    "application/json",
    "SCENE_7_extended.json",
  ],
  ["https://data.example/SCENE_7.ntf?sig=1", "application/octet-stream", "SCENE_7.ntf"],
  ["https://data.example/SCENE_7.cphd?sig=1", "binary/octet-stream", "SCENE_7.cphd"],
  ["https://data.example/SCENE_7_HH?sig=1", "image/tiff", "SCENE_7_HH"],
])("DOWNLOAD-08 the file of %s, a %s, is called %s, and a rerun finds it", async (href, type, name) => {
  const [home, send] = [await tempHome(), serviceOf({ HH: { href, type, "file:size": BYTES.length } })];
  const download = (link: string) =>
    runWords("order download o --out-dir out --json", {
      env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
      home,
      send: link === href ? send : serviceOf({ HH: { href: link, type, "file:size": BYTES.length } }),
    });
  const { exitCode, stderr } = await download(href);
  expect(exitCode, stderr).toBe(0);
  expect(await readdir(join(home, "out", "SCENE_7"))).toEqual([name]);
  // A link of another order has another signature, and may have another id.
  const fresh = href.replace("id=123", "id=124").replace("sig=1", "sig=2").replace("9f86", "9f87");
  const again = await download(fresh);
  expect(JSON.parse(again.stdout)).toMatchObject({ downloaded: 0, skipped: 1 });
});

it("P16 DOWNLOAD-08 names from asset keys are different, safe, and independent of links and of their order", () => {
  const link = fc.constantFrom(
    "https://d/download?id=1",
    "https://d/f/",
    "https://d/get.php",
    "https://d/00",
  );
  const key = fc.oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.constantFrom("HH", "hh", "HV", "../x", "a/b"),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { minLength: 1, maxLength: 6 }),
      fc.array(link, { minLength: 12, maxLength: 12 }),
      (keys, links) => {
        const planned = (offset: number, order: readonly string[]) => {
          const sources = order.map((assetKey) => ({
            item: "I",
            assetKey,
            href: links[(keys.indexOf(assetKey) + offset) % links.length]!,
            mediaType: "image/tiff",
          }));
          return new Map(planTransfers(sources).files.map(({ asset, path }) => [asset, path]));
        };
        const names = planned(0, keys);
        expect(planned(6, keys.toReversed())).toEqual(new Map([...names].toReversed()));
        expect(new Set([...names.values()].map((path) => path.toLowerCase())).size).toBe(keys.length);
        for (const path of names.values()) expect(path).toMatch(/^I\/[^/\\]+\.tif$/u);
      },
    ),
  );
});
