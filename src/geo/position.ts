import type { Position } from "./geojson.ts";

export type PositionResult =
  | { ok: true; position: [longitude: number, latitude: number] }
  | { ok: false; reason: string };

/**
 * Checks a `[longitude, latitude]` in degrees, which must be two finite numbers in range. A third number, the altitude, is
 * dropped. `reason` continues a sentence that begins with the position's path or flag.
 */
export function checkPosition(value: unknown): PositionResult {
  const fault = findPositionFault(value);
  if (fault !== undefined) return refuse(fault);
  const [longitude, latitude] = value as [number, number];
  const range = findRangeFault(longitude, latitude);
  return range === undefined ? { ok: true, position: [longitude, latitude] } : refuse(range);
}

/**
 * Describes why a value is not an array of two or three finite numbers; undefined if there is no fault. The range is not
 * checked. `written` has the numbers as they were written, because 05 behind a decimal comma is not 5.
 */
export function findPositionFault(value: unknown, written?: readonly string[]): string | undefined {
  if (!Array.isArray(value)) return "is not an array [longitude, latitude]";
  const numbers: unknown[] = value;
  if (numbers.length < 2) return `has ${numbers.length} of the two numbers [longitude, latitude]`;
  for (const number of numbers) {
    if (typeof number === "string")
      return `contains a text (${JSON.stringify(clip(number))}) in place of a number`;
    if (typeof number !== "number")
      return `contains ${number === null ? "null" : `a ${typeof number}`} in place of a number`;
    if (!Number.isFinite(number)) return `contains ${number}, which is not a finite number`;
  }
  if (numbers.length <= 3) return undefined;
  // Dropping numbers would give another place: -9,14,38,71 is Lisbon with decimal commas, but -9,14 is in Mali.
  const meant = findDecimalCommaReading(written ?? numbers.map(String));
  const reading = meant === undefined ? "" : `; with decimal points it would be ${meant}`;
  return `has ${numbers.length} numbers, and a position has two or three${reading}`;
}

/** Returns `-9.14,38.71` for -9, 14, 38, 71, which were split at decimal commas; undefined for other numbers. */
export function findDecimalCommaReading(parts: readonly string[]): string | undefined {
  const [x = "", xs = "", y = "", ys = "", ...altitude] = parts;
  const isSplit = [x, y].every((part) => WHOLE.test(part)) && [xs, ys].every((part) => DIGITS.test(part));
  if (!isSplit || altitude.length > 2) return undefined;
  const isOnGlobe = Math.abs(Number(x)) < 180 && Math.abs(Number(y)) < 90;
  return isOnGlobe ? `${x}.${xs},${y}.${ys}` : undefined;
}

const WHOLE = /^[+-]?\d{1,3}$/;
const DIGITS = /^\d{1,15}$/;

/** Describes an out-of-range longitude or latitude, with the likely swap; undefined when both are in range. */
function findRangeFault(longitude: number, latitude: number): string | undefined {
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
    return `has longitude ${longitude} outside -180..180; the same meridian is ${Number(wrapLongitude(longitude).toFixed(9))}`;
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
export const toNearMeridian = (longitude: number, meridian: number): number =>
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
