/** Calendar arithmetic of the proleptic Gregorian calendar. `Date.UTC` is not used: it reads year 26 as 1926. */

export const DAY_MS = 86_400_000;

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

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days in `month` (1 to 12) of `year`. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Milliseconds since 1970-01-01T00:00:00Z of a UTC calendar time whose parts are already checked. */
export function civilToMs(time: CivilTime): number {
  // The year starts in March here, so that the leap day is its last day.
  const year = time.month <= 2 ? time.year - 1 : time.year;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * ((time.month + 9) % 12) + 2) / 5) + time.day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const days = era * 146_097 + dayOfEra - 719_468;
  return days * DAY_MS + ((time.hour * 60 + time.minute) * 60 + time.second) * 1000 + time.millisecond;
}
