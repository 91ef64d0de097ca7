/** One azimuth means it within half a degree on both sides: no pass hits it exactly. */
const AZIMUTH_TOLERANCE_DEGREES = 0.5;

/** The smaller angle between two directions, 0 to 180 degrees. */
export function angleBetween(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
}

/** True within the range that goes clockwise from `min` to `max`, through north when `min` is the larger one. */
// Spec silent: how exact "one specific angle" is. We allow 0.5 degrees to both sides.
// Spec silent: what a lone minimum or maximum means. We let it run to, or start from, north.
export function isAzimuthWithin(azimuthDegrees: number, min = 0, max = 360): boolean {
  if (min === max) return angleBetween(azimuthDegrees, min) <= AZIMUTH_TOLERANCE_DEGREES;
  if (min < max) return azimuthDegrees >= min && azimuthDegrees <= max;
  return azimuthDegrees >= min || azimuthDegrees <= max;
}
