import type { Mosaic } from "./mosaic.ts";
import { textureNumbers } from "./mosaic.ts";
import type { Pixels, Textures } from "./textures.ts";

/** Copying short rows by hand is faster than making two views for each. */
const SHORT_ROW_PIXELS = 24;

/**
 * The texture that fills a tile alone, when a tile of this level is one cell: its own bytes, not to be written to.
 * This is why large rasters come at the speed of a copy.
 */
export function wholeTile(
  mosaic: Mosaic,
  textures: Textures,
  tileX: number,
  tileY: number,
): Pixels | undefined {
  if (mosaic.tile !== mosaic.cell) return undefined;
  const [number] = textureNumbers(mosaic, tileX, tileY, 1, 1);
  return textures.at(number!, 0);
}

/** Lays the cells of one tile of one level into `into`, row by row, past the image's edge too. */
export function composeTile<P extends Pixels>(
  mosaic: Mosaic,
  textures: Textures,
  level: number,
  tileX: number,
  tileY: number,
  into: P,
): P {
  const { tile } = mosaic;
  const side = mosaic.cell >> level;
  const across = tile / side;
  const numbers = textureNumbers(mosaic, tileX * across, tileY * across, across, across);
  for (const [at, number] of numbers.entries()) {
    const pixels = textures.at(number, level);
    const corner = Math.floor(at / across) * side * tile + (at % across) * side;
    for (let row = 0; row < side; row += 1) {
      const target = corner + row * tile;
      const source = row * side;
      if (side > SHORT_ROW_PIXELS) {
        into.set(pixels.subarray(source, source + side), target);
      } else {
        for (let column = 0; column < side; column += 1) into[target + column] = pixels[source + column]!;
      }
    }
  }
  return into;
}
