/** Time spans for people, short and in UTC: `23-30 Nov`, `28 Dec - 3 Jan 2027`. */
import { MONTHS } from "../time/civil.ts";

/** Returns the text of a time span, without the current year; undefined when neither end is known. */
export function spanText(
  startMs: number | undefined,
  endMs: number | undefined,
  nowMs: number,
): string | undefined {
  if (startMs === undefined)
    return endMs === undefined ? undefined : `until ${dayText(endMs)}${yearText([endMs], nowMs)}`;
  if (endMs === undefined) return `from ${dayText(startMs)}${yearText([startMs], nowMs)}`;
  const year = yearText([endMs, startMs], nowMs);
  if (dayText(startMs) === dayText(endMs) && yearOf(startMs) === yearOf(endMs))
    return `${dayText(startMs)}${year} ${clockText(startMs)}-${clockText(endMs)}`;
  const [start, end] = [new Date(startMs), new Date(endMs)];
  const isOneMonth = yearOf(startMs) === yearOf(endMs) && start.getUTCMonth() === end.getUTCMonth();
  return isOneMonth
    ? `${start.getUTCDate()}-${dayText(endMs)}${year}`
    : `${dayText(startMs)} - ${dayText(endMs)}${year}`;
}

const yearOf = (ms: number): number => new Date(ms).getUTCFullYear();

/** Returns the year of the first time, if either time is not in the current year. */
const yearText = (times: readonly [number, ...number[]], nowMs: number): string =>
  times.some((ms) => yearOf(ms) !== yearOf(nowMs)) ? ` ${yearOf(times[0])}` : "";

const dayText = (ms: number): string => `${new Date(ms).getUTCDate()} ${MONTHS[new Date(ms).getUTCMonth()]}`;

const clockText = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
