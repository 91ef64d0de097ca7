import { sizeText } from "../counted.ts";
import { MONTHS } from "../time/civil.ts";

/** Returns bytes per second for people: `3.4 MB/s`. */
export const rateText = (bytesPerSecond: number): string => `${sizeText(bytesPerSecond)}/s`;

/** Returns `83%`, or `~83%` for an estimate. Only a full share is 100%, and only an empty one is 0%. */
export function shareText({ share, isEstimate }: { share: number; isEstimate: boolean }): string {
  const percent = roundPercent(share);
  const lead = isEstimate ? "~" : "";
  if (percent > 0 && percent < 0.1) return `${lead}<0.1%`;
  const isWhole = percent === 0 || percent === 100 || (percent >= 10 && percent < 99);
  return `${lead}${isWhole ? percent : percent.toFixed(1)}%`;
}

/**
 * Rounds a share of 0 to 1 to a percentage for people, on a terminal and on a map page: 83.4 to 83, 8.34 to 8.3, 99.96
 * to 99.9, and 0.0341 to 0.03. Only a full share is 100, and only an empty one is 0.
 */
export function roundPercent(share: number): number {
  const percent = share * 100;
  if (percent > 99.999) return 100;
  if (percent < 0.1) return Number(percent.toPrecision(1));
  if (percent >= 10 && percent < 99) return Math.round(percent);
  return Math.floor(percent * 10 + 1e-9) / 10;
}

// Time spans for people, short and in UTC: `23-30 Nov`, `28 Dec - 3 Jan 2027`.

/** Returns the text of a time span, without the current year; undefined when neither end is known. */
export function formatSpan(
  startMs: number | undefined,
  endMs: number | undefined,
  nowMs: number,
): string | undefined {
  if (startMs === undefined)
    return endMs === undefined ? undefined : `until ${formatDay(endMs)}${formatYear([endMs], nowMs)}`;
  if (endMs === undefined) return `from ${formatDay(startMs)}${formatYear([startMs], nowMs)}`;
  const year = formatYear([endMs, startMs], nowMs);
  if (formatDay(startMs) === formatDay(endMs) && readYear(startMs) === readYear(endMs))
    return `${formatDay(startMs)}${year} ${clockText(startMs)}-${clockText(endMs)}`;
  const [start, end] = [new Date(startMs), new Date(endMs)];
  const isOneMonth = readYear(startMs) === readYear(endMs) && start.getUTCMonth() === end.getUTCMonth();
  return isOneMonth
    ? `${start.getUTCDate()}-${formatDay(endMs)}${year}`
    : `${formatDay(startMs)} - ${formatDay(endMs)}${year}`;
}

const readYear = (ms: number): number => new Date(ms).getUTCFullYear();

/** Returns the year of the first time, if either time is not in the current year. */
const formatYear = (times: readonly [number, ...number[]], nowMs: number): string =>
  times.some((ms) => readYear(ms) !== readYear(nowMs)) ? ` ${readYear(times[0])}` : "";

const formatDay = (ms: number): string =>
  `${new Date(ms).getUTCDate()} ${MONTHS[new Date(ms).getUTCMonth()]}`;

const clockText = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
