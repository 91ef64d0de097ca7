import { EXPORT_FORMATS, type ExportFormat, type ExportType } from "../../contract/vocabulary.ts";
import { mondayOf, WEEK_MS, weekOf } from "../../domain/exports/export-week.ts";
import { DAY_MS } from "../../time/civil.ts";

/** One export file as the service offers it: its name, and what it holds. */
export interface ExportFile {
  exportType: ExportType;
  exportFormat: ExportFormat;
  /** As in the list of available files; weekly ones with the folders of year and week. */
  name: string;
  /** Collects from this moment on, milliseconds since 1970. */
  fromMs: number;
  /** Collects before this moment. */
  toMs: number;
  /** The refresh that made it: nothing that became public later is in it. */
  asOfMs: number;
}

interface ExportScheme {
  nowMs: number;
  /** The first moment of the archive. */
  firstMs: number;
  /** Begins every name. */
  prefix: string;
  /** Whether the running week is one of the latest four, or only complete ones are. */
  runningWeekCounts: boolean;
}

/** All files on offer at a moment: latest, weekly with the oldest week first, full; each in the three formats. */
export function listExportFiles(scheme: ExportScheme): ExportFile[] {
  const { nowMs, firstMs, prefix } = scheme;
  const dailyMs = lastDailyRefresh(nowMs);
  const mondayMs = lastWeeklyRefresh(nowMs);
  const latest = { fromMs: dailyMs - WEEK_MS, toMs: dailyMs, asOfMs: dailyMs };
  const full = { fromMs: firstMs, toMs: mondayMs, asOfMs: mondayMs };
  return [
    ...inAllFormats("latest", `${prefix}_archive_export_latest`, latest),
    ...listWeeks(scheme).flatMap((startMs) =>
      inAllFormats("weekly", weekName(prefix, startMs), {
        fromMs: startMs,
        toMs: startMs + WEEK_MS,
        asOfMs: lastRefreshOfWeek(startMs, nowMs, scheme.runningWeekCounts),
      }),
    ),
    ...inAllFormats("full", `${prefix}_archive_export_full`, full),
  ];
}

// Spec silent: files of the running week. The sandbox has them from Monday 10:00 (setting `runningWeekCounts`).
/** Mondays of the weeks that have files. */
function listWeeks({ nowMs, firstMs, runningWeekCounts }: ExportScheme): number[] {
  const running = mondayOf(lastDailyRefresh(nowMs));
  const last = runningWeekCounts ? running : running - WEEK_MS;
  const mondays: number[] = [];
  for (let monday = mondayOf(firstMs); monday <= last; monday += WEEK_MS) mondays.push(monday);
  return mondays;
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

// Spec silent: week and dates in export names. The sandbox writes the ISO year, the ISO week in two digits, Monday and
// Sunday.
function weekName(prefix: string, mondayMs: number): string {
  const { year, week } = weekOf(mondayMs);
  const dates = `${dateOf(mondayMs)}_${dateOf(mondayMs + WEEK_MS - DAY_MS)}`;
  return `${year}/${String(week).padStart(2, "0")}/${prefix}_archive_export_${dates}`;
}

function inAllFormats(
  exportType: ExportType,
  stem: string,
  span: Pick<ExportFile, "fromMs" | "toMs" | "asOfMs">,
): ExportFile[] {
  return EXPORT_FORMATS.map((exportFormat) => ({
    exportType,
    exportFormat,
    name: `${stem}.${exportFormat}`,
    ...span,
  }));
}

/** When export files are made anew. All moments are milliseconds since 1970, UTC. */

const REFRESH_OF_DAY_MS = 10 * 3_600_000;

// The refresh instant belongs to the new files (see domain/exports/export-refresh.ts).
/** The last 10:00 UTC that is not after `nowMs`. */
export const lastDailyRefresh = (nowMs: number): number =>
  Math.floor((nowMs - REFRESH_OF_DAY_MS) / DAY_MS) * DAY_MS + REFRESH_OF_DAY_MS;

/** The last Monday 10:00 UTC that is not after `nowMs`. */
export const lastWeeklyRefresh = (nowMs: number): number =>
  mondayOf(nowMs - REFRESH_OF_DAY_MS) + REFRESH_OF_DAY_MS;

// A week is refreshed daily while it is one of the latest four.
/** The last 10:00 UTC, up to `nowMs`, at which a week was among the latest four: there its files stay. */
export function lastRefreshOfWeek(mondayMs: number, nowMs: number, runningWeekCounts: boolean): number {
  const weeks = runningWeekCounts ? 4 : 5;
  const finalMs = mondayMs + weeks * WEEK_MS - DAY_MS + REFRESH_OF_DAY_MS;
  return Math.min(lastDailyRefresh(nowMs), finalMs);
}
