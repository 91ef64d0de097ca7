import { RADIANS, dot, norm, subtract, type GroundPoint } from "./ellipsoid.ts";
import type { State } from "./propagation.ts";

/** The geometry between a satellite and a position on the ground, all angles in degrees. */
export interface Look {
  /** Off-nadir: between the line of sight and the direction to the earth's centre. */
  lookAngleDegrees: number;
  /** Between the vertical of the position and the direction to the satellite; over 90 below the horizon. */
  incidenceAngleDegrees: number;
  /** From the position to the satellite, clockwise from north, 0 to 360. */
  azimuthDegrees: number;
  /** Flight direction of the satellite on the ground of the position, clockwise from north, 0 to 360. */
  headingDegrees: number;
  /** Forward of broadside is positive. */
  squintAngleDegrees: number;
  side: "left" | "right";
  ascending: boolean;
  rangeKm: number;
}

const computeAcos = (cosine: number): number => Math.acos(Math.min(1, Math.max(-1, cosine))) / RADIANS;

export function computeLook(state: State, target: GroundPoint): Look {
  const { position: p, velocity: v } = state;
  return {
    lookAngleDegrees: lookAngle(state, target),
    incidenceAngleDegrees: computeIncidenceAngle(state, target),
    azimuthDegrees: computeAzimuth(state, target),
    headingDegrees: toBearing(dot(v, target.east), dot(v, target.north)),
    squintAngleDegrees: computeSquintAngle(state, target),
    side: findRightOfTrack(state, target) > 0 ? "right" : "left",
    ascending: v.z > 0,
    rangeKm: norm(subtract(target.position, p)),
  };
}

// Computes one angle only, for searches that need it ten thousand times.

export function lookAngle({ position: p }: State, { position: t }: GroundPoint): number {
  const sight = subtract(t, p);
  return computeAcos(-dot(sight, p) / (norm(sight) * norm(p)));
}

export function computeIncidenceAngle({ position: p }: State, { position: t, up }: GroundPoint): number {
  const sight = subtract(t, p);
  return computeAcos(-dot(sight, up) / norm(sight));
}

export function computeSquintAngle(
  { position: p, velocity: v }: State,
  { position: t }: GroundPoint,
): number {
  const sight = subtract(t, p);
  return 90 - computeAcos(dot(sight, v) / (norm(sight) * norm(v)));
}

export function computeAzimuth({ position: p }: State, { position: t, east, north }: GroundPoint): number {
  const sight = subtract(t, p);
  return toBearing(-dot(sight, east), -dot(sight, north));
}

/**
 * Returns the change of the incidence angle's cosine, times the range: positive while the incidence angle decreases.
 */
export function computeClimbRate(
  { position: p, velocity: v }: State,
  { position: t, up }: GroundPoint,
): number {
  const sight = subtract(p, t);
  return dot(v, up) - (dot(sight, up) * dot(sight, v)) / dot(sight, sight);
}

/**
 * Returns a positive number when the position is to the right of the track: the right of a flight is along velocity x
 * up.
 */
export function findRightOfTrack({ position: p, velocity: v }: State, { position: t }: GroundPoint): number {
  return (
    (t.x - p.x) * (v.y * p.z - v.z * p.y) +
    (t.y - p.y) * (v.z * p.x - v.x * p.z) +
    (t.z - p.z) * (v.x * p.y - v.y * p.x)
  );
}

/** Returns degrees clockwise from north, 0 to 360. */
export const toBearing = (toEast: number, toNorth: number): number =>
  (Math.atan2(toEast, toNorth) / RADIANS + 360) % 360;

/** Directions on the ground, clockwise from north, and ranges of them. */

/** Returns the smaller angle between two directions, 0 to 180 degrees. */
export function measureAngleBetween(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
}

/** Tolerance of a single azimuth, in both directions: no pass matches it exactly. */
const AZIMUTH_TOLERANCE_DEGREES = 0.5;

/** An azimuth range given by its middle: the directions at most `half` degrees away. */
export interface Arc {
  middle: number;
  half: number;
}

/** Returns the range clockwise from `from` to `to`, through north when `from` is larger. */
// Spec silent: the precision of "one specific angle". We allow 0.5 degrees on both sides.
// Spec silent: an azimuth range with one end. We start it at north, or end it there.
// Spec silent: azimuths outside 0 to 360. We accept any number as a direction, so that -20 is 340; 360 degrees or more
// is every direction.
export function readArc(from = 0, to = 360): Arc {
  if (from === to) return { middle: from, half: AZIMUTH_TOLERANCE_DEGREES };
  if (to - from >= 360) return { middle: 0, half: 180 };
  const [min, max] = [normalizeDirection(from), normalizeDirection(to)];
  const half = (min < max ? max - min : max - min + 360) / 2;
  return { middle: min + half, half };
}

/** Returns 0 to 360 degrees; 360 itself is kept as the end of a range. */
const normalizeDirection = (degrees: number): number =>
  degrees === 360 ? 360 : ((degrees % 360) + 360) % 360;

/** A billionth of a degree: the bounds are in the range in spite of rounding. */
const ROUNDING = 1e-9;

export const isWithinArc = (azimuthDegrees: number, { middle, half }: Arc): boolean =>
  measureAngleBetween(azimuthDegrees, middle) <= half + ROUNDING;
