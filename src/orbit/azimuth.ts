/** Directions on the ground, clockwise from north, and ranges of them. */

/** Returns the smaller angle between two directions, 0 to 180 degrees. */
export function angleBetween(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
}

/** Tolerance of a single azimuth, in both directions: no pass matches it exactly. */
const AZIMUTH_TOLERANCE_DEGREES = 0.5;

/** Returns whether an azimuth is in the range clockwise from `min` to `max`, through north when `min` is larger. */
// Spec silent: the precision of "one specific angle". We allow 0.5 degrees on both sides.
// Spec silent: an azimuth range with one end. We start it at north, or end it there.
// Spec silent: azimuths outside 0 to 360. We accept any number as a direction, so that -20 is 340; 360 degrees or more
// is every direction.
export function isAzimuthWithin(azimuthDegrees: number, from = 0, to = 360): boolean {
  if (from === to) return angleBetween(azimuthDegrees, from) <= AZIMUTH_TOLERANCE_DEGREES;
  if (to - from >= 360) return true;
  const [min, max] = [direction(from), direction(to)];
  if (min < max) return azimuthDegrees >= min && azimuthDegrees <= max;
  return azimuthDegrees >= min || azimuthDegrees <= max;
}

/** An azimuth range given by its middle: the directions at most `half` degrees away. */
export interface Arc {
  middle: number;
  half: number;
}

export function arcOf(from = 0, to = 360): Arc {
  if (from === to) return { middle: from, half: AZIMUTH_TOLERANCE_DEGREES };
  if (to - from >= 360) return { middle: 0, half: 180 };
  const [min, max] = [direction(from), direction(to)];
  const half = (min < max ? max - min : max - min + 360) / 2;
  return { middle: min + half, half };
}

/** Returns 0 to 360 degrees; 360 itself is kept as the end of a range. */
const direction = (degrees: number): number => (degrees === 360 ? 360 : ((degrees % 360) + 360) % 360);
