import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ItemProduct } from "../../../../src/sandbox/archive/collect.ts";
import { readSections, computeChecksum } from "../../../../src/sandbox/imagery/product-file.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import { multihash } from "../../../sha256.ts";
import { assetOf, bytesIn, sceneAt, taveuni } from "./scenes.ts";

const lisbon = sceneAt("Lisbon", [-9.1362, 38.7069]);
const PRODUCTS: ItemProduct[] = ["GEO", "GEC", "SLC", "VS", "SICD", "SIDD", "CPHD"];

describe("productFiles", () => {
  it.each([
    ["GEO", ["HH", "metadata", "thumbnail", "preview"]],
    ["GEC", ["HH", "metadata", "thumbnail", "preview"]],
    ["SLC", ["HH", "metadata", "thumbnail", "preview"]],
    ["VS", ["detections", "metadata", "thumbnail", "preview"]],
    ["SICD", ["HH", "metadata", "thumbnail", "preview"]],
    ["SIDD", ["HH", "metadata", "thumbnail", "preview"]],
    ["CPHD", ["HH", "metadata", "thumbnail", "preview"]],
  ] as const)("SBX-07 %s has the assets %j", (product, keys) => {
    expect(listProductFiles(lisbon, product).map(({ assetKey }) => assetKey)).toEqual(keys);
  });

  it("DOWNLOAD-08 names files after the granule and keys rasters by polarization", () => {
    const files = listProductFiles({ ...lisbon, polarization: "VV" }, "GEO", "tiny", "VENDOR_GEO_1");
    expect(files.map(({ assetKey, fileName }) => `${assetKey} ${fileName}`)).toEqual([
      "VV VENDOR_GEO_1_VV.tif",
      "metadata VENDOR_GEO_1_metadata.json",
      "thumbnail VENDOR_GEO_1_thumbnail.png",
      "preview VENDOR_GEO_1_preview.png",
    ]);
  });

  it.each(PRODUCTS)("SBX-07 every file of %s has exactly the announced bytes", (product) => {
    for (const scene of [lisbon, taveuni(), sceneAt("Malacca", [100.9, 2.2], "stripmap_100")]) {
      for (const file of listProductFiles(scene, product)) {
        const bytes = bytesIn(file);
        expect(bytes.length, file.fileName).toBe(file.length);
        expect(computeChecksum(file)).toBe(multihash(bytes));
      }
    }
  });

  it("a tiny GEO has 30 to 600 KB for any shape of the scene", () => {
    expect(assetOf(listProductFiles(lisbon, "GEO"), "HH").length).toBeGreaterThan(200_000);
    for (const type of ["spotlight", "spotlight_wide", "stripmap_20", "stripmap_100"]) {
      const { length } = assetOf(listProductFiles(sceneAt("Malacca", [100.9, 2.2], type), "GEO"), "HH");
      expect(length, type).toBeGreaterThan(30_000);
      expect(length, type).toBeLessThan(600_000);
    }
  });

  it.each([
    ["GEO", "tiny"],
    ["SLC", "tiny"],
    ["GEO", 6_000_000],
    ["SLC", 4_000_000],
    ["SICD", "tiny"],
    ["SIDD", "tiny"],
    ["CPHD", "tiny"],
    ["SICD", 5_000_001],
    ["SIDD", 5_000_000],
    ["CPHD", 3_000_000],
    ["GEC", 4_000_000],
  ] as const)("DOWNLOAD-07 any range of %s (%j) equals that part of the file", (product, size) => {
    for (const file of listProductFiles(taveuni(), product, size)) {
      const whole = bytesIn(file);
      fc.assert(
        fc.property(fc.nat(file.length), fc.nat(file.length), (a, b) => {
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          expect(bytesIn(file, start, end).equals(whole.subarray(start, end))).toBe(true);
        }),
        { numRuns: 60 },
      );
      fc.assert(
        fc.property(fc.nat(file.length - 1), fc.nat(20), (start, few) => {
          const end = Math.min(file.length, start + few);
          expect(bytesIn(file, start, end).equals(whole.subarray(start, end))).toBe(true);
        }),
        { numRuns: 200 },
      );
    }
  });

  it("slices are at most 1 MiB, and two readers do not disturb each other", () => {
    const file = assetOf(listProductFiles(lisbon, "GEO", 8_000_000), "HH");
    const whole = bytesIn(file);
    const one = readSections(file.sections, 0, file.length);
    const other = readSections(file.sections, 300_001, file.length);
    const [ones, others]: Buffer[][] = [[], []];
    for (let turn = 0; turn < 20; turn += 1) {
      const [a, b] = [one.next().value, other.next().value];
      if (a) ones!.push(Buffer.from(a));
      if (b) others!.push(Buffer.from(b));
    }
    expect(Math.max(...ones!.map(({ length }) => length))).toBe(1024 * 1024);
    expect(Buffer.concat(ones!).equals(whole)).toBe(true);
    expect(Buffer.concat(others!).equals(whole.subarray(300_001))).toBe(true);
  });

  it("refuses to read beyond the file", () => {
    const file = assetOf(listProductFiles(lisbon, "VS"), "detections");
    expect(() => bytesIn(file, 0, file.length + 1)).toThrow(RangeError);
    expect(() => bytesIn(file, -1, 5)).toThrow(RangeError);
    expect(() => bytesIn(file, 6, 5)).toThrow(RangeError);
  });

  it("the same collect gives the same bytes and tags, another collect or product others", () => {
    const digest = (scene: typeof lisbon, product: ItemProduct): string[] =>
      listProductFiles(scene, product).map((file) => `${file.etag} ${computeChecksum(file)}`);
    expect(digest(lisbon, "GEO")).toEqual(digest(structuredClone(lisbon), "GEO"));
    const all = [
      digest(lisbon, "GEO"),
      digest(lisbon, "GEC"),
      digest({ ...lisbon, id: `${lisbon.id}x` }, "GEO"),
    ];
    const rasters = all.map(([raster]) => raster!.split(" "));
    expect(new Set(rasters.map(([etag]) => etag)).size).toBe(3);
    expect(new Set(rasters.map(([, checksum]) => checksum)).size).toBe(3);
  });

  it("DOWNLOAD-07 entity tags are strong, quoted and different for each file", () => {
    const tags = listProductFiles(lisbon, "GEO").map(({ etag }) => etag);
    expect(new Set(tags).size).toBe(4);
    for (const tag of tags) expect(tag).toMatch(/^"[0-9a-f]{32}-\w+"$/u);
  });

  it("gigabytes are planned without being drawn, and have no checksum", () => {
    const file = assetOf(listProductFiles(lisbon, "GEO", 9e9), "HH");
    expect(file.length).toBeGreaterThan(8e9);
    expect(computeChecksum(file)).toBeUndefined();
    expect(bytesIn(file, file.length - 10).length).toBe(10);
  });

  it("the metadata describe the imaged scene", () => {
    const metadata = JSON.parse(
      bytesIn(assetOf(listProductFiles(lisbon, "GEO"), "metadata")).toString(),
    ) as object;
    expect(metadata).toMatchObject({
      simulated: true,
      collectId: lisbon.id,
      productType: "GEO",
      startTime: "2025-05-17T03:12:40.000Z",
      raster: { epsg: 32629, width: 384, noData: 0 },
    });
  });
});
