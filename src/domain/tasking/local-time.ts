/** Converts a typed local time to the interface's `localTime`. */
import { LIMITS, LOCAL_TIME_NAMES } from "../../contract/vocabulary.ts";

/** A name, or `[start, end]` in seconds of the day; a start after the end wraps around midnight. */
export type LocalTime = string | [number, number];

export type LocalTimeResult = { ok: true; value: LocalTime } | { ok: false; reason: string };

const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/;
const SECONDS = /^\d+(?:\.\d+)?$/;
const FORMS = `${LOCAL_TIME_NAMES.join(", ")}, HH:MM-HH:MM, or start,end in seconds from 0 to ${LIMITS.secondsInDay}`;

/** Reads `day`, `06:30-09:00`, `22:00-04:00` or `23400,32400`. The body's own rule checks the rest. */
export function parseLocalTime(text: string): LocalTimeResult {
  const word = text.trim();
  if (LOCAL_TIME_NAMES.some((name) => name === word)) return { ok: true, value: word };
  const clocks = word.split(/\s*[-–]\s*/);
  const numbers = word.split(/\s*,\s*/);
  const [start, end] = clocks.length === 2 ? clocks.map(clockSeconds) : numbers.map(plainSeconds);
  const isPair = clocks.length === 2 || numbers.length === 2;
  if (!isPair || start === undefined || end === undefined) return { ok: false, reason: `must be ${FORMS}` };
  if (start > LIMITS.secondsInDay || end > LIMITS.secondsInDay)
    return { ok: false, reason: `goes beyond the day; it must be ${FORMS}` };
  if (start === end) return { ok: false, reason: "starts where it ends; give two different times" };
  return { ok: true, value: [start, end] };
}

/** 24:00 is the end of the day. */
function clockSeconds(text: string): number | undefined {
  const match = CLOCK.exec(text);
  if (match === null) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  return minute > 59 || second > 59 ? undefined : (hour * 60 + minute) * 60 + second;
}

const plainSeconds = (text: string): number | undefined => (SECONDS.test(text) ? Number(text) : undefined);

/** Returns the span of a `localTime` in seconds; undefined if it is unrestricted or invalid. */
export function localTimeSpan(value: unknown): readonly [number, number] | undefined {
  if (value === "day") return [21_600, 64_800];
  if (value === "night") return [64_800, 21_600];
  // Records of a service may have a list of ranges.
  const pair = flatLocalTime(value);
  if (!Array.isArray(pair) || pair.length !== 2) return undefined;
  const [start, end] = pair as unknown[];
  return typeof start === "number" && typeof end === "number" ? [start, end] : undefined;
}

/**
 * Returns a local time as the interface writes it: a list of one range is the range, and two ranges that meet at midnight are one
 * that wraps around it. Other values stay.
 */
export function flatLocalTime(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((range) => Array.isArray(range) && range.length === 2))
    return value;
  const [first, second, ...more] = value as [unknown, unknown][];
  if (first === undefined || more.length > 0) return value;
  if (second === undefined) return first;
  const [early, late] = first[0] === 0 ? [first, second] : [second, first];
  return early[0] === 0 && late[1] === LIMITS.secondsInDay ? [late[0], early[1]] : value;
}

/** Returns an own local time as a list of ranges within one day: `[[0, 3600]]`. Other values stay. */
export function nestedLocalTime(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 2) return value;
  const [start, end] = value as unknown[];
  if (typeof start !== "number" || typeof end !== "number") return value;
  if (start < end || end === 0) return [[start, end === 0 ? LIMITS.secondsInDay : end]];
  const beforeMidnight = start === LIMITS.secondsInDay ? [] : [[start, LIMITS.secondsInDay]];
  return [...beforeMidnight, [0, end]];
}

/** Returns `06:30-09:00` for a span in seconds. */
export const clockText = ([start, end]: readonly [number, number]): string =>
  `${clockOf(start)}-${clockOf(end)}`;

/** Returns `06:30`, or `06:30:15` with seconds. */
export function clockOf(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  const rest = seconds % 60;
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`;
  return rest === 0 ? clock : `${clock}:${two(rest)}`;
}
