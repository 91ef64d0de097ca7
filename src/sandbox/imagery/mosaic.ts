import type { LandMask, MapSquare } from "./land-mask.ts";
import { hashAt, sampleNoise } from "../random.ts";
import type { ImagerySize } from "./view-geometry.ts";

/**
 * An image composed of a pool of prepared textures. The ground is a grid of corners, each water, land or built-up. A
 * cell shows the texture of its four corners, so that shores continue across cells.
 */
export interface Mosaic {
  width: number;
  height: number;
  /** The longer side before rounding to whole pixels. */
  longestPixels: number;
  /** Side of a stored tile in pixels: a power of two. */
  tile: number;
  /** Side of a cell in pixels: a power of two, at most a tile. */
  cell: number;
  /** Differs for each product, because each has its own speckle. */
  speckleSeed: number;
  /** Location of its pixels on the ground; absent for an image of pure noise. */
  place?: GroundPlace;
}

/** The map of the collect's footprint, and the position of a pixel in it: all products show the same coast there. */
export interface GroundPlace {
  square: MapSquare;
  /** Computed on the first call. */
  mask: () => LandMask;
  /** Shares of the square's side, y down. */
  at: (x: number, y: number) => readonly [x: number, y: number];
}

/** One resolution of a mosaic: 0 is the full one; each further level has half the side. */
export interface Level {
  level: number;
  width: number;
  height: number;
  tilesAcross: number;
  tilesDown: number;
}

/** 0 water, 1 land, 2 built-up. */
type GroundClass = 0 | 1 | 2;

/** Number of textures that differ only in speckle, for cells with four equal corners. */
const MAX_VARIANTS = 64;
const MIN_VARIANTS = 8;
const VARIANT_PIXELS = 16_384;

export function computeLevel({ width, height, tile }: Mosaic, level: number): Level {
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

/** Returns the full resolution and its overviews, until one fits into a tile or shows a cell as one pixel. */
export function listLevels(mosaic: Mosaic): Level[] {
  const levels = [computeLevel(mosaic, 0)];
  const hasMore = ({ level, width, height }: Level): boolean =>
    Math.max(width, height) > mosaic.tile && mosaic.cell >> level > 1;
  for (let last = levels[0]!; hasMore(last); levels.push(last)) last = computeLevel(mosaic, last.level + 1);
  return levels;
}

/** Coasts of the map are accurate to a kilometre. Finer detail is noise, which moves them by up to half of this. */
const ROUGHNESS_METRES = 900;
/** Size of the largest bends of a coast by noise, and of built-up areas. */
const BEND_METRES = 2600;
const TOWN_METRES = 2100;
/** Noise alone makes few villages; towards the centre of a city everything is built-up. */
const VILLAGE_THRESHOLD = 0.8;
const CITY_WEIGHT = 0.75;
const [COAST_SEED, TOWN_SEED] = [0x5ea, 0x70];

/** Returns the ground at a pixel. It depends only on the place, so all products show the same coast. */
export function findGround({ place }: Mosaic, column: number, row: number): GroundClass {
  if (place === undefined) return 1;
  const { originX, originY, sideMetres } = place.square;
  const [x, y] = place.at(column, row);
  const [east, north] = [originX + x * sideMetres, originY - y * sideMetres];
  const mask = place.mask();
  const inland = mask.inland(x, y);
  if (inland < ROUGHNESS_METRES) {
    const bend = sampleNoise(COAST_SEED, east / BEND_METRES, north / BEND_METRES) - 0.5;
    if (inland + ROUGHNESS_METRES * bend < 0) return 0;
  }
  const built =
    sampleNoise(TOWN_SEED, east / TOWN_METRES, north / TOWN_METRES) + CITY_WEIGHT * mask.town(x, y);
  return built < VILLAGE_THRESHOLD ? 1 : 2;
}

/** Returns the number of a cell's texture from the classes of its corners. */
function numberTexture(
  mosaic: Mosaic,
  cellX: number,
  cellY: number,
  [nw, ne, sw, se]: readonly [GroundClass, GroundClass, GroundClass, GroundClass],
): number {
  const corners = ((nw * 3 + ne) * 3 + sw) * 3 + se;
  const isPlain = nw === ne && nw === sw && nw === se;
  // Small cells are adjacent in large numbers: with few variants the eye sees a pattern.
  const variants = Math.max(MIN_VARIANTS, Math.min(MAX_VARIANTS, VARIANT_PIXELS / mosaic.cell ** 2));
  return corners * MAX_VARIANTS + (isPlain ? hashAt(mosaic.speckleSeed, cellX, cellY) % variants : 0);
}

/** Returns the number of a texture that is land throughout, for images without shores. */
export const numberPlainTexture = (mosaic: Mosaic, cellX: number, cellY: number): number =>
  numberTexture(mosaic, cellX, cellY, [1, 1, 1, 1]);

/** Returns the classes of the four corners and the variant of a texture number. */
export function listTextureCorners(number: number): {
  corners: [nw: number, ne: number, sw: number, se: number];
  variant: number;
} {
  const packed = Math.floor(number / MAX_VARIANTS);
  const digit = (place: number): number => Math.floor(packed / place) % 3;
  return { corners: [digit(27), digit(9), digit(3), digit(1)], variant: number % MAX_VARIANTS };
}

/** Returns the texture numbers of a block of cells, row by row: each corner is computed once. */
export function numberTextures(
  mosaic: Mosaic,
  firstX: number,
  firstY: number,
  across: number,
  down: number,
): Uint16Array {
  const numbers = new Uint16Array(across * down);
  const cornerRow = (cellY: number): GroundClass[] =>
    Array.from({ length: across + 1 }, (_, at) =>
      findGround(mosaic, (firstX + at) * mosaic.cell, cellY * mosaic.cell),
    );
  let upper = cornerRow(firstY);
  for (let row = 0; row < down; row += 1) {
    const lower = cornerRow(firstY + row + 1);
    for (let column = 0; column < across; column += 1) {
      const corners = [upper[column]!, upper[column + 1]!, lower[column]!, lower[column + 1]!] as const;
      numbers[row * across + column] = numberTexture(mosaic, firstX + column, firstY + row, corners);
    }
    upper = lower;
  }
  return numbers;
}

/**
 * Returns the side of a mosaic's tiles and cells. A coast is recognisable with dozens of cells along the longer side.
 * In larger images cells are as large as tiles, because whole tiles are copied fastest.
 */
export function tileAndCell(size: ImagerySize, longestPixels: number): { tile: number; cell: number } {
  const [tile, least] = size === "tiny" ? [128, 64] : [256, 32];
  return { tile, cell: Math.max(4, Math.min(tile, 2 ** Math.floor(Math.log2(longestPixels / least)))) };
}
