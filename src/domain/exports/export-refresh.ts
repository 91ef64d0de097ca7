/**
 * The schedule of export files: when a file was refreshed, and which weeks should have one. The interface gives the schedule, not the time
 * of a file.
 */
import type { ExportFormat, ExportType } from "../../contract/vocabulary.ts";
import { DAY_MS } from "../../time/civil.ts";
import { type ExportName, formatWeek, parseExportName, toMonday, toWeek, WEEK_MS } from "./export-name.ts";

export const REFRESH_OF_DAY_MS = 10 * 3_600_000;

/** Number of weeks that are refreshed daily. */
const FOLLOWED_WEEKS = 4;

// Spec silent: whether the running week is one of "the latest 4", and whether 10:00:00.000 is after the refresh. We say
// yes to both; a week older than these four is final.
/**
 * Returns the last refresh of a file up to `nowMs`. Latest and the last four weeks are refreshed daily at 10:00 UTC,
 * full on Mondays at 10:00, an older week on its last day among the four. A weekly name without a readable week
 * counts as daily.
 */
export function computeLastRefresh(
  type: ExportType,
  { fromMs }: Pick<ExportName, "fromMs">,
  nowMs: number,
): number {
  const dailyMs = Math.floor((nowMs - REFRESH_OF_DAY_MS) / DAY_MS) * DAY_MS + REFRESH_OF_DAY_MS;
  if (type === "full") return toMonday(nowMs - REFRESH_OF_DAY_MS) + REFRESH_OF_DAY_MS;
  if (type === "latest" || fromMs === undefined) return dailyMs;
  const lastDayMs = toMonday(fromMs) + FOLLOWED_WEEKS * WEEK_MS - DAY_MS;
  return Math.min(dailyMs, lastDayMs + REFRESH_OF_DAY_MS);
}

/** Maximum delay of a refresh after its scheduled hour. */
const UNDER_WAY_MS = 3 * 3_600_000;

// Spec silent: how long a refresh takes. We trust the modification time for three hours after 10:00, and the schedule
// after that.
/** Returns the refresh of a file that existed at `nowMs` and was last modified at `modifiedMs`. */
export function computeSeenRefresh(
  type: ExportType,
  name: Pick<ExportName, "fromMs">,
  nowMs: number,
  modifiedMs: number | undefined,
): number {
  const dueMs = computeLastRefresh(type, name, nowMs);
  const isNew = modifiedMs === undefined || modifiedMs >= dueMs;
  return isNew || nowMs - dueMs >= UNDER_WAY_MS ? dueMs : computeLastRefresh(type, name, modifiedMs);
}

/** A week without a file, between the first available one and the last one that is over. */
export interface ExportGap {
  format: ExportFormat;
  /** `2026-W07`. */
  week: string;
}

// Spec silent: whether the running week has a file. We report no gap before the refresh that follows its Sunday.
/** Returns the missing weeks of one format. `nowMs` is the service's time. */
export function findGaps(names: readonly string[], format: ExportFormat, nowMs: number): ExportGap[] {
  const files = names.map(parseExportName).filter((file) => file.format === format);
  const weeks = new Set(files.flatMap(({ fromMs }) => (fromMs === undefined ? [] : toMonday(fromMs))));
  const dueMs = toMonday(nowMs - REFRESH_OF_DAY_MS) - WEEK_MS;
  const gaps: ExportGap[] = [];
  for (let week = Math.min(...weeks); week <= Math.max(...weeks, dueMs); week += WEEK_MS)
    if (!weeks.has(week)) gaps.push({ format, week: formatWeek(toWeek(week)) });
  return gaps;
}
