/** Calendar times in UTC. `Date.UTC` is not used: it reads year 26 as 1926. */

export const DAY_MS = 86_400_000;

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export interface CivilTime {
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Whole milliseconds. */
  millisecond: number;
}

export const isLeapYear = (year: number): boolean => countDays(year, 2) === 29;

/** Returns the number of days in `month` (1 to 12) of `year`: the zeroth day of the next month is the last of this one. */
export const countDays = (year: number, month: number): number =>
  new Date(new Date(0).setUTCFullYear(year, month, 0)).getUTCDate();

/** Returns the milliseconds since 1970-01-01T00:00:00Z of a UTC calendar time whose parts are already checked. */
export const toEpochMs = ({ year, month, day, hour, minute, second, millisecond }: CivilTime): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) +
  ((hour * 60 + minute) * 60 + second) * 1000 +
  millisecond;
