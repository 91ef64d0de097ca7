import { civilToMs, daysInMonth, type CivilTime } from "./civil.ts";

/** A moment, in milliseconds since 1970 and as RFC 3339 in UTC; or why the text is invalid. */
export type TimeResult = { ok: true; ms: number; iso: string } | { ok: false; reason: string };

/** First and last millisecond of the years with four digits. */
const [FIRST_MS, LAST_MS] = [Date.parse("0000-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+-])(\d\d):(\d\d))$/;

/** Writes RFC 3339 in UTC with `Z`; without a zero fraction: `2026-03-01T12:00:00Z`. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

/** Writes a time (text or milliseconds since 1970) for people: without fractions of a second, or to the minute. Other text is unchanged. */
export const timeForPeople = (time: string | number, toTheMinute = false): string =>
  (typeof time === "string" ? time : formatTimestamp(time)).replace(TIME, toTheMinute ? "$1$3" : "$1$2$3");

const TIME = /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d)(:\d\d)(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Returns a moment relative to now, in whole seconds. */
export const relativeTime = (ms: number): TimeResult => timeFromMs(Math.floor(ms / 1000) * 1000);

/** Returns a moment from milliseconds; refused outside the years 0000 to 9999, which RFC 3339 cannot write. */
export function timeFromMs(ms: number): TimeResult {
  if (!(ms >= FIRST_MS && ms <= LAST_MS)) return refuse("lies outside the years 0000 to 9999 in UTC");
  return { ok: true, ms, iso: formatTimestamp(ms) };
}

/**
 * Reads one RFC 3339 date-time: any offset, `t`/`z` in either case, fraction cut to milliseconds. Refuses 30 February, 24:00, the leap second
 * :60 and a time without a zone.
 */
export function parseTimestamp(text: string): TimeResult {
  const match = SHAPE.exec(text);
  if (match === null) return refuse(shapeFault(text));
  const [, year, month, day, hour, minute, second, fraction = "", , sign, offsetHour, offsetMinute] = match;
  const civil: CivilTime = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, "0")),
  };
  const fault = partFault(civil);
  if (fault !== undefined) return refuse(fault);
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) {
    return refuse(`has no such offset as ${sign}${offsetHour}:${offsetMinute}`);
  }
  const offsetMs = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * 60_000;
  const local = civilToMs(civil);
  return timeFromMs(sign === "-" ? local + offsetMs : local - offsetMs);
}

/** Describes why a date or a time of day does not exist; undefined when it does. */
function partFault({ year, month, day, hour, minute, second }: CivilTime): string | undefined {
  if (month < 1 || month > 12) return `has month ${month}; months go from 01 to 12`;
  const last = daysInMonth(year, month);
  if (day < 1 || day > last)
    return `has day ${day}; ${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")} has ${last} days`;
  if (hour === 24) return "has hour 24; midnight is 00:00:00 of the next day";
  if (hour > 23) return `has hour ${hour}; hours go from 00 to 23`;
  if (minute > 59) return `has minute ${minute}; minutes go from 00 to 59`;
  if (second === 60) return "is a leap second (:60), which cannot be kept exactly; use :59";
  if (second > 59) return `has second ${second}; seconds go from 00 to 59`;
  return undefined;
}

/** Describes as exactly as possible how a text differs from RFC 3339. */
function shapeFault(text: string): string {
  if (text === "") return "is empty";
  if (text !== text.trim()) return "has white space around it";
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return "is a date without time and zone, such as T00:00:00Z";
  if (/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) {
    return "has no time zone; end it with Z or an offset such as +02:00";
  }
  if (/^\d{4}-\d\d-\d\d [\d:.]+/.test(text)) return "has a space where RFC 3339 has a T";
  if (/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d([Zz]|[+-]\d\d:\d\d)$/.test(text)) return "has no seconds";
  if (/[+-](\d{4}|\d\d)$/.test(text) && /[Tt]\d\d:/.test(text)) {
    return "has an offset without colon; write it as +02:00";
  }
  return "is not an RFC 3339 date-time such as 2026-03-01T12:00:00Z";
}

function refuse(reason: string): TimeResult {
  return { ok: false, reason };
}
