import { hashAt, smoothNoise, unitAt } from "./noise.ts";

/**
 * An image composed of a pool of prepared textures. The ground is a grid of corners, each water, land or built-up; a
 * cell shows the texture of its four corners, so that shores continue across cells.
 */
export interface Mosaic {
  width: number;
  height: number;
  /** The longer side before it was rounded to whole pixels. */
  longestPixels: number;
  /** Side of a stored tile in pixels: a power of two. */
  tile: number;
  /** Side of a cell in pixels: a power of two, at most a tile. */
  cell: number;
  /** The same for every product of a collect. */
  groundSeed: number;
  /** Its own for each product, as each has its own speckle. */
  speckleSeed: number;
  /** Where its pixels lie on the ground; absent when the image itself is on a map. */
  place?: GroundPlace;
}

/** The geocoded raster of the same collect, and where in it a pixel lies: so every product shows the same coast there. */
export interface GroundPlace {
  longestPixels: number;
  at: (x: number, y: number) => readonly [x: number, y: number];
}

/** One resolution of a mosaic: 0 is the full one, each further level has half the side. */
export interface Level {
  level: number;
  width: number;
  height: number;
  tilesAcross: number;
  tilesDown: number;
}

/** 0 water, 1 land, 2 built-up. */
type GroundClass = 0 | 1 | 2;

/** Textures that differ only in speckle, for cells whose corners are all alike. */
const PLAIN_VARIANTS = 8;
const FEATURES_ACROSS = 3.2;

export function levelAt({ width, height, tile }: Mosaic, level: number): Level {
  const levelWidth = Math.ceil(width / 2 ** level);
  const levelHeight = Math.ceil(height / 2 ** level);
  return {
    level,
    width: levelWidth,
    height: levelHeight,
    tilesAcross: Math.ceil(levelWidth / tile),
    tilesDown: Math.ceil(levelHeight / tile),
  };
}

/** The full resolution and its overviews, down to the first that fits into one tile, or shows a cell as one pixel. */
export function levelsOf(mosaic: Mosaic): Level[] {
  const levels = [levelAt(mosaic, 0)];
  const hasMore = ({ level, width, height }: Level): boolean =>
    Math.max(width, height) > mosaic.tile && mosaic.cell >> level > 1;
  for (let last = levels[0]!; hasMore(last); levels.push(last)) last = levelAt(mosaic, last.level + 1);
  return levels;
}

/**
 * The ground at a pixel. It depends on the position as a share of the longer side, so that every size shows the same
 * coast.
 */
export function groundAt(mosaic: Mosaic, column: number, row: number): GroundClass {
  const [x, y] = mosaic.place?.at(column, row) ?? [column, row];
  const scale = FEATURES_ACROSS / (mosaic.place ?? mosaic).longestPixels;
  const height = smoothNoise(mosaic.groundSeed, x * scale, y * scale);
  const shore = 0.4 + 0.15 * unitAt(mosaic.groundSeed, 1, 1);
  return height < shore ? 0 : height < shore + 0.24 ? 1 : 2;
}

/** Number of the texture that a cell shows, given the classes of its corners. */
function textureNumber(
  mosaic: Mosaic,
  cellX: number,
  cellY: number,
  [nw, ne, sw, se]: readonly [GroundClass, GroundClass, GroundClass, GroundClass],
): number {
  const corners = ((nw * 3 + ne) * 3 + sw) * 3 + se;
  const isPlain = nw === ne && nw === sw && nw === se;
  return corners * PLAIN_VARIANTS + (isPlain ? hashAt(mosaic.speckleSeed, cellX, cellY) % PLAIN_VARIANTS : 0);
}

/** Number of a texture that is land all over, for what shows no shores. */
export const plainTexture = (mosaic: Mosaic, cellX: number, cellY: number): number =>
  textureNumber(mosaic, cellX, cellY, [1, 1, 1, 1]);

/** Classes of the four corners that a texture number stands for, and its variant. */
export function textureCorners(number: number): {
  corners: [nw: number, ne: number, sw: number, se: number];
  variant: number;
} {
  const packed = Math.floor(number / PLAIN_VARIANTS);
  const digit = (place: number): number => Math.floor(packed / place) % 3;
  return { corners: [digit(27), digit(9), digit(3), digit(1)], variant: number % PLAIN_VARIANTS };
}

/** Texture numbers of a block of cells, row by row: each corner is computed once. */
export function textureNumbers(
  mosaic: Mosaic,
  firstX: number,
  firstY: number,
  across: number,
  down: number,
): Uint16Array {
  const numbers = new Uint16Array(across * down);
  const cornerRow = (cellY: number): GroundClass[] =>
    Array.from({ length: across + 1 }, (_, at) =>
      groundAt(mosaic, (firstX + at) * mosaic.cell, cellY * mosaic.cell),
    );
  let upper = cornerRow(firstY);
  for (let row = 0; row < down; row += 1) {
    const lower = cornerRow(firstY + row + 1);
    for (let column = 0; column < across; column += 1) {
      const corners = [upper[column]!, upper[column + 1]!, lower[column]!, lower[column + 1]!] as const;
      numbers[row * across + column] = textureNumber(mosaic, firstX + column, firstY + row, corners);
    }
    upper = lower;
  }
  return numbers;
}
