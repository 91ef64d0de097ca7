/** Converts a typed local time to the interface's `localTime`. */
import { LIMITS, LOCAL_TIME_NAMES } from "../../contract/vocabulary.ts";

/** A name, `[start, end]` in seconds of the day, or a list of such ranges; a start after the end wraps around midnight. */
export type LocalTime = string | [number, number] | [number, number][];

export type LocalTimeResult = { ok: true; value: LocalTime } | { ok: false; reason: string };

const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/;
const SECONDS = /^\d+(?:\.\d+)?$/;
const FORMS = `${LOCAL_TIME_NAMES.join(", ")}, HH:MM-HH:MM (several with commas), or start,end in seconds from 0 to ${LIMITS.secondsInDay}`;

/** Reads `day`, `06:30-09:00`, `06:30-09:00,18:00-20:00`, `22:00-04:00` or `23400,32400`. The body's own rule checks the rest. */
export function parseLocalTime(text: string): LocalTimeResult {
  const word = text.trim();
  if (LOCAL_TIME_NAMES.some((name) => name === word)) return { ok: true, value: word };
  const parts = word.split(/\s*,\s*/);
  const isClocks = /[-–]/.test(word);
  const ranges = isClocks
    ? parts.map((part) => part.split(/\s*[-–]\s*/).map(parseClock))
    : [parts.map(parseSeconds)];
  const read: [number, number][] = [];
  for (const [start, end, ...more] of ranges) {
    if (more.length > 0 || start === undefined || end === undefined)
      return { ok: false, reason: `must be ${FORMS}` };
    if (start > LIMITS.secondsInDay || end > LIMITS.secondsInDay)
      return { ok: false, reason: `goes beyond the day; it must be ${FORMS}` };
    if (start === end) return { ok: false, reason: "starts where it ends; give two different times" };
    read.push([start, end]);
  }
  return { ok: true, value: read.length === 1 ? read[0]! : read };
}

/** 24:00 is the end of the day. */
function parseClock(text: string): number | undefined {
  const match = CLOCK.exec(text);
  if (match === null) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  return minute > 59 || second > 59 ? undefined : (hour * 60 + minute) * 60 + second;
}

const parseSeconds = (text: string): number | undefined => (SECONDS.test(text) ? Number(text) : undefined);

/** Seconds of the day; a start after the end wraps around midnight. */
export type DaySpan = readonly [start: number, end: number];

const WHOLE_DAY: DaySpan = [0, LIMITS.secondsInDay];
const NAMED: Readonly<Record<string, DaySpan>> = {
  day: [21_600, 64_800],
  night: [64_800, 21_600],
  anytime: WHOLE_DAY,
};

/**
 * Returns the spans of a `localTime` in any form: a name, `[start, end]`, or a list of such ranges. Spans that touch are one, also
 * across midnight, so equal local times have equal spans. Undefined for another value.
 */
export function toDaySpans(value: unknown): DaySpan[] | undefined {
  const named = typeof value === "string" ? NAMED[value.toLowerCase()] : undefined;
  if (named !== undefined) return [named];
  if (!Array.isArray(value)) return undefined;
  const ranges = (value.every((part) => Array.isArray(part)) ? value : [value]) as unknown[][];
  if (ranges.length === 0 || !ranges.every(isRange)) return undefined;
  return joinSpans(ranges);
}

/** Returns the spans to which a `localTime` restricts a collect; undefined if it allows the whole day, or is invalid. */
export function findRestrictingSpans(value: unknown): DaySpan[] | undefined {
  const spans = toDaySpans(value);
  const [first] = spans ?? [];
  return first?.[0] === WHOLE_DAY[0] && first[1] === WHOLE_DAY[1] ? undefined : spans;
}

function isRange(range: readonly unknown[]): range is [number, number] {
  const [start, end] = range;
  const isInDay = (part: unknown): boolean =>
    typeof part === "number" && part >= 0 && part <= LIMITS.secondsInDay;
  return range.length === 2 && isInDay(start) && isInDay(end) && start !== end;
}

/** Returns the spans in order; one that wraps around midnight is the last. */
function joinSpans(ranges: readonly DaySpan[]): DaySpan[] {
  const parts = ranges
    .flatMap(([start, end]): DaySpan[] =>
      start < end
        ? [[start, end]]
        : [
            [start, LIMITS.secondsInDay],
            [0, end],
          ],
    )
    .filter(([start, end]) => start < end)
    .toSorted((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [start, end] of parts) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  const [first, last] = [joined[0]!, joined.at(-1)!];
  if (joined.length === 1 || first[0] !== 0 || last[1] !== LIMITS.secondsInDay) return joined;
  return [...joined.slice(1, -1), [last[0], first[1]]];
}

/** Returns `06:00-09:00, 18:00-20:00`. */
export const formatClockSpans = (spans: readonly DaySpan[]): string => spans.map(formatClockSpan).join(", ");

/**
 * Returns a local time as the interface writes it: a list of one range is the range, and two ranges that meet at midnight are one
 * that wraps around it. Other values stay.
 */
export function flattenLocalTime(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((range) => Array.isArray(range) && range.length === 2))
    return value;
  const [first, second, ...more] = value as [unknown, unknown][];
  if (first === undefined || more.length > 0) return value;
  if (second === undefined) return first;
  const [early, late] = first[0] === 0 ? [first, second] : [second, first];
  return early[0] === 0 && late[1] === LIMITS.secondsInDay ? [late[0], early[1]] : value;
}

/** Returns an own local time as a list of ranges within one day: `[[0, 3600]]`. Other values stay. */
export function nestLocalTime(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 2) return value;
  const [start, end] = value as unknown[];
  if (typeof start !== "number" || typeof end !== "number") return value;
  if (start < end || end === 0) return [[start, end === 0 ? LIMITS.secondsInDay : end]];
  const beforeMidnight = start === LIMITS.secondsInDay ? [] : [[start, LIMITS.secondsInDay]];
  return [...beforeMidnight, [0, end]];
}

/** Returns `06:30-09:00` for a span in seconds. */
export const formatClockSpan = ([start, end]: readonly [number, number]): string =>
  `${formatClock(start)}-${formatClock(end)}`;

/** Returns `06:30`, or `06:30:15` with seconds. */
export function formatClock(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  const rest = seconds % 60;
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`;
  return rest === 0 ? clock : `${clock}:${two(rest)}`;
}
