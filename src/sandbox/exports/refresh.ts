import { DAY_MS } from "../../time/civil.ts";

/** When export files are made anew. All moments are milliseconds since 1970, UTC. */

export const WEEK_MS = 7 * DAY_MS;
const REFRESH_OF_DAY_MS = 10 * 3_600_000;

/** The first Monday after 1970-01-01, a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const floorTo = (ms: number, step: number, offset: number): number =>
  Math.floor((ms - offset) / step) * step + offset;

// Spec silent: whether the refresh instant belongs to the new files. We count it in: at 10:00:00.000 they are there.
/** The last 10:00 UTC that is not after `nowMs`. */
export const lastDailyRefresh = (nowMs: number): number => floorTo(nowMs, DAY_MS, REFRESH_OF_DAY_MS);

/** The last Monday 10:00 UTC that is not after `nowMs`. */
export const lastWeeklyRefresh = (nowMs: number): number =>
  floorTo(nowMs, WEEK_MS, FIRST_MONDAY_MS + REFRESH_OF_DAY_MS);

/** Midnight that began the Monday of a moment's week. */
export const mondayOf = (ms: number): number => floorTo(ms, WEEK_MS, FIRST_MONDAY_MS);

// Spec silent: how long "the latest 4 weeks" follow a week. We refresh it daily as long as it is one of them.
/** The last 10:00 UTC, up to `nowMs`, at which a week was among the latest four: there its files stay. */
export function lastRefreshOfWeek(mondayMs: number, nowMs: number, runningWeekCounts: boolean): number {
  const weeks = runningWeekCounts ? 4 : 5;
  const finalMs = mondayMs + weeks * WEEK_MS - DAY_MS + REFRESH_OF_DAY_MS;
  return Math.min(lastDailyRefresh(nowMs), finalMs);
}
