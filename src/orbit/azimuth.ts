/** Directions on the ground, clockwise from north, and ranges of them. */

/** Returns the smaller angle between two directions, 0 to 180 degrees. */
export function angleBetween(a: number, b: number): number {
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
export function arcOf(from = 0, to = 360): Arc {
  if (from === to) return { middle: from, half: AZIMUTH_TOLERANCE_DEGREES };
  if (to - from >= 360) return { middle: 0, half: 180 };
  const [min, max] = [direction(from), direction(to)];
  const half = (min < max ? max - min : max - min + 360) / 2;
  return { middle: min + half, half };
}

/** Returns 0 to 360 degrees; 360 itself is kept as the end of a range. */
const direction = (degrees: number): number => (degrees === 360 ? 360 : ((degrees % 360) + 360) % 360);

/** A billionth of a degree: the bounds are in the range in spite of rounding. */
const ROUNDING = 1e-9;

export const isWithinArc = (azimuthDegrees: number, { middle, half }: Arc): boolean =>
  angleBetween(azimuthDegrees, middle) <= half + ROUNDING;
