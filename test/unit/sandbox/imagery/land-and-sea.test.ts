import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import type { FeatureCollection, Point } from "../../../../src/geo/geojson.ts";
import { isLand, findNearestCoast } from "../../../../src/places/land.ts";
import { toDegrees, planGeoRaster } from "../../../../src/sandbox/imagery/geo-raster.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import type { Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { sampled } from "../../../sampled.ts";
import { assetOf, bytesIn, sceneAt } from "./scenes.ts";

/** Noise moves coasts by up to half a kilometre, and a cell of a long strip is one kilometre wide. */
const SURELY_KM = 1.6;

/** Means of 7 x 7 pixels of a preview: darker is sea, brighter is land. */
const BRIGHTEST_SEA = 62;

interface Sample {
  longitude: number;
  latitude: number;
  gray: number;
}

/** Places of the preview all over the footprint, with their content. */
function samplesOf(scene: Scene): Sample[] {
  const raster = planGeoRaster(scene, "GEO", "tiny");
  const image = PNG.sync.read(bytesIn(assetOf(listProductFiles(scene, "GEO"), "preview")));
  const samples: Sample[] = [];
  for (let y = 3; y < image.height - 3; y += 12) {
    for (let x = 3; x < image.width - 3; x += 12) {
      const grays = Array.from({ length: 49 }, (_, at) => {
        const pixel = 4 * ((y + Math.floor(at / 7) - 3) * image.width + x + (at % 7) - 3);
        return image.data[pixel + 3] === 0 ? 0 : image.data[pixel]!;
      });
      // Outside the footprint there is nothing; a ship is brighter than any land.
      if (grays.includes(0) || grays.includes(255)) continue;
      const [longitude, latitude] = toDegrees(
        raster,
        ((x + 0.5) * raster.width) / image.width,
        ((y + 0.5) * raster.height) / image.height,
      );
      samples.push({ longitude, latitude, gray: grays.reduce((sum, gray) => sum + gray, 0) / 49 });
    }
  }
  return samples;
}

const PLACES: readonly (readonly [name: string, center: [number, number], type: string])[] = [
  ["Lisbon", [-9.18, 38.68], "stripmap_50"],
  ["Lisbon", [-9.15, 38.68], "spotlight_wide"],
  ["Gibraltar", [-5.45, 36.05], "stripmap_100"],
  ["Singapore", [103.85, 1.27], "stripmap_50"],
  ["Taveuni", [179.99, -16.85], "stripmap_50"],
  ["Longyearbyen", [15.5, 78.23], "stripmap_20"],
  ["Ross Island", [167.3, -77.6], "stripmap_50"],
];

const DRAWN = PLACES.map((place) => [...place, samplesOf(sceneAt(...place))] as const);

describe("imagery of the sandbox", () => {
  it.for(DRAWN)("SBX-07 shows the land and the sea of the map: %s at %s, %s", ([, , , samples]) => {
    // The distance to a coast takes milliseconds: some 150 places of a large preview are enough.
    const sure = sampled(samples, Math.ceil(samples.length / 150)).filter(
      ({ longitude, latitude }) => findNearestCoast(longitude, latitude).km > SURELY_KM,
    );
    expect(sure.length).toBeGreaterThan(20);
    for (const { longitude, latitude, gray } of sure) {
      expect(gray < BRIGHTEST_SEA, `${longitude} ${latitude}`).toBe(!isLand(longitude, latitude));
    }
  });

  it("SBX-07 shows both land and sea off Lisbon, Gibraltar and Singapore", () => {
    for (const [name, , , samples] of DRAWN.slice(0, 4)) {
      const grays = samples.map(({ gray }) => gray);
      const sea = grays.filter((gray) => gray < BRIGHTEST_SEA).length / grays.length;
      expect(sea, name).toBeGreaterThan(0.1);
      expect(sea, name).toBeLessThan(0.9);
    }
  });

  it("SBX-07 shows the same coast in every collect of a place", () => {
    const [first, second] = ["a", "b"].map((id) =>
      samplesOf(sceneAt("Lisbon", [-9.15, 38.68], "spotlight_wide", id)),
    );
    const keyOf = ({ longitude, latitude }: Sample): string => `${longitude} ${latitude}`;
    const grays = new Map(first!.map((sample) => [keyOf(sample), sample.gray]));
    // Each collect has its own ships, whose surroundings are not samples.
    const shared = second!.filter((sample) => grays.has(keyOf(sample)));
    const differing = shared.filter(
      (sample) => sample.gray < BRIGHTEST_SEA !== grays.get(keyOf(sample))! < BRIGHTEST_SEA,
    );
    expect(shared.length).toBeGreaterThan(300);
    expect(differing.length).toBeLessThan(shared.length / 50);
  });

  it("SBX-07 has no seam along the antimeridian inside an island", () => {
    // Natural Earth cuts Wrangel Island in two there.
    const samples = samplesOf(sceneAt("Wrangel Island", [180, 71.2], "spotlight"));
    const wet = samples.filter(({ gray }) => gray < BRIGHTEST_SEA);
    expect(samples.length).toBeGreaterThan(100);
    expect(wet).toEqual([]);
  });

  it("ORDER-19 vessels are on water", () => {
    const found = PLACES.slice(0, 4).flatMap(([name, center, type]) =>
      Array.from({ length: 5 }, (_, at) => {
        const scene = sceneAt(name, center, type, `${name}-${at}`);
        const bytes = bytesIn(assetOf(listProductFiles(scene, "VS"), "detections"));
        return (JSON.parse(bytes.toString()) as FeatureCollection<Point>).features;
      }).flat(),
    );
    expect(found.length).toBeGreaterThan(50);
    for (const { geometry } of found) {
      const [longitude, latitude] = geometry.coordinates as [number, number];
      const isWet = !isLand(longitude, latitude) || findNearestCoast(longitude, latitude).km < 0.5;
      expect(isWet, `${longitude} ${latitude}`).toBe(true);
    }
  });
});
