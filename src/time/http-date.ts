import { civilToMs, daysInMonth } from "./civil.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const CLOCK = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;

/** The three forms of RFC 9110 section 5.6.7: today's, that of RFC 850, and that of asctime. */
const FORMS = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${CLOCK} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) ${CLOCK} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${CLOCK} (?<year>\\d{4})$`),
];

/** The service's clock minus ours in milliseconds, from the `Date` header of a reply that has just arrived, to the second. */
export function clockSkew(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const dateMs = parseHttpDate(headers["date"] ?? "", nowMs);
  return dateMs === undefined ? undefined : dateMs - nowMs;
}

/** Milliseconds since 1970 of an HTTP date in any of its three forms. The weekday is not compared with the date. */
export function parseHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return fromParts(parts, nowMs);
  }
  return undefined;
}

function fromParts(parts: Record<string, string>, nowMs: number): number | undefined {
  const month = MONTHS.indexOf(parts["month"]!) + 1;
  const year = parts["year"]!.length === 2 ? fullYear(Number(parts["year"]), nowMs) : Number(parts["year"]);
  const day = Number(parts["day"]);
  const [hour, minute, second] = [Number(parts["hour"]), Number(parts["minute"]), Number(parts["second"])];
  if (month === 0 || day < 1 || day > daysInMonth(year, month)) return undefined;
  // 60 is a leap second, which the grammar allows; it counts as the second after it.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  return civilToMs({ year, month, day, hour, minute, second, millisecond: 0 });
}

/** RFC 9110: two digits that seem more than 50 years ahead mean the last century that ends in them. */
function fullYear(twoDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
