import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FeatureCollection, Point, Polygon } from "../../../../src/geo/geojson.ts";
import { planGeoRaster } from "../../../../src/sandbox/imagery/geo-raster.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import type { ImagerySize, Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { listVessels } from "../../../../src/sandbox/imagery/vessels.ts";
import { gdal, needGdal } from "../../../gdal.ts";
import { newFolder } from "../../../new-folder.ts";
import { assetOf, bytesIn, sceneAt, taveuni, writeSparse } from "./scenes.ts";

function detectionsOf(scene: Scene, size?: ImagerySize): FeatureCollection<Point> {
  const bytes = bytesIn(assetOf(listProductFiles(scene, "VS", size), "detections"));
  return JSON.parse(bytes.toString()) as FeatureCollection<Point>;
}

/** Even-odd rule in degrees, with longitudes taken near the first corner. */
function isWithin(ring: number[][], [longitude, latitude]: number[]): boolean {
  const near = (degrees: number): number => degrees - 360 * Math.round((degrees - ring[0]![0]!) / 360);
  let isIn = false;
  for (const [at, [x1, y1]] of ring.slice(0, -1).entries()) {
    const [x2, y2] = ring[at + 1]!;
    const crosses = y1! > latitude! !== y2! > latitude!;
    const x = near(x1!) + ((near(x2!) - near(x1!)) * (latitude! - y1!)) / (y2! - y1!);
    if (crosses && near(longitude!) < x) isIn = !isIn;
  }
  return isIn;
}

const busan = Array.from({ length: 30 }, (_, at) =>
  sceneAt("Busan", [129.05, 35.05], "spotlight", `busan-${at}`),
);

describe("vessel detections", () => {
  it("ORDER-19 are inside the footprint, and most scenes with sea have some", () => {
    const counts = busan.map((scene) => {
      const [ring] = (scene.geometry as Polygon).coordinates;
      const { features } = detectionsOf(scene);
      for (const { geometry } of features) expect(isWithin(ring!, geometry.coordinates)).toBe(true);
      return features.length;
    });
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(15);
  });

  it("ORDER-19 are in one of the parts of a footprint that the antimeridian cuts", () => {
    const scenes = Array.from({ length: 20 }, (_, at) => ({ ...taveuni(), id: `taveuni-${at}` }));
    const found = scenes.flatMap((scene) =>
      detectionsOf(scene).features.map(({ geometry }) => geometry.coordinates),
    );
    const [west, east] = taveuni().geometry.coordinates.map(([ring]) => ring!);
    expect(found.length).toBeGreaterThan(10);
    for (const place of found) {
      expect(Math.abs(place[0]!)).toBeLessThanOrEqual(180);
      expect(isWithin(west!, place) || isWithin(east!, place)).toBe(true);
    }
  });

  it("ORDER-05 ORDER-19 are at bright spots in the GEO of the same collect", async (context) => {
    await needGdal(context);
    const folder = await newFolder();
    const scene = busan.find((each) => detectionsOf(each).features.length >= 4)!;
    const path = join(folder, "geo.tif");
    await writeSparse(path, assetOf(listProductFiles(scene, "GEO"), "HH"));
    for (const { geometry } of detectionsOf(scene).features) {
      const place = geometry.coordinates.map(String);
      const value = Number(await gdal("gdallocationinfo", "-valonly", "-wgs84", path, ...place));
      expect(value).toBeGreaterThan(14_000);
    }
    await rm(folder, { recursive: true });
  });

  it("ORDER-05 ORDER-19 have the degrees that GDAL gives their pixels of the real GEO", async (context) => {
    await needGdal(context);
    const folder = await newFolder();
    const scene = busan.find((each) => detectionsOf(each).features.length >= 4)!;
    const path = join(folder, "geo.tif");
    await writeSparse(path, assetOf(listProductFiles(scene, "GEO", "real"), "HH"), 1_000_000);
    const vessels = listVessels(planGeoRaster(scene, "GEO", "real"));
    for (const [at, { geometry }] of detectionsOf(scene, "real").features.entries()) {
      const place = geometry.coordinates.map(String);
      const found = await gdal("gdallocationinfo", "-xml", "-wgs84", path, ...place);
      const [, pixel, line] = /pixel="(\d+)" line="(\d+)"/u.exec(found)!.map(Number);
      // Seven decimals of a degree are a centimetre, a pixel is half a metre.
      expect(Math.abs(pixel! + 0.5 - vessels[at]!.x)).toBeLessThan(0.55);
      expect(Math.abs(line! + 0.5 - vessels[at]!.y)).toBeLessThan(0.55);
    }
    await rm(folder, { recursive: true });
  });

  it("are the same ships in every size", () => {
    const scene = busan.find((each) => detectionsOf(each).features.length >= 4)!;
    const tiny = detectionsOf(scene).features;
    const real = detectionsOf(scene, "real").features;
    expect(real.length).toBe(tiny.length);
    for (const [at, { geometry }] of tiny.entries()) {
      const [longitude, latitude] = real[at]!.geometry.coordinates;
      expect(geometry.coordinates[0]).toBeCloseTo(longitude!, 6);
      expect(geometry.coordinates[1]).toBeCloseTo(latitude!, 6);
    }
  });

  it("SBX-07 open in GDAL as points", async (context) => {
    await needGdal(context);
    const folder = await newFolder();
    const path = join(folder, "vs.geojson");
    await writeSparse(path, assetOf(listProductFiles(busan[0]!, "VS"), "detections"));
    expect(await gdal("ogrinfo", "-ro", "-al", "-so", path)).toContain("Geometry: Point");
    await rm(folder, { recursive: true });
  });
});
