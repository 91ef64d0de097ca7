import { DAY_MS } from "../../time/civil.ts";
import type { Framing, PlannedCollect } from "./request.ts";

/** When a series opens its requests, and what ends it. */
export interface Series {
  startMs: number;
  /** 1 day or more. */
  intervalDays: number;
  /** No request opens and no collect happens after it. */
  endMs?: number;
  /** Completed acquisitions after which the series ends. */
  count?: number;
  /** Length of a derived request's window when it is not the interval. */
  windowLengthMs?: number;
}

/** How far a series has come. */
export interface SeriesProgress {
  /** Number of the next derived request, counted from 0. */
  next: number;
  /** Those of them that have no final state yet. */
  pending: number;
  completed: number;
  isCanceled: boolean;
}

/** Window of a derived request. */
export interface Occurrence {
  /** Counted from 0. */
  number: number;
  openMs: number;
  closeMs: number;
}

// Spec silent: how many derived requests exist ahead of time. We make at most 2 whose window is not open yet.
const MOST_AHEAD = 2;

/** Request number k opens at start + k x interval, for one interval, but not beyond the end; undefined when it would open then. */
// Spec silent: the window of a derived request. We let it last until the next one opens.
export function occurrenceOf(series: Series, number: number): Occurrence | undefined {
  const intervalMs = series.intervalDays * DAY_MS;
  const openMs = series.startMs + number * intervalMs;
  const endMs = series.endMs ?? Infinity;
  if (openMs >= endMs) return undefined;
  return { number, openMs, closeMs: Math.min(endMs, openMs + (series.windowLengthMs ?? intervalMs)) };
}

/** The requests that the series should open now: those that are due, and two ahead, but never more than its count can use. */
export function occurrencesDue(series: Series, progress: SeriesProgress, nowMs: number): Occurrence[] {
  const due: Occurrence[] = [];
  if (endOf(series, progress, nowMs) !== undefined) return due;
  const wanted = (series.count ?? Infinity) - progress.completed - progress.pending;
  for (let number = progress.next; dueMs(series, number) <= nowMs && due.length < wanted; number++) {
    const occurrence = occurrenceOf(series, number);
    if (occurrence === undefined) break;
    // Nobody can fly a window that is over.
    if (occurrence.closeMs > nowMs) due.push(occurrence);
  }
  return due;
}

/** When a series has to make request `number`: as the second one before it opens, the first two at once. */
export function dueMs(series: Series, number: number): number {
  return number < MOST_AHEAD
    ? -Infinity
    : series.startMs + (number - MOST_AHEAD) * series.intervalDays * DAY_MS;
}

/**
 * What has ended a series, or undefined while it goes on. A date ends it when its last requests are settled, a count as
 * soon as it is reached.
 */
export function endOf(
  { count, endMs }: Series,
  { completed, pending, isCanceled }: SeriesProgress,
  nowMs: number,
): "canceled" | "count" | "date" | undefined {
  if (isCanceled) return "canceled";
  if (count !== undefined && completed >= count) return "count";
  return endMs !== undefined && nowMs >= endMs && pending === 0 ? "date" : undefined;
}

/** What later collects of a series with `maintainSceneFraming` keep of the first one. */
export function framingOf(
  first: PlannedCollect,
  tolerances: Pick<Framing, "lookAngleTolerance" | "azimuthAngleTolerance">,
): Framing {
  const { side, ascending, plane, lookAngleDegrees, azimuthDegrees } = first;
  const { lookAngleTolerance, azimuthAngleTolerance } = tolerances;
  return {
    side,
    ascending,
    plane,
    lookAngleDegrees,
    azimuthDegrees,
    ...(lookAngleTolerance !== undefined && { lookAngleTolerance }),
    ...(azimuthAngleTolerance !== undefined && { azimuthAngleTolerance }),
  };
}
