import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planGeoRaster } from "../../../../src/sandbox/imagery/geo-raster.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import { gdal, needGdal } from "../../../gdal.ts";
import { newFolder } from "../../../new-folder.ts";
import { flownOver } from "./flown.ts";
import { assetOf, sceneAt, taveuni, writeSparse } from "./scenes.ts";

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

interface GdalInfo {
  size: [number, number];
  geoTransform?: number[];
  coordinateSystem?: { wkt: string };
  gcps?: { gcpList: { x: number; y: number; pixel: number; line: number }[] };
  metadata: Record<string, Record<string, string>>;
  bands: {
    block: [number, number];
    type: string;
    noDataValue?: number;
    overviews?: { size: [number, number] }[];
    checksum?: number;
  }[];
}

const infoOf = async (path: string): Promise<GdalInfo> =>
  JSON.parse(await gdal("gdalinfo", "-json", "-checksum", path)) as GdalInfo;

const SCENES = [
  ["Lisbon", sceneAt("Lisbon", [-9.1362, 38.7069]), 32629],
  ["Taveuni, cut at the antimeridian", taveuni(), 32760],
  ["a strip at Ushuaia", sceneAt("Ushuaia", [-68.3, -54.8], "stripmap_50"), 32719],
  ["the sea north of Alert", sceneAt("Alert", [-62.3, 84.6], "spotlight_wide"), 5041],
  ["the Ross Ice Shelf", sceneAt("Ross", [-175, -81.5]), 5042],
] as const;

const cases = SCENES.flatMap(([place, scene, epsg]) =>
  (["GEO", "GEC"] as const).map((product) => [product, place, scene, epsg] as const),
);

describe("geocoded rasters in GDAL", () => {
  it.for(cases)("SBX-07 %s of %s is a cloud optimised GeoTIFF in place", async (row, context) => {
    await needGdal(context);
    const [product, place, scene, epsg] = row;
    const file = assetOf(listProductFiles(scene, product), "HH");
    const path = join(folder, `${product}-${place.slice(0, 4)}.tif`);
    await writeSparse(path, file);
    const info = await infoOf(path);
    const [band] = info.bands;
    const [width, height] = info.size;

    expect(band).toMatchObject({ type: "UInt16", block: [128, 128], noDataValue: 0 });
    expect(Math.max(width, height)).toBe(384);
    expect([height, width]).toEqual(file.fields["proj:shape"]);
    expect(info.metadata["IMAGE_STRUCTURE"]).toMatchObject({ LAYOUT: "COG" });
    expect(info.metadata[""]).toMatchObject({
      COLLECT_ID: scene.id,
      PRODUCT_TYPE: product,
      POLARIZATION: "HH",
    });
    expect(info.coordinateSystem!.wkt).toContain(`ID["EPSG",${epsg}]]`);
    expect(band!.overviews!.map(({ size }) => size)).toEqual([
      [Math.ceil(width / 2), Math.ceil(height / 2)],
      [Math.ceil(width / 4), Math.ceil(height / 4)],
    ]);
    expect(band!.checksum).toBeGreaterThan(0);
    // GDAL orders a transform as x0, dx, 0, y0, 0, dy; STAC by rows.
    const [x0, dx, , y0, , dy] = info.geoTransform!;
    expect((file.fields["proj:transform"] as number[]).slice(0, 6)).toEqual([dx, 0, x0, 0, dy, y0]);

    const [longitude, latitude] = scene.center;
    const at = await gdal("gdallocationinfo", "-xml", "-wgs84", path, String(longitude), String(latitude));
    const [, pixel, line] = /pixel="(\d+)" line="(\d+)"/u.exec(at)!.map(Number);
    // The footprint of a strip is bent on the map: its middle is near the centre, not on it.
    expect(Math.abs(pixel! + 0.5 - width / 2)).toBeLessThanOrEqual(1.5);
    expect(Math.abs(line! + 0.5 - height / 2)).toBeLessThanOrEqual(1.5);
    expect(Number(/<Value>(\d+)<\/Value>/u.exec(at)![1])).toBeGreaterThan(0);
  });

  it.for([
    ["inside the first corner", 0.97, true],
    ["outside of it", 1.03, false],
  ] as const)("SBX-07 there is data %s of the footprint", async ([, reach, hasData], context) => {
    await needGdal(context);
    const scene = sceneAt("Lisbon", [-9.1362, 38.7069]);
    const path = join(folder, `edge-${reach}.tif`);
    await writeSparse(path, assetOf(listProductFiles(scene, "GEO"), "HH"));
    const [ring] = scene.geometry.coordinates as number[][][];
    const values: number[] = [];
    for (const corner of ring!.slice(0, 4)) {
      const place = corner.map(
        (degrees, axis) => scene.center[axis]! + (degrees - scene.center[axis]!) * reach,
      );
      values.push(Number(await gdal("gdallocationinfo", "-valonly", "-wgs84", path, ...place.map(String))));
    }
    expect(values.every((value) => value > 0 === hasData)).toBe(true);
  });

  it("SBX-07 SLC is complex, in the slant plane, tied to the corners of the footprint", async (context) => {
    await needGdal(context);
    for (const scene of [
      flownOver("Lisbon", [-9.1362, 38.7069]),
      flownOver("Taveun", [179.995, -16.85], { type: "spotlight_wide" }),
      flownOver("Etnaaa", [14.99, 37.75], { side: "left", squint: -15 }),
    ]) {
      const path = join(folder, "slc.tif");
      await writeSparse(path, assetOf(listProductFiles(scene, "SLC"), "VV"));
      const info = await infoOf(path);
      expect(info.bands).toMatchObject([{ type: "CInt16", block: [128, 128] }]);
      expect(info.geoTransform).toBeUndefined();
      const ties = info.gcps!.gcpList;
      expect(ties.map(({ pixel, line }) => [pixel > 0, line > 0])).toEqual([
        [false, false],
        [false, true],
        [true, true],
        [true, false],
      ]);
      for (const { x, y } of ties) expect(isCorner(scene.geometry.coordinates, x, y)).toBe(true);
    }
  });

  it("SBX-07 a raster above 3.9 GB is a BigTIFF that opens, down to its last pixel", async (context) => {
    await needGdal(context);
    const scene = sceneAt("Lisbon", [-9.1362, 38.7069]);
    const file = assetOf(listProductFiles(scene, "GEO", 7.2e9), "HH");
    expect(file.length).toBeGreaterThan(7e9);
    const path = join(folder, "big.tif");
    // Only the directories and the last two rows of tiles are written; the rest of the file is a hole.
    await writeSparse(path, file, 4_000_000, 60_000_000);
    const info = JSON.parse(await gdal("gdalinfo", "-json", path)) as GdalInfo;
    const { width, height, outline } = planGeoRaster(scene, "GEO", 7.2e9);
    expect(info.size).toEqual([width, height]);
    expect(info.bands[0]!.overviews).toHaveLength(8);
    expect(Math.max(...info.bands[0]!.overviews!.at(-1)!.size)).toBeLessThanOrEqual(256);
    const [lowest] = outline.toSorted(([, a], [, b]) => b - a);
    const above = [String(Math.round(lowest![0])), String(height - 100)];
    expect(Number(await gdal("gdallocationinfo", "-valonly", path, ...above))).toBeGreaterThan(0);
  });

  it("a raster just below 3.9 GB is still a classic TIFF", () => {
    const head = (size: number): number => {
      const file = assetOf(listProductFiles(SCENES[0][1], "GEO", size), "HH");
      expect(file.length > 3.9e9).toBe(size > 3.9e9);
      return [...file.sections][0]!.length;
    };
    // Offsets of eight bytes in place of four.
    expect(head(4.1e9) / head(3.8e9)).toBeGreaterThan(1.4);
  });
});

function isCorner(coordinates: unknown, x: number, y: number): boolean {
  if (typeof (coordinates as number[])[0] === "number") {
    const [longitude, latitude] = coordinates as [number, number];
    return Math.abs(longitude - x) < 1e-6 && Math.abs(latitude - y) < 1e-6;
  }
  return (coordinates as unknown[]).some((part) => isCorner(part, x, y));
}
