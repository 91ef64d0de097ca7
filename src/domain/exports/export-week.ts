/** Weeks of the footprint exports: Monday to Sunday in UTC, numbered by ISO 8601. */
import { DAY_MS } from "../../time/civil.ts";

export const WEEK_MS = 7 * DAY_MS;

/** The first Monday after 1970-01-01, a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Returns midnight at the start of the Monday of a moment's week, in milliseconds since 1970. */
export const toMonday = (ms: number): number =>
  Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;

export interface ExportWeek {
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
