import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { measureDistanceKm } from "../../../../src/geo/great-circle.ts";
import { planGeoRaster } from "../../../../src/sandbox/imagery/geo-raster.ts";
import { chooseMapFrame } from "../../../../src/sandbox/imagery/map-frame.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import { detectVessels } from "../../../../src/sandbox/imagery/vessels.ts";
import type { Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { gdal, gdalOn, needGdal } from "../../../gdal.ts";
import { newFolder } from "../../../new-folder.ts";
import { flownOver } from "./flown.ts";
import { assetOf, writeSparse } from "./scenes.ts";

const PRODUCTS = ["GEO", "SLC", "SICD", "SIDD"] as const;

type Place = readonly [longitude: number, latitude: number];

interface Info {
  size: [number, number];
  geoTransform?: [number, number, number, number, number, number];
  gcps?: { gcpList: { pixel: number; line: number; x: number; y: number }[] };
  bands: { type: string }[];
}

/** Column and row of a place, by the file's own position: a transform, or control points. */
function locator(
  info: Info,
  product: string,
): (longitude: number, latitude: number) => [x: number, y: number] {
  const [x0, dxColumn, dxRow, y0, dyColumn, dyRow] = info.geoTransform ?? transformOf(info.gcps!.gcpList);
  const determinant = dxColumn * dyRow - dxRow * dyColumn;
  return (longitude, latitude) => {
    const [x, y] =
      product === "GEO"
        ? chooseMapFrame(longitude, latitude).toMap(longitude, latitude)
        : [longitude, latitude];
    return [
      ((x - x0) * dyRow - (y - y0) * dxRow) / determinant,
      ((y - y0) * dxColumn - (x - x0) * dyColumn) / determinant,
    ];
  };
}

/** The transform through three of the control points: one corner and its two neighbours. */
function transformOf(points: NonNullable<Info["gcps"]>["gcpList"]): NonNullable<Info["geoTransform"]> {
  const origin = points.find(({ pixel, line }) => pixel < 1 && line < 1)!;
  const right = points.find(({ pixel, line }) => pixel > 1 && line < 1)!;
  const below = points.find(({ pixel, line }) => pixel < 1 && line > 1)!;
  const across = right.pixel - origin.pixel;
  const down = below.line - origin.line;
  return [
    origin.x,
    (right.x - origin.x) / across,
    (below.x - origin.x) / down,
    origin.y,
    (right.y - origin.y) / across,
    (below.y - origin.y) / down,
  ];
}

/** Samples on each side of a place for its mean: speckle is stronger than the ground. */
const ROUND = 4;
const WINDOW = (2 * ROUND + 1) ** 2;

/** Mean amplitudes of a product round places, as GDAL reads them. */
async function amplitudesAt(
  folder: string,
  scene: Scene,
  product: string,
  places: Place[],
): Promise<number[]> {
  const file = assetOf(listProductFiles(scene, product as "GEO"), "VV");
  const path = join(folder, file.fileName);
  await writeSparse(path, file);
  const info = JSON.parse(await gdal("gdalinfo", "-json", path)) as Info;
  const locate = locator(info, product);
  const lines = places.flatMap((place) => {
    const [x, y] = locate(...place).map(Math.round) as [number, number];
    return Array.from({ length: WINDOW }, (_, at) => {
      const [column, row] = [x + (at % 9) - ROUND, y + Math.floor(at / 9) - ROUND];
      return `${clamp(column, info.size[0])} ${clamp(row, info.size[1])}`;
    });
  });
  const values = (await gdalOn(`${lines.join("\n")}\n`, "gdallocationinfo", "-valonly", path))
    .trim()
    .split(/\s+/u);
  // A sample is one number, one of the form a+bi, or a number in each of two bands.
  const parts = values.map((value) => Math.hypot(...(value.match(/-?\d+/gu) ?? []).map(Number)));
  const depth = parts.length / lines.length;
  return places.map((_, place) => {
    const sum = Array.from({ length: WINDOW }, (_none, at) => {
      const first = (place * WINDOW + at) * depth;
      return Math.hypot(...parts.slice(first, first + depth));
    }).reduce((total, one) => total + one, 0);
    return sum / WINDOW;
  });
}

const clamp = (value: number, length: number): number => Math.min(length - 1, Math.max(0, value));

/** Whether a place is so near to a ship that its mean would show it: only geocoded images have ships. */
function nearShips(scene: Scene): (place: Place) => boolean {
  const { features } = detectVessels(scene, planGeoRaster(scene, "GEO", "tiny"));
  return ([longitude, latitude]) =>
    features.some(
      ({ geometry: { coordinates } }) => measureDistanceKm(coordinates, [longitude, latitude]) < 0.35,
    );
}

/** The correlation of two lists of numbers: 1 if one follows the other, 0 if they are unrelated. */
function correlation(ours: readonly number[], theirs: readonly number[]): number {
  const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [a, b] = [mean(ours), mean(theirs)];
  const product = (left: readonly number[], right: readonly number[], x: number, y: number): number =>
    left.reduce((sum, one, at) => sum + (one - x) * (right[at]! - y), 0);
  return product(ours, theirs, a, b) / Math.sqrt(product(ours, ours, a, a) * product(theirs, theirs, b, b));
}

describe("the products of one collect", () => {
  it.for([
    ["Lisbon", flownOver("Lisbon", [-9.134, 38.695])],
    ["Taal, from the left", flownOver("Taalll", [120.99, 14.01], { side: "left", type: "spotlight_wide" })],
    ["Suez, squinted", flownOver("Suezzz", [32.574, 29.939], { side: "left", squint: 15 })],
    [
      "Kiel, squinted most",
      flownOver("Kiel4x", [10.15, 54.4], { side: "left", squint: 30, least: 44, most: 55 }),
    ],
    ["a strip at Dakar", flownOver("Dakarr", [-17.4034, 14.7224], { type: "stripmap_20" })],
  ] as const)("SBX-07 show the same coasts at the same places: %s", async ([, scene], context) => {
    await needGdal(context);
    const folder = await newFolder();
    try {
      // In the middle of the footprint, and not among similar neighbours.
      const reach = scene.type.widthKm / 111 / 4;
      const isShipNear = nearShips(scene);
      const places = Array.from({ length: 36 }, (_, step): Place => {
        const north = ((step % 6) - 2.5) * (reach / 2.5);
        const east = (Math.floor(step / 6) - 2.5) * (reach / 2.5);
        return [
          scene.center[0] + east / Math.cos((scene.center[1] * Math.PI) / 180),
          scene.center[1] + north,
        ];
      }).filter((place) => !isShipNear(place));
      const heights = await Promise.all(
        PRODUCTS.map(async (product) => (await amplitudesAt(folder, scene, product, places)).map(Math.log)),
      );
      const [geo, ...others] = heights;
      for (const [at, other] of others.entries()) {
        expect(correlation(geo!, other), PRODUCTS[at + 1]).toBeGreaterThan(0.8);
        // Turned by 180 degrees they would not agree: the comparison distinguishes the places.
        expect(correlation(geo!, other.toReversed()), PRODUCTS[at + 1]).toBeLessThan(0.4);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
