import type { Position, SimpleGeometry } from "./geojson.ts";
import { mapPositions, listPositions } from "./polygon.ts";
import { wrapLongitude } from "./position.ts";

/** A box in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number];

/** Returns the box around positions, without wrapping; from Infinity to -Infinity for none. */
export function measureBounds(positions: readonly Position[]): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = NaN, y = NaN] of positions) {
    if (x < west) west = x;
    if (y < south) south = y;
    if (x > east) east = x;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

/** Extends a box to contain another one. */
export function extendBounds(box: Bounds, [west, south, east, north]: Readonly<Bounds>): void {
  box[0] = Math.min(box[0], west);
  box[1] = Math.min(box[1], south);
  box[2] = Math.max(box[2], east);
  box[3] = Math.max(box[3], north);
}

/** Reports whether two boxes share a point; neither crosses the antimeridian. */
export const doBoundsMeet = (one: Bounds, other: Bounds): boolean =>
  one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];

/**
 * Returns the box around a geometry. If parts meet at the antimeridian (RFC 7946 section 3.1.9), the box crosses the
 * meridian: its west is greater than its east.
 */
export function measureGeometryBounds(geometry: SimpleGeometry): Bounds {
  const [west, south, east, north] = measureBounds(listPositions(unfoldAtAntimeridian(geometry)));
  return [wrapLongitude(west), south, wrapLongitude(east), north];
}

/**
 * Moves the parts with negative longitudes by 360 degrees if the parts of a geometry meet at the antimeridian, so that all
 * are side by side. A geometry that spans the world is unchanged.
 */
export const unfoldAtAntimeridian = <G extends SimpleGeometry>(geometry: G): G =>
  isCutAtAntimeridian(geometry)
    ? mapPositions(geometry, ([x = 0, y = 0]) => [x < 0 ? x + 360 : x, y])
    : geometry;

/**
 * Reports whether a geometry is cut at the antimeridian. It then has several parts: some reach 180 and some
 * -180, and none is in the middle of the world.
 */
function isCutAtAntimeridian(geometry: SimpleGeometry): boolean {
  if (!geometry.type.startsWith("Multi")) return false;
  const positions = listPositions(geometry);
  const reaches = (meridian: number): boolean => positions.some(([longitude]) => longitude === meridian);
  if (!reaches(180) || !reaches(-180)) return false;
  // A part around longitude 0 would be in the middle of a box that crosses the antimeridian.
  return positions.every(([longitude]) => Math.abs(longitude!) >= 90);
}
