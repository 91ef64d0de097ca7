/** Areas with longitude and latitude exchanged: the likely intention when nothing is found in the given ones. */
import type { LineString, Point, Polygon, Position } from "./geojson.ts";

/** Undefined when a longitude cannot be a latitude. */
export function swapPosition([longitude = 0, latitude = 0, ...rest]: Position): Position | undefined {
  return Math.abs(longitude) > 90 ? undefined : [latitude, longitude, ...rest];
}

/** Undefined for a box across the antimeridian, and for one with heights. */
export function swapBox(box: readonly unknown[]): [number, number, number, number] | undefined {
  if (box.length !== 4) return undefined;
  const [west, south, east, north] = box as [number, number, number, number];
  if (west > east || Math.abs(west) > 90 || Math.abs(east) > 90) return undefined;
  return [south, west, north, east];
}

export function swapGeometry(shape: Point | LineString | Polygon): Point | LineString | Polygon | undefined {
  if (shape.type === "Point") {
    const coordinates = swapPosition(shape.coordinates);
    return coordinates && { type: "Point", coordinates };
  }
  if (shape.type === "LineString") {
    const coordinates = allOf(shape.coordinates.map(swapPosition));
    return coordinates && { type: "LineString", coordinates };
  }
  // The exchange mirrors a ring, which reverses its direction.
  const rings = allOf(shape.coordinates.map((ring) => allOf(ring.map(swapPosition))?.toReversed()));
  return rings && { type: "Polygon", coordinates: rings };
}

const allOf = <T>(values: readonly (T | undefined)[]): T[] | undefined =>
  values.every((value) => value !== undefined) ? [...values] : undefined;
