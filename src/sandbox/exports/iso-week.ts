import { DAY_MS } from "../../time/civil.ts";
import { mondayOf, WEEK_MS } from "./refresh.ts";

export interface IsoWeek {
  /** The year that holds the week's Thursday: not always that of its Monday. */
  year: number;
  /** 1 to 53. */
  week: number;
}

/** ISO 8601 year and week of the week that begins on a Monday. */
export function isoWeekOf(mondayMs: number): IsoWeek {
  const year = new Date(mondayMs + 3 * DAY_MS).getUTCFullYear();
  // January 4th is always in week 1.
  const firstMonday = mondayOf(Date.UTC(year, 0, 4));
  return { year, week: Math.round((mondayMs - firstMonday) / WEEK_MS) + 1 };
}
