import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IMAGING_TYPES } from "../../../../src/sandbox/fleet.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import type { Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { gdalOn, needGdal } from "../../../gdal.ts";
import { newFolder } from "../../../new-folder.ts";
import { sampled } from "../../../sampled.ts";
import { documentIn } from "./documents.ts";
import { flownOver } from "./flown.ts";
import { assetOf, writeSparse } from "./scenes.ts";
import { geodetic, readSicd } from "./sicd-projection.ts";

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

/** Corners of the image on the ground by the projection that SICD publishes: first row first column, then clockwise. */
function cornersOf(scene: Scene): [longitude: number, latitude: number][] {
  const sicd = readSicd(documentIn(scene, "SICD"));
  const [bottom, right] = [sicd.rows - 1, sicd.columns - 1];
  return (
    [
      [0, 0],
      [0, right],
      [bottom, right],
      [bottom, 0],
    ] as const
  ).map(([row, column]) => geodetic(sicd.project(row, column)).slice(0, 2) as [number, number]);
}

/** Pixel and line of places, by the control points of a file or by its transform on a map. */
async function pixelsIn(path: string, places: [number, number][], isOnMap: boolean): Promise<number[][]> {
  const input = places.map(([longitude, latitude]) => `${longitude} ${latitude}\n`).join("");
  const target = isOnMap ? ["-t_srs", "EPSG:4326"] : [];
  const output = await gdalOn(input, "gdaltransform", ...target, "-i", path);
  return output
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
}

const scenes = sampled(
  IMAGING_TYPES.flatMap(({ name }) =>
    (["left", "right"] as const).flatMap((side) =>
      [-30, 0, 30].map((squint) => [name, side, squint] as const),
    ),
  ),
  4,
);

describe("corners of an image in GDAL", () => {
  it.for(scenes)("SBX-07 %s, %s, squint %d", async ([type, side, squint], context) => {
    await needGdal(context);
    const scene = flownOver("Lisbon", [-9.1362, 38.7069], { type, side, squint });
    const corners = cornersOf(scene);
    for (const product of ["GEO", "SLC"] as const) {
      const path = join(folder, `${product}.tif`);
      const file = assetOf(listProductFiles(scene, product), "VV");
      await writeSparse(path, file);
      const [height, width] = file.fields["proj:shape"] as [number, number];
      const pixels = await pixelsIn(path, corners, product === "GEO");
      const [columns, rows] = [pixels.map(([x]) => x!), pixels.map(([, y]) => y!)];
      if (product === "SLC") {
        const expected = [
          [0, height],
          [0, 0],
          [width, 0],
          [width, height],
        ];
        for (const [at, [x, y]] of expected.entries()) {
          expect(Math.abs(columns[at]! - x!), `${product} corner ${at + 1}`).toBeLessThan(1);
          expect(Math.abs(rows[at]! - y!), `${product} corner ${at + 1}`).toBeLessThan(1);
        }
      } else {
        // The raster surrounds the footprint: the outermost corners are at its edges.
        expect(Math.abs(Math.min(...columns)), product).toBeLessThan(1.5);
        expect(Math.abs(Math.min(...rows)), product).toBeLessThan(1.5);
        expect(Math.abs(Math.max(...columns) - width), product).toBeLessThan(1.5);
        expect(Math.abs(Math.max(...rows) - height), product).toBeLessThan(1.5);
      }
    }
  });
});
