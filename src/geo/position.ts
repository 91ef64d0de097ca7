import type { Position } from "./geojson.ts";

export type PositionResult =
  | { ok: true; position: [longitude: number, latitude: number] }
  | { ok: false; reason: string };

/**
 * Checks a `[longitude, latitude]` in degrees: two finite numbers in range. A third number, the altitude, is dropped. `reason` continues
 * a sentence that begins with the position's path or flag.
 */
export function checkPosition(value: unknown): PositionResult {
  if (!Array.isArray(value)) return refuse("is not an array [longitude, latitude]");
  const numbers: unknown[] = value;
  if (numbers.length < 2) return refuse(`has ${numbers.length} of the two numbers [longitude, latitude]`);
  for (const number of numbers.slice(0, 3)) {
    if (typeof number === "string")
      return refuse(`contains a text (${JSON.stringify(clip(number))}) in place of a number`);
    if (typeof number !== "number")
      return refuse(`contains ${number === null ? "null" : `a ${typeof number}`} in place of a number`);
    if (!Number.isFinite(number)) return refuse(`contains ${number}, which is not a finite number`);
  }
  const [longitude, latitude] = numbers as [number, number];
  const range = rangeFault(longitude, latitude);
  return range === undefined ? { ok: true, position: [longitude, latitude] } : refuse(range);
}

/** Describes an out-of-range longitude or latitude, with the likely swap; undefined when both are in range. */
function rangeFault(longitude: number, latitude: number): string | undefined {
  const isLongitude = Math.abs(longitude) <= 180;
  if (isLongitude && Math.abs(latitude) <= 90) return undefined;
  if (Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180) {
    return (
      `has latitude ${latitude} outside -90..90; longitude comes first, ` +
      `so it looks like a swap: write ${latitude},${longitude}`
    );
  }
  if (Math.abs(longitude) > 1000 || Math.abs(latitude) > 1000) {
    return `has ${longitude}, ${latitude}, which are not degrees; it looks like metres of a projected system`;
  }
  if (!isLongitude && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 540) {
    return `has longitude ${longitude} outside -180..180; the same meridian is ${wrapLongitude(longitude)}`;
  }
  return isLongitude
    ? `has latitude ${latitude} outside -90..90`
    : `has longitude ${longitude} outside -180..180`;
}

/** Returns the meridian within -180..180; longitudes in that range are unchanged. */
export function wrapLongitude(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  const turns = Math.floor((longitude + 180) / 360);
  return longitude - turns * 360;
}

/** Returns the longitude within 180 degrees of a meridian. */
export const nearMeridian = (longitude: number, meridian: number): number =>
  longitude - 360 * Math.round((longitude - meridian) / 360);

/** Returns `[longitude, latitude]` as text for messages, to about a centimetre. */
export function formatPosition(position: Position): string {
  return `${Number(position[0]!.toFixed(7))},${Number(position[1]!.toFixed(7))}`;
}

function clip(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}

function refuse(reason: string): PositionResult {
  return { ok: false, reason };
}
