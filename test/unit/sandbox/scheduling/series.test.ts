import { describe, expect, it } from "vitest";
import { angleBetween } from "../../../../src/sandbox/scheduling/azimuth.ts";
import type { FramedSeries, SchedulingRequest } from "../../../../src/sandbox/scheduling/request.ts";
import {
  dueMs,
  endOf,
  framingOf,
  occurrenceOf,
  occurrencesDue,
  type Series,
  type SeriesProgress,
} from "../../../../src/sandbox/scheduling/series.ts";
import { collectOf, DAY, NOW, plan, request } from "./requests.ts";

const series: Series = { startMs: NOW, intervalDays: 2 };
const progress = (given: Partial<SeriesProgress> = {}): SeriesProgress => ({
  next: 0,
  pending: 0,
  completed: 0,
  isCanceled: false,
  ...given,
});
const numbers = (...args: Parameters<typeof occurrencesDue>): number[] =>
  occurrencesDue(...args).map(({ number }) => number);

describe("the windows of a series", () => {
  it("REPEAT-09 REPEAT-26 open at start + k x interval, and last until the next one opens", () => {
    expect([0, 1, 5].map((number) => occurrenceOf(series, number))).toEqual([
      { number: 0, openMs: NOW, closeMs: NOW + 2 * DAY },
      { number: 1, openMs: NOW + 2 * DAY, closeMs: NOW + 4 * DAY },
      { number: 5, openMs: NOW + 10 * DAY, closeMs: NOW + 12 * DAY },
    ]);
    expect(occurrenceOf({ ...series, windowLengthMs: DAY / 2 }, 1)?.closeMs).toBe(NOW + 2.5 * DAY);
  });

  it("REPEAT-07 REPEAT-22 none opens at the end or later, and the last is cut at it", () => {
    const ending = { ...series, endMs: NOW + 5 * DAY };
    expect(occurrenceOf(ending, 2)).toEqual({ number: 2, openMs: NOW + 4 * DAY, closeMs: NOW + 5 * DAY });
    expect(occurrenceOf(ending, 3)).toBeUndefined();
    expect(occurrenceOf({ ...series, endMs: NOW + 4 * DAY }, 2)).toBeUndefined();
  });

  it("REPEAT-26 at most two are made whose window is not open yet", () => {
    expect(numbers(series, progress(), NOW - DAY)).toEqual([0, 1]);
    expect(numbers(series, progress({ next: 2, pending: 2 }), NOW - 1)).toEqual([]);
    expect(numbers(series, progress({ next: 2, pending: 2 }), NOW)).toEqual([2]);
    expect(numbers(series, progress({ next: 3, pending: 3 }), NOW + 2 * DAY)).toEqual([3]);
    expect(dueMs(series, 3)).toBe(NOW + 2 * DAY);
  });

  it("skips windows that are over when the clock has jumped", () => {
    expect(numbers(series, progress({ next: 2 }), NOW + 9 * DAY)).toEqual([4, 5, 6]);
  });
});

describe("the end of a series", () => {
  it("REPEAT-20 counts completed acquisitions, not opened requests", () => {
    const counted = { ...series, count: 3 };
    expect(numbers(counted, progress(), NOW)).toEqual([0, 1, 2]);
    expect(numbers(counted, progress({ next: 3, pending: 3 }), NOW + 2 * DAY)).toEqual([]);
    // One of the three failed: another one has to make up for it.
    expect(numbers(counted, progress({ next: 3, pending: 0, completed: 2 }), NOW + 4 * DAY)).toEqual([3]);
    expect(endOf(counted, progress({ next: 4, completed: 2 }), NOW + 99 * DAY)).toBeUndefined();
    expect(endOf(counted, progress({ next: 4, completed: 3 }), NOW)).toBe("count");
    expect(numbers(counted, progress({ next: 4, completed: 3 }), NOW + 8 * DAY)).toEqual([]);
  });

  it("STATES-16 comes at the end date once nothing is pending, or by cancelling", () => {
    const ending = { ...series, endMs: NOW + 5 * DAY };
    expect(endOf(ending, progress({ next: 3, pending: 1 }), NOW + 5 * DAY)).toBeUndefined();
    expect(endOf(ending, progress({ next: 3 }), NOW + 5 * DAY)).toBe("date");
    expect(endOf(ending, progress({ next: 3 }), NOW + 5 * DAY - 1)).toBeUndefined();
    expect(endOf(series, progress({ isCanceled: true }), NOW)).toBe("canceled");
    expect(numbers(series, progress({ isCanceled: true }), NOW)).toEqual([]);
  });

  it("REPEAT-23 never comes for a series with an interval only", () => {
    expect(endOf(series, progress({ next: 500, completed: 400 }), NOW + 1000 * DAY)).toBeUndefined();
    expect(numbers(series, progress({ next: 500 }), NOW + 996 * DAY)).toEqual([500]);
  });
});

describe("the framing of a series", () => {
  const week = (number: number, framedSeries?: FramedSeries): SchedulingRequest =>
    request({
      id: `series-${number}`,
      tier: "routine",
      submittedMs: NOW + number,
      windowOpenMs: NOW + number * 2 * DAY,
      windowCloseMs: NOW + (number + 1) * 2 * DAY,
      ...(framedSeries && { framedSeries }),
    });

  it("REPEAT-11 keeps look direction, orbit state and plane of the first collect", () => {
    const loose = plan([0, 1, 2].map((number) => week(number))).assignments.map(
      ({ collects }) => collects[0],
    );
    const kept = plan([0, 1, 2].map((number) => week(number, { id: "s" }))).assignments.map(
      ({ collects }) => collects[0],
    );
    const framingsOf = (collects: typeof kept): Set<string> =>
      new Set(collects.map((c) => `${c?.side} ${c?.ascending} ${c?.plane}`));
    expect(kept).toHaveLength(3);
    expect(framingsOf(kept).size).toBe(1);
    expect(framingsOf(loose).size).toBeGreaterThan(1);
    expect(kept[0]).toEqual(loose[0]);
  });

  it("REPEAT-13 REPEAT-14 keeps look angle and azimuth within their tolerances", () => {
    const first = collectOf();
    const later = { windowOpenMs: first.endMs + 1, windowCloseMs: NOW + 7 * DAY };
    const free = collectOf({ ...later, framing: framingOf(first, {}) });
    for (const tolerance of [3, 8]) {
      const look = collectOf({ ...later, framing: framingOf(first, { lookAngleTolerance: tolerance }) });
      expect(Math.abs(look.lookAngleDegrees - first.lookAngleDegrees)).toBeLessThanOrEqual(tolerance);
    }
    const apart = Math.abs(free.lookAngleDegrees - first.lookAngleDegrees);
    const tighter = collectOf({ ...later, framing: framingOf(first, { lookAngleTolerance: apart * 0.9 }) });
    expect(tighter.timeMs).toBeGreaterThan(free.timeMs);
    const turn = angleBetween(free.azimuthDegrees, first.azimuthDegrees);
    const closer = collectOf({ ...later, framing: framingOf(first, { azimuthAngleTolerance: turn * 0.9 }) });
    expect(angleBetween(closer.azimuthDegrees, first.azimuthDegrees)).toBeLessThan(turn);
    expect(closer.timeMs).toBeGreaterThan(free.timeMs);
  });
});
