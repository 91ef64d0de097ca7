import type { Position } from "../../../src/geo/geojson.ts";

const EARTH_KM = 6371.0088;
const RADIANS = Math.PI / 180;

/**
 * Square kilometres inside a ring whose edges are straight on the flat map, by the line integral of sin(latitude) in small
 * steps: another method than that of the footprints.
 */
export function areaOf(ring: Position[]): number {
  const steps = 64;
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [ring[at - 1] as Position, ring[at] as Position];
    for (let step = 0; step < steps; step++) {
      const latitude = y0 + ((y1 - y0) * (step + 0.5)) / steps;
      sum -= ((x1 - x0) / steps) * RADIANS * Math.sin(latitude * RADIANS);
    }
  }
  return sum * EARTH_KM * EARTH_KM;
}
