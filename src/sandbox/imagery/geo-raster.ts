import type { ItemProduct } from "../archive/collect.ts";
import { memoize } from "./product-file.ts";
import { makeLandMask } from "./land-mask.ts";
import { chooseMapFrame, type MapFrame } from "./map-frame.ts";
import { listLevels, tileAndCell, type GroundPlace, type Mosaic } from "./mosaic.ts";
import { hashSeed } from "../random.ts";
import { findLargestScale, type ImagerySize, type Scene } from "./view-geometry.ts";

const TINY_SIDE_PIXELS = 384;
/** Extra bytes of a tile: eight around its data (cloud optimised), twelve in the directory. */
const TILE_EXTRA_BYTES = 20;
const DIRECTORIES_BYTES = 6000;
/** Maximum pixels along a side at the sensor's own resolution. */
const MAX_SIDE_PIXELS = 65_536;

/** A north-up image on a map, not drawn yet. */
export interface GeoRaster extends Mosaic {
  place: GroundPlace;
  /** Common to all products of a collect. */
  vesselSeed: number;
  frame: MapFrame;
  /** Upper left corner of the upper left pixel, map metres. */
  originX: number;
  originY: number;
  /** Side of a pixel on the map, metres. */
  spacingMetres: number;
  /** The footprint in pixels, y down; there is no data outside of it. */
  outline: Outline;
}

/** Plans the raster of a geocoded product around the footprint. */
export function planGeoRaster(scene: Scene, product: ItemProduct, size: ImagerySize): GeoRaster {
  const frame = chooseMapFrame(...scene.center);
  const corners = makeConvexOutline(projectFootprint(scene, frame));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const originX = Math.min(...xs);
  const originY = Math.max(...ys);
  const extentX = Math.max(...xs) - originX;
  const extentY = originY - Math.min(...ys);
  const longest = Math.max(extentX, extentY);
  const square = { frame, originX, originY, sideMetres: longest };
  const mask = memoize(() => makeLandMask(square));
  const grid = (spacing: number): Mosaic & { place: GroundPlace } => ({
    ...tileAndCell(size, longest / spacing),
    width: countPixels(extentX, spacing),
    height: countPixels(extentY, spacing),
    longestPixels: longest / spacing,
    place: {
      square,
      mask,
      at: (x, y) => [(x * spacing) / longest, (y * spacing) / longest],
    },
    speckleSeed: hashSeed(`${scene.id} ${product}`),
  });
  const spacingMetres =
    typeof size === "number"
      ? 1 / findLargestScale(size, (scale) => sumRasterBytes(grid(1 / scale)))
      : findFinestSpacing(scene, size, longest);
  return {
    ...grid(spacingMetres),
    vesselSeed: hashSeed(scene.id),
    frame,
    originX,
    originY,
    spacingMetres,
    outline: corners.map(([x, y]) => [(x - originX) / spacingMetres, (originY - y) / spacingMetres]),
  };
}

function findFinestSpacing({ type }: Scene, size: "tiny" | "real", longest: number): number {
  if (size === "tiny") return longest / TINY_SIDE_PIXELS;
  return Math.max(type.resolutionRangeMetres, type.resolutionAzimuthMetres, longest / MAX_SIDE_PIXELS);
}

/** Returns the length of the file: its tiles of 16-bit pixels, each with frame, offset and length. */
const sumRasterBytes = (grid: Mosaic): number =>
  listLevels(grid).reduce((sum, { tilesAcross, tilesDown }) => sum + tilesAcross * tilesDown, 0) *
    (grid.tile ** 2 * 2 + TILE_EXTRA_BYTES) +
  DIRECTORIES_BYTES;

/** Converts pixels from the upper left corner to degrees. */
export function toDegrees(raster: GeoRaster, x: number, y: number): [longitude: number, latitude: number] {
  const { frame, originX, originY, spacingMetres } = raster;
  return frame.toDegrees(originX + x * spacingMetres, originY - y * spacingMetres);
}

function projectFootprint({ geometry }: Scene, frame: MapFrame): Outline {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const positions = polygons.flatMap(([ring = []]) => ring);
  return positions.map(([longitude = 0, latitude = 0]) => frame.toMap(longitude, latitude));
}

/** Returns whole pixels that cover an extent, without an extra pixel for a rounding error. */
const countPixels = (extent: number, spacing: number): number =>
  Math.max(1, Math.ceil(extent / spacing - 1e-6));

/** A convex outline in a plane, as its corners in order. */
export type Outline = readonly (readonly [x: number, y: number])[];

/** Returns the smallest convex outline around the points (Andrew's monotone chain). */
export function makeConvexOutline(points: Outline): Outline {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...makeChain(sorted), ...makeChain(sorted.toReversed())];
}

function makeChain(points: Outline): Outline {
  const kept: (readonly [number, number])[] = [];
  for (const point of points) {
    while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}

function turn(
  a: readonly [number, number],
  b: readonly [number, number],
  c: readonly [number, number],
): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Returns the left and right end of the outline on the line at `y`, or undefined outside of it. */
export function findSpan(outline: Outline, y: number): [left: number, right: number] | undefined {
  let left = Infinity;
  let right = -Infinity;
  for (let at = 0; at < outline.length; at += 1) {
    const [fromX, fromY] = outline[at]!;
    const [toX, toY] = outline[(at + 1) % outline.length]!;
    if (fromY === toY || y < Math.min(fromY, toY) || y > Math.max(fromY, toY)) continue;
    const x = fromX + ((toX - fromX) * (y - fromY)) / (toY - fromY);
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return left <= right ? [left, right] : undefined;
}

export function isInside(outline: Outline, x: number, y: number): boolean {
  const span = findSpan(outline, y);
  return span !== undefined && x >= span[0] && x <= span[1];
}

/** Returns whether all of these points are beyond one edge: then their hull is outside. */
export function isBeyondOneEdge(outline: Outline, points: Outline): boolean {
  const middle = computeMiddle(outline);
  return outline.some((from, at) => {
    const to = outline[(at + 1) % outline.length]!;
    const inside = Math.sign(turn(from, to, middle));
    return points.every((point) => turn(from, to, point) * inside < 0);
  });
}

function computeMiddle(outline: Outline): readonly [x: number, y: number] {
  const sum = (axis: 0 | 1): number => outline.reduce((total, point) => total + point[axis], 0);
  return [sum(0) / outline.length, sum(1) / outline.length];
}

/** Shrinks the outline towards its centre: 0.9 leaves a margin of a tenth. */
export function shrinkOutline(outline: Outline, share: number): Outline {
  const [middleX, middleY] = computeMiddle(outline);
  return outline.map(([x, y]) => [middleX + (x - middleX) * share, middleY + (y - middleY) * share]);
}
