/** Reads the name of an export file, as far as possible, and numbers its week. */
import { EXPORT_FORMATS, type ExportFormat } from "../../contract/vocabulary.ts";
import { toEpochMs, DAY_MS, countDays } from "../../time/civil.ts";

export interface ExportName {
  name: string;
  /** Undefined for an unknown extension. */
  format?: ExportFormat;
  year?: number;
  /** 1 to 53. */
  week?: number;
  /** First moment, milliseconds since 1970. */
  fromMs?: number;
  /** The moment after the last one. */
  toMs?: number;
}

const FOLDERS = /(?:^|\/)(\d{4})\/w?(\d{1,2})\/[^/]*$/i;
const DATES = /(?<!\d)(\d{4})-?(\d{2})-?(\d{2})(?!\d)/g;

// Spec silent: prefix, date format, week padding and the names of the latest and full exports. We parse the patterns
// that we know, and return every name unchanged.
/** Reads `2026/09/vendor_archive_export_2026-02-23_2026-03-01.shp.zip` and similar names; never fails. */
export function parseExportName(name: string): ExportName {
  const [, year, week] = FOLDERS.exec(name) ?? [];
  const dates = [...name.slice(name.lastIndexOf("/") + 1).matchAll(DATES)].flatMap(parseDate);
  const parsed: ExportName = { name };
  const format = findExportFormat(name);
  if (format !== undefined) parsed.format = format;
  const numbered = year === undefined ? undefined : { year: Number(year), week: Number(week) };
  const isWeek = numbered !== undefined && numbered.week >= 1 && numbered.week <= 53;
  const [first, last] = dates;
  if (first !== undefined && last !== undefined && last >= first) {
    Object.assign(parsed, toWeek(first), { fromMs: first, toMs: last + DAY_MS });
  } else if (isWeek) {
    const fromMs = toMondayOfWeek(numbered);
    Object.assign(parsed, { fromMs, toMs: fromMs + 7 * DAY_MS });
  }
  return isWeek ? { ...parsed, ...numbered } : parsed;
}

function parseDate(match: RegExpExecArray): number[] {
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (month < 1 || month > 12 || day < 1 || day > countDays(year, month)) return [];
  return [toEpochMs({ year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 })];
}

/** Returns the format from a name's ending, in any case. */
export const findExportFormat = (name: string): ExportFormat | undefined =>
  EXPORT_FORMATS.find((format) => name.toLowerCase().endsWith(`.${format}`));

/** Weeks are from Monday to Sunday in UTC, numbered by ISO 8601. */
export const WEEK_MS = 7 * DAY_MS;

/** The first Monday after 1970-01-01, a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Returns midnight at the start of the Monday of a moment's week, in milliseconds since 1970. */
export const toMonday = (ms: number): number =>
  Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;

interface ExportWeek {
  /** The year of the week's Thursday. */
  year: number;
  /** 1 to 53. */
  week: number;
}

/** Returns the ISO 8601 year and week of a moment. */
export function toWeek(ms: number): ExportWeek {
  const monday = toMonday(ms);
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  // January 4th is always in week 1.
  const firstMonday = toMonday(Date.UTC(year, 0, 4));
  return { year, week: Math.round((monday - firstMonday) / WEEK_MS) + 1 };
}

/** Returns midnight at the start of the Monday of an ISO week. */
export const toMondayOfWeek = ({ year, week }: ExportWeek): number =>
  toMonday(Date.UTC(year, 0, 4)) + (week - 1) * WEEK_MS;

/** Returns `2026-W09`. */
export const formatWeek = ({ year, week }: ExportWeek): string => `${year}-W${String(week).padStart(2, "0")}`;
