import { toEpochMs, countDays, MONTHS } from "./civil.ts";

const CLOCK = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;

/** The three forms of RFC 9110 section 5.6.7: the current one, RFC 850 and asctime. */
const FORMS = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${CLOCK} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) ${CLOCK} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${CLOCK} (?<year>\\d{4})$`),
];

/** Returns the service's clock minus ours in milliseconds, from the `Date` header of a fresh response, to the second. */
export function readClockSkew(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const dateMs = parseHttpDate(headers["date"] ?? "", nowMs);
  return dateMs === undefined ? undefined : dateMs - nowMs;
}

/** Parses an HTTP date in any of its three forms to milliseconds since 1970. The weekday is not checked. */
export function parseHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return toTime(parts, nowMs);
  }
  return undefined;
}

function toTime(parts: Record<string, string>, nowMs: number): number | undefined {
  const month = MONTHS.indexOf(parts["month"]!) + 1;
  const year = parts["year"]!.length === 2 ? toFullYear(Number(parts["year"]), nowMs) : Number(parts["year"]);
  const day = Number(parts["day"]);
  const [hour, minute, second] = [Number(parts["hour"]), Number(parts["minute"]), Number(parts["second"])];
  if (month === 0 || day < 1 || day > countDays(year, month)) return undefined;
  // 60 is a leap second, which the grammar allows; it counts as the next second.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  return toEpochMs({ year, month, day, hour, minute, second, millisecond: 0 });
}

/** Returns the full year. RFC 9110: a two-digit year more than 50 years ahead belongs to the past century. */
function toFullYear(twoDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
