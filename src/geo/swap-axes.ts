/** Areas with longitude and latitude exchanged: the likely intention when nothing is found in the given ones. */
import type { Position } from "./geojson.ts";
import { mapPositions, listPositions, type SinglePart } from "./polygon.ts";

/** Exchanges longitude and latitude; undefined when the longitude cannot be a latitude. */
export function swapPosition([longitude = 0, latitude = 0, ...rest]: Position): Position | undefined {
  return Math.abs(longitude) > 90 ? undefined : [latitude, longitude, ...rest];
}

/** Exchanges the axes of a box; undefined for a box across the antimeridian, and for one with heights. */
export function swapBox(box: readonly unknown[]): [number, number, number, number] | undefined {
  if (box.length !== 4) return undefined;
  const [west, south, east, north] = box as [number, number, number, number];
  if (west > east || Math.abs(west) > 90 || Math.abs(east) > 90) return undefined;
  return [south, west, north, east];
}

export function swapGeometry(shape: SinglePart): SinglePart | undefined {
  if (listPositions(shape).some((position) => swapPosition(position) === undefined)) return undefined;
  const swapped = mapPositions(shape, (position) => swapPosition(position)!);
  if (swapped.type !== "Polygon") return swapped;
  // The exchange mirrors a ring, which reverses its direction.
  return { ...swapped, coordinates: swapped.coordinates.map((ring) => ring.toReversed()) };
}
