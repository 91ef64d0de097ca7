import type { Position, SimpleGeometry } from "./geojson.ts";
import { positionsOf } from "./polygon.ts";
import { wrapLongitude } from "./position.ts";

export type Bounds = [west: number, south: number, east: number, north: number];

/**
 * The box around a geometry. Parts that meet at the antimeridian, as RFC 7946 section 3.1.9 cuts them, give a box that
 * crosses it, with west greater than east.
 */
export function boundsOf(geometry: SimpleGeometry): Bounds {
  const positions = unfoldAtAntimeridian(geometry);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const position of positions) {
    west = Math.min(west, position[0]!);
    east = Math.max(east, position[0]!);
    south = Math.min(south, position[1]!);
    north = Math.max(north, position[1]!);
  }
  return [wrapLongitude(west), south, wrapLongitude(east), north];
}

/**
 * The positions of a geometry, those west of the antimeridian moved on by 360 degrees when the geometry consists of
 * parts that meet there; so they lie side by side. A geometry that spans the world stays as it is.
 */
export function unfoldAtAntimeridian(geometry: SimpleGeometry): Position[] {
  const positions = positionsOf(geometry);
  if (!isCutAtAntimeridian(geometry, positions)) return positions;
  return positions.map(([longitude, latitude]) => [
    longitude! < 0 ? longitude! + 360 : longitude!,
    latitude!,
  ]);
}

/** Cut means: several parts, some reaching 180 and some -180, and none reaching both. */
export function isCutAtAntimeridian(geometry: SimpleGeometry, positions = positionsOf(geometry)): boolean {
  if (!geometry.type.startsWith("Multi")) return false;
  const reaches = (meridian: number): boolean => positions.some(([longitude]) => longitude === meridian);
  if (!reaches(180) || !reaches(-180)) return false;
  // A part in between, around longitude 0, would lie in the middle of a box that crosses the antimeridian.
  return positions.every(([longitude]) => Math.abs(longitude!) >= 90);
}
