import type { Position } from "./geojson.ts";

export type PositionResult =
  | { ok: true; position: [longitude: number, latitude: number]; altitude?: number; notes: string[] }
  | { ok: false; reason: string };

/**
 * Checks a `[longitude, latitude]` in degrees: two finite numbers in range. A third number (altitude) is split off and noted. `reason` continues
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
  const [longitude, latitude, altitude] = numbers as number[];
  const range = rangeFault(longitude!, latitude!);
  if (range !== undefined) return refuse(range);
  const notes: string[] = [];
  if (altitude !== undefined) notes.push(`the altitude ${altitude} was dropped`);
  if (numbers.length > 3) notes.push(`the numbers after the third were dropped`);
  return {
    ok: true,
    position: [longitude!, latitude!],
    ...(altitude === undefined ? {} : { altitude }),
    notes,
  };
}

/** Describes an out-of-range longitude or latitude, with the likely swap; undefined when both are in range. */
export function rangeFault(longitude: number, latitude: number): string | undefined {
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
