import type { MultiPolygon, Polygon, Position, SimpleGeometry } from "./geojson.ts";

/** The polygons of a polygon or multi-polygon, each as its rings. */
export function ringsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

/** All positions of a geometry, in order. */
export function positionsOf(geometry: SimpleGeometry): Position[] {
  switch (geometry.type) {
    case "Point":
      return [geometry.coordinates];
    case "MultiPoint":
    case "LineString":
      return geometry.coordinates;
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates.flat();
    default:
      return geometry.coordinates.flat(2);
  }
}

/**
 * Twice the signed area of a ring in square degrees: positive when it runs counter-clockwise. Measured from the first
 * position, so that small rings far from 0,0 keep their digits.
 */
export function signedArea(ring: readonly Position[]): number {
  const [originX, originY] = ring[0] ?? [0, 0];
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1]!, ring[at]!];
    sum += (from[0]! - originX!) * (to[1]! - originY!) - (to[0]! - originX!) * (from[1]! - originY!);
  }
  return sum;
}
