import { toEpochMs, countDays, type CivilTime } from "./civil.ts";

/**
 * A moment, in whole milliseconds since 1970 and as RFC 3339 in UTC with all its digits; or why the text is invalid. Only `iso` is
 * sent: an end cut to milliseconds would exclude an item whose own time has more digits.
 */
export type TimeResult = ({ ok: true } & Moment) | { ok: false; reason: string };

interface Moment {
  ms: number;
  iso: string;
}

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
export const makeRelativeTime = (ms: number): TimeResult => timeFromMs(Math.floor(ms / 1000) * 1000);

/** Returns a moment from milliseconds; refused outside the years 0000 to 9999, which RFC 3339 cannot write. */
export function timeFromMs(ms: number): TimeResult {
  if (!(ms >= FIRST_MS && ms <= LAST_MS)) return refuse("lies outside the years 0000 to 9999 in UTC");
  return { ok: true, ms, iso: formatTimestamp(ms) };
}

/**
 * Reads one RFC 3339 date-time: any offset, `t`/`z` in either case, any fraction. Refuses 30 February, 24:00, the leap second
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
  const local = toEpochMs(civil);
  return makeFinerTime(sign === "-" ? local + offsetMs : local - offsetMs, fraction.slice(3));
}

/** Returns a moment with digits beyond its milliseconds; zeros have no meaning there. */
function makeFinerTime(ms: number, digits: string): TimeResult {
  const time = timeFromMs(ms);
  return time.ok && /[1-9]/.test(digits) ? { ...time, iso: `${toMilliseconds(ms)}${digits}Z` } : time;
}

const toMilliseconds = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

/** Returns the digits of a moment beyond its milliseconds. */
const readFinerDigits = (iso: string): string => /\.\d{3}(\d+)Z$/.exec(iso)?.[1] ?? "";

/** Reports whether a text is a time in the form of the interface: in UTC, with capitals. */
export const isInUtc = (text: string): boolean => /T.*Z$/.test(text) && parseTimestamp(text).ok;

/** Reports whether one moment is after another, also within a millisecond. */
export const isAfter = (one: Moment, other: Moment): boolean =>
  one.ms > other.ms || (one.ms === other.ms && readFraction(one) > readFraction(other));

/** Fractions of a millisecond are in the order of their digits, without the zeros at their ends. */
const readFraction = ({ iso }: Moment): string => readFinerDigits(iso).replace(/0+$/, "");

/** Returns the moment `byMs` later, with the same digits beyond its milliseconds. */
export const addTime = ({ ms, iso }: Moment, byMs: number): TimeResult =>
  makeFinerTime(ms + byMs, readFinerDigits(iso));

/** Returns the moment before or after: by a unit of the last digit, which is at most a millisecond. */
export function moveToNeighbour({ ms, iso }: Moment, step: 1 | -1): TimeResult {
  const digits = readFinerDigits(iso);
  if (digits === "") return timeFromMs(ms + step);
  const moved = String(BigInt(digits) + BigInt(step)).padStart(digits.length, "0");
  // The step may have reached the next millisecond.
  return moved.length > digits.length ? timeFromMs(ms + 1) : makeFinerTime(ms, moved);
}

/** Describes why a date or a time of day does not exist; undefined when it does. */
function partFault({ year, month, day, hour, minute, second }: CivilTime): string | undefined {
  if (month < 1 || month > 12) return `has month ${month}; months go from 01 to 12`;
  const last = countDays(year, month);
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
