/** Positions as text: longitude and latitude in decimal degrees with a comma between them, as flags and KML write them. */
import type { Position } from "./geojson.ts";
import { findPositionFault } from "./position.ts";
import { quote } from "./quote.ts";

type PositionsRead =
  | { ok: true; positions: Position[] }
  /** `reason` continues a sentence about the text. `offset` is the start of the faulty tuple. */
  | { ok: false; reason: string; next: string; offset: number };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOTATION =
  "Write each position as longitude,latitude in decimal degrees, with blanks only between positions";

/**
 * Reads positions with white space between them. Each must have two or three finite decimal numbers. A faulty tuple is
 * refused, because a skipped one would change the shape.
 */
export function readPositions(text: string): PositionsRead {
  const positions: Position[] = [];
  for (const { 0: tuple, index } of text.matchAll(/\S+/g)) {
    const parts = tuple.split(",");
    const numbers = parts.map(readDecimal);
    const known = numbers.filter((number) => number !== undefined);
    const fault =
      known.length < numbers.length ? makeUnreadablePosition(tuple, parts) : findPositionFault(known, parts);
    if (fault === undefined) positions.push(known);
    else {
      const joined = tuple.endsWith(",") ? joinAtCommas(text.slice(index, index + LONGEST)) : undefined;
      const next = joined === undefined ? NOTATION : `Remove the blanks within a position: ${joined}`;
      return { ok: false, reason: `${quote(tuple, LONGEST)} ${fault}`, next, offset: index };
    }
  }
  return { ok: true, positions };
}

/** Maximum length of a quoted tuple. */
const LONGEST = 60;

/** Returns a finite number in decimal notation; undefined for other texts, such as 0x1F, 14°15' or Infinity. */
export function readDecimal(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function makeUnreadablePosition(tuple: string, parts: readonly string[]): string {
  if (/^,|,$/.test(tuple)) return `${tuple.startsWith(",") ? "begins" : "ends"} with a comma`;
  const bad = parts.find((part) => readDecimal(part) === undefined) ?? "";
  return bad === ""
    ? "has two commas without a number between them"
    : `has ${quote(bad)}, not a decimal number`;
}

/** Returns the tuple at the start of a text without its blanks: `14.2,40.6,5` for `14.2, 40.6, 5 14.5`; undefined for other texts. */
function joinAtCommas(text: string): string | undefined {
  const [tuple] = /^[^\s,]+(?:\s*,\s*[^\s,]+){1,2}(?=\s|$)/.exec(text) ?? [];
  const parts = tuple?.split(",").map((part) => part.trim());
  return parts?.every((part) => readDecimal(part) !== undefined) === true ? parts.join(",") : undefined;
}

// Reads a position as maps and charts write it: `38.71N 9.14W`, `38°42'36"N, 9°8'24"W`, `N38 42.6 W9 8.4`. The letters
// distinguish latitude and longitude, so either may come first.

const DIGITS = String.raw`\d+(?:\.\d+)?`;
const ANGLE = String.raw`(${DIGITS})\s*[°d]?\s*(?:(${DIGITS})\s*['′m]?\s*(?:(${DIGITS})\s*(?:["″s]|'')?\s*)?)?`;
const BEHIND = new RegExp(String.raw`^${ANGLE}([NSEW])[\s,;/]*${ANGLE}([NSEW])$`, "i");
const BEFORE = /^([NSEW])\s*(.*[^\s,;/])[\s,;/]*([NSEW])\s*(.+)$/i;

/** Matches texts that may be a position: no other letters or signs. */
const ALPHABET = /^(?=.*\d)[\d\s.,;/°'′"″nsewdm]+$/i;

type WrittenPosition =
  | { ok: true; position: Position }
  | { ok: false; reason: string }
  /** Undefined for a text without a letter for a direction, which has another notation. */
  | undefined;

export function readWrittenPosition(written: string): WrittenPosition {
  const text = written.trim();
  if (!ALPHABET.test(text) || !/[NSEW]/i.test(text.replaceAll(/\de[+-]?\d/gi, ""))) return undefined;
  const parts = splitPositionText(text);
  if (parts === undefined)
    return {
      ok: false,
      reason: "is not a latitude and longitude such as 38.71N 9.14W or 38°42'36\"N 9°8'24\"W",
    };
  const [first, second] = [readAngle(parts[0]), readAngle(parts[1])];
  if (typeof first === "string") return { ok: false, reason: first };
  if (typeof second === "string") return { ok: false, reason: second };
  const [latitude, longitude] = /[NS]/i.test(parts[0].wind) ? [first, second] : [second, first];
  if (Math.abs(latitude) > 90) return { ok: false, reason: `has latitude ${latitude} outside -90..90` };
  if (Math.abs(longitude) > 180) return { ok: false, reason: `has longitude ${longitude} outside -180..180` };
  return { ok: true, position: [longitude, latitude] };
}

interface Angle {
  degrees: string;
  minutes: string | undefined;
  seconds: string | undefined;
  wind: string;
}

/** Returns the two angles of a position as written; undefined unless they are a latitude and a longitude. */
function splitPositionText(text: string): [Angle, Angle] | undefined {
  const [, d1 = "", m1, s1, w1 = "", d2 = "", m2, s2, w2 = ""] = BEHIND.exec(text) ?? [];
  if (/^(?:[NS][EW]|[EW][NS])$/i.test(w1 + w2))
    return [
      { degrees: d1, minutes: m1, seconds: s1, wind: w1 },
      { degrees: d2, minutes: m2, seconds: s2, wind: w2 },
    ];
  // Letters before the angles are moved behind them.
  const [before, one, first, other, second] = BEFORE.exec(text) ?? [];
  return before === undefined ? undefined : splitPositionText(`${first}${one} ${second}${other}`);
}

/** Returns degrees, or why they are invalid. */
function readAngle({ degrees, minutes = "0", seconds = "0", wind }: Angle): number | string {
  const written = [degrees, minutes, seconds];
  if (Number(minutes) >= 60 || Number(seconds) >= 60)
    return `has ${written.join(" ")}: minutes and seconds end at 60`;
  if (minutes !== "0" && degrees.includes("."))
    return `has ${degrees} degrees together with minutes: give whole degrees`;
  if (seconds !== "0" && minutes.includes("."))
    return `has ${minutes} minutes together with seconds: give whole minutes`;
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  // A hundred-thousandth of a degree is a metre; more digits would only be rounding errors.
  const rounded = Math.round(value * 1e7) / 1e7;
  return /[SW]/i.test(wind) && rounded !== 0 ? -rounded : rounded;
}
