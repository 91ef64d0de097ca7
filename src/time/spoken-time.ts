/** Parses a typed answer such as `tomorrow`, `next monday 9:30`, `18:00`, `in 3 days`. In UTC, and never in the past. */
import { DAY_MS } from "./civil.ts";
import { parseFlagTime } from "./flag-time.ts";
import { relativeTime, timeFromMs, type TimeResult } from "./timestamp.ts";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/** 1 January 1970 was a Thursday. */
const FIRST_DAY = 4;

const CLOCK = /^(\d{1,2}):(\d\d)$/;
const AMOUNT = /^in (\d+|an?) (minute|hour|day|week)s?$/;
const UNITS_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS } as const;

/** Days from today; undefined for a word that is not a day. */
function daysAhead(word: string, nowMs: number): number | undefined {
  if (word === "today") return 0;
  if (word === "tomorrow") return 1;
  const name = word.replace(/^(?:next|on) /, "");
  const wanted = name.length < 3 ? -1 : DAYS.findIndex((day) => day === name || day.slice(0, 3) === name);
  if (wanted === -1) return undefined;
  const today = (Math.floor(nowMs / DAY_MS) + FIRST_DAY) % 7;
  // Today's weekday means next week.
  return ((wanted - today + 6) % 7) + 1;
}

/** Milliseconds of the day; undefined for a word that is not a time of day. */
function clockOf(word: string): number | undefined {
  if (word === "noon") return DAY_MS / 2;
  const match = CLOCK.exec(word);
  if (match === null) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2])];
  return hour > 23 || minute > 59 ? undefined : (hour * 60 + minute) * 60_000;
}

const NO_CLOCK = "has no time of day between 0:00 and 23:59";
const UNKNOWN = "is not a time; try tomorrow, monday 18:00, 2026-03-01 or +2d";

/**
 * Reads a typed answer, and everything that a flag accepts. A day alone is its start; a time of day alone is
 * the next one.
 */
export function parseSpokenTime(text: string, nowMs: number): TimeResult {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replace(/ at (?=[\dn])/, " ");
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const [, amount, unit] = AMOUNT.exec(word) ?? [];
  if (amount !== undefined)
    return relativeTime(nowMs + (Number(amount) || 1) * UNITS_MS[unit as keyof typeof UNITS_MS]);
  const clock = clockOf(word);
  if (clock === undefined && CLOCK.test(word)) return { ok: false, reason: NO_CLOCK };
  if (clock !== undefined) return timeFromMs(midnight + clock + (midnight + clock <= nowMs ? DAY_MS : 0));
  const [, day = word, time] = /^(.+) (\d{1,2}:\d\d|noon)$/.exec(word) ?? [];
  const days = daysAhead(day, nowMs);
  const within = time === undefined ? 0 : clockOf(time);
  if (days !== undefined && within === undefined) return { ok: false, reason: NO_CLOCK };
  if (days === undefined || within === undefined) {
    const time = parseFlagTime(text, nowMs);
    return time.ok || !time.reason.startsWith("is not a time") ? time : { ok: false, reason: UNKNOWN };
  }
  const ms = midnight + days * DAY_MS + within;
  return days === 0 ? relativeTime(Math.max(ms, nowMs)) : timeFromMs(ms);
}
