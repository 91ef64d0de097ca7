/** Degrees and positions as text, with digits for the current zoom. */
import { wrapLongitude } from "../../../geo/position.ts";
import { PLANE_SCALE } from "../plane.ts";

export function formatDegrees(degrees: number, positive: string, negative: string, step: number): string {
  const turned = wrapLongitude(degrees);
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  const text = `${Math.abs(turned).toFixed(digits)}°`;
  // 0 and 180 degrees have no side.
  return [0, 180].includes(Number(text.slice(0, -1))) ? text : `${text} ${turned > 0 ? positive : negative}`;
}

/** Returns `38.71° N 9.14° W`, with digits for the current zoom. */
export function formatPlanePosition([longitude, latitude]: readonly [number, number], scale: number): string {
  const step = 57 / (PLANE_SCALE * scale);
  return `${formatDegrees(latitude, "N", "S", step)} ${formatDegrees(longitude, "E", "W", step)}`;
}
