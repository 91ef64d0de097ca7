import { describe, expect, it } from "vitest";
import { planGeoRaster, isInside, type GeoRaster } from "../../../../src/sandbox/imagery/geo-raster.ts";
import { listLevels } from "../../../../src/sandbox/imagery/mosaic.ts";
import { createTileRenderer } from "../../../../src/sandbox/imagery/render-tile.ts";
import type { ImagerySize } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { listVessels } from "../../../../src/sandbox/imagery/vessels.ts";
import { sceneAt } from "./scenes.ts";

/** A level as one image. */
function drawLevel(
  raster: GeoRaster,
  level: number,
): { width: number; height: number; at: (x: number, y: number) => number } {
  const { tilesAcross, tilesDown, width, height } = listLevels(raster)[level]!;
  const render = createTileRenderer(raster);
  const tiles = Array.from({ length: tilesAcross * tilesDown }, (_, at) =>
    Uint16Array.from(render(level, at % tilesAcross, Math.floor(at / tilesAcross))),
  );
  const { tile } = raster;
  return {
    width,
    height,
    at: (x, y) =>
      tiles[Math.floor(y / tile) * tilesAcross + Math.floor(x / tile)]![(y % tile) * tile + (x % tile)]!,
  };
}

/** A raster without ships: they are drawn again, not averaged, on each level. */
function dryRaster(size: ImagerySize): GeoRaster {
  for (let at = 0; at < 500; at += 1) {
    const raster = planGeoRaster(sceneAt("Etna", [14.99, 37.75], "spotlight", `etna-${at}`), "GEO", size);
    if (listVessels(raster).length === 0) return raster;
  }
  throw new Error("ships everywhere");
}

describe("tileRenderer", () => {
  it.each([
    ["tiny", "tiny"],
    ["larger", 4_000_000],
  ] as const)("an overview pixel of a %s raster is the mean of the pixels under it", (_name, size) => {
    const raster = dryRaster(size);
    const full = drawLevel(raster, 0);
    for (const level of [1, 2]) {
      const side = 2 ** level;
      const overview = drawLevel(raster, level);
      let [compared, farthest] = [0, 0];
      for (let y = 0; y < overview.height; y += 1) {
        for (let x = 0; x < overview.width; x += 1) {
          const isCovered = [0, 1, 2, 3].every((corner) =>
            isInside(raster.outline, (x + (corner & 1)) * side, (y + (corner >> 1)) * side),
          );
          if (!isCovered) continue;
          let sum = 0;
          for (let at = 0; at < side * side; at += 1)
            sum += full.at(x * side + (at % side), y * side + Math.floor(at / side));
          farthest = Math.max(farthest, Math.abs(overview.at(x, y) - sum / side ** 2));
          compared += 1;
        }
      }
      // Each level is rounded from the one below it.
      expect(farthest).toBeLessThanOrEqual(level);
      expect(compared).toBeGreaterThan(5000);
    }
  });

  it("pixels are zero exactly outside the footprint", () => {
    const raster = planGeoRaster(sceneAt("Lisbon", [-9.1362, 38.7069]), "GEO", "tiny");
    const image = drawLevel(raster, 0);
    const wrong: string[] = [];
    for (let y = 0; y < image.height; y += 1) {
      for (let x = 0; x < image.width; x += 1) {
        if (image.at(x, y) > 0 !== isInside(raster.outline, x + 0.5, y + 0.5)) wrong.push(`${x},${y}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("the ground continues across cells: no step at their edges", () => {
    const image = drawLevel(dryRaster(24_000_000), 0);
    const meanStep = (x: number): number => {
      let [sum, count] = [0, 0];
      for (let y = 0; y < image.height; y += 1) {
        const [before, after] = [image.at(x - 1, y), image.at(x, y)];
        if (before === 0 || after === 0) continue;
        sum += Math.log(after / before);
        count += 1;
      }
      expect(count).toBeGreaterThan(2000);
      return Math.abs(sum / count);
    };
    const edges = [1024, 1280, 1536, 1792].map(meanStep);
    // Single-sided speckle noise of the mean of 3,000 log ratios is about 0.015.
    for (const step of edges) expect(step).toBeLessThan(0.08);
  });

  it("a tile is the same when drawn again, also after other tiles", () => {
    const render = createTileRenderer(planGeoRaster(sceneAt("Lisbon", [-9.1362, 38.7069]), "GEO", "tiny"));
    const first = Uint16Array.from(render(0, 1, 1));
    render(1, 0, 0);
    render(0, 2, 2);
    expect(Uint16Array.from(render(0, 1, 1))).toEqual(first);
  });
});
