/** A circle on the ground as a polygon. */
import type { Point, Polygon, Position } from "./geojson.ts";
import { destination } from "./great-circle.ts";

const CORNERS = 48;

/** Counter-clockwise, closed, to about ten centimetres; undefined where it holds a pole, which no ring goes around. */
export function discAround({ coordinates }: Point, radiusKm: number): Polygon | undefined {
  const kmToPole = (90 - Math.abs(coordinates[1] ?? 0)) * KM_PER_DEGREE;
  if (radiusKm >= kmToPole) return undefined;
  const ring = Array.from({ length: CORNERS }, (_, at): Position => {
    const corner = destination(coordinates, 360 - (at * 360) / CORNERS, radiusKm);
    return corner.map((degrees) => Math.round(degrees * 1e6) / 1e6);
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
}

const KM_PER_DEGREE = 111.19;
