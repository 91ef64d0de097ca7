import { mondayOf, WEEK_MS } from "../../domain/exports/export-week.ts";
import { DAY_MS } from "../../time/civil.ts";

/** When export files are made anew. All moments are milliseconds since 1970, UTC. */

const REFRESH_OF_DAY_MS = 10 * 3_600_000;

// Spec silent: whether the refresh instant belongs to the new files. We count it in: at 10:00:00.000 they are there.
/** The last 10:00 UTC that is not after `nowMs`. */
export const lastDailyRefresh = (nowMs: number): number =>
  Math.floor((nowMs - REFRESH_OF_DAY_MS) / DAY_MS) * DAY_MS + REFRESH_OF_DAY_MS;

/** The last Monday 10:00 UTC that is not after `nowMs`. */
export const lastWeeklyRefresh = (nowMs: number): number =>
  mondayOf(nowMs - REFRESH_OF_DAY_MS) + REFRESH_OF_DAY_MS;

// Spec silent: how long "the latest 4 weeks" follow a week. We refresh it daily as long as it is one of them.
/** The last 10:00 UTC, up to `nowMs`, at which a week was among the latest four: there its files stay. */
export function lastRefreshOfWeek(mondayMs: number, nowMs: number, runningWeekCounts: boolean): number {
  const weeks = runningWeekCounts ? 4 : 5;
  const finalMs = mondayMs + weeks * WEEK_MS - DAY_MS + REFRESH_OF_DAY_MS;
  return Math.min(lastDailyRefresh(nowMs), finalMs);
}
