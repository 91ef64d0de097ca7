/** Positions as text: longitude and latitude in decimal degrees with a comma between them, as flags and KML write them. */
import type { Position } from "./geojson.ts";
import { findPositionFault } from "./position.ts";
import { quote } from "./quote.ts";

export type PositionsRead =
  | { ok: true; positions: Position[] }
  /** `reason` continues a sentence about the text; `offset` is the place of the tuple in it. */
  | { ok: false; reason: string; next: string; offset: number };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOTATION =
  "Write each position as longitude,latitude in decimal degrees, with blanks only between positions";

/**
 * Reads positions with white space between them. Each is two or three finite decimal numbers: a tuple that was skipped or cut would move the
 * others to another place.
 */
export function readPositions(text: string): PositionsRead {
  const positions: Position[] = [];
  for (const { 0: tuple, index } of text.matchAll(/\S+/g)) {
    const parts = tuple.split(",");
    const numbers = parts.map(readDecimal);
    const known = numbers.filter((number) => number !== undefined);
    const fault = known.length < numbers.length ? unreadable(tuple, parts) : findPositionFault(known, parts);
    if (fault === undefined) positions.push(known);
    else {
      const joined = tuple.endsWith(",") ? joinedAtCommas(text.slice(index, index + LONGEST)) : undefined;
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

function unreadable(tuple: string, parts: readonly string[]): string {
  if (/^,|,$/.test(tuple)) return `${tuple.startsWith(",") ? "begins" : "ends"} with a comma`;
  const bad = parts.find((part) => readDecimal(part) === undefined) ?? "";
  return bad === ""
    ? "has two commas without a number between them"
    : `has ${quote(bad)}, not a decimal number`;
}

/** Returns the tuple at the start of a text without its blanks: `14.2,40.6,5` for `14.2, 40.6, 5 14.5`; undefined for other texts. */
function joinedAtCommas(text: string): string | undefined {
  const [tuple] = /^[^\s,]+(?:\s*,\s*[^\s,]+){1,2}(?=\s|$)/.exec(text) ?? [];
  const parts = tuple?.split(",").map((part) => part.trim());
  return parts?.every((part) => readDecimal(part) !== undefined) === true ? parts.join(",") : undefined;
}
