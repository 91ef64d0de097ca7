import { takeShorterWay } from "./antimeridian.ts";
import { EQUATOR_RADIUS_KM } from "./great-circle.ts";
import type { Position, Region } from "./geojson.ts";
import { listRings } from "./polygon.ts";

/** Eccentricity of the WGS84 ellipsoid. */
const ECCENTRICITY = Math.sqrt(0.006_694_379_990_141_317);
const RADIANS = Math.PI / 180;

/** Gauss-Legendre points and weights on 0..1 for four samples: exact for polynomials up to degree 7. */
const SAMPLES = [
  [0.069_431_844_202_973_7, 0.173_927_422_568_726_9],
  [0.330_009_478_207_571_9, 0.326_072_577_431_273_1],
  [0.669_990_521_792_428_1, 0.326_072_577_431_273_1],
  [0.930_568_155_797_026_3, 0.173_927_422_568_726_9],
] as const;

/** Tolerance of computed shares: a share of 0 or 1 may be computed with an error of this size. */
export const SHARE_ROUNDING = 1e-9;

/** Longest step along an edge in degrees of latitude. */
const STEP_DEGREES = 5;

/**
 * Returns the area in square kilometres on the WGS84 ellipsoid. Edges are straight in longitude and latitude (RFC 7946
 * section 3.1.1), so a long edge is not the geodesic between its ends. Edges take the shorter way round the globe.
 */
export function measureKm2(geometry: Region): number {
  let total = 0;
  for (const [outside, ...holes] of listRings(takeShorterWay(geometry))) {
    if (outside === undefined) continue;
    total += Math.abs(measureRingKm2(outside));
    for (const hole of holes) total -= Math.abs(measureRingKm2(hole));
  }
  return total;
}

/**
 * Returns the signed area of a ring, positive if the ring runs counter-clockwise: the sum of the strips between each edge
 * and one parallel. Longitudes are not wrapped, so a ring across the antimeridian must continue past 180 degrees.
 */
export function measureRingKm2(ring: readonly Position[]): number {
  // Strips start at the ring's own latitude, not the equator, so that a small area keeps its digits.
  const base = computeStripToEquator(ring[0]?.[1] ?? 0);
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1]!, ring[at]!];
    const width = (from[0]! - to[0]!) * RADIANS;
    if (width !== 0) sum += width * (computeMeanStrip(from[1]!, to[1]!) - base);
  }
  return sum;
}

function computeMeanStrip(fromLatitude: number, toLatitude: number): number {
  const span = toLatitude - fromLatitude;
  const steps = Math.max(1, Math.ceil(Math.abs(span) / STEP_DEGREES));
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    for (const [place, weight] of SAMPLES) {
      sum += weight * computeStripToEquator(fromLatitude + (span * (step + place)) / steps);
    }
  }
  return sum / steps;
}

/** Returns square kilometres per radian of longitude between the equator and a latitude (Snyder 1987, equation 3-12). */
function computeStripToEquator(latitude: number): number {
  const sine = Math.sin(latitude * RADIANS);
  const squash = ECCENTRICITY * sine;
  const q = sine / (1 - squash * squash) + Math.atanh(squash) / ECCENTRICITY;
  return (EQUATOR_RADIUS_KM * EQUATOR_RADIUS_KM * (1 - ECCENTRICITY * ECCENTRICITY) * q) / 2;
}
