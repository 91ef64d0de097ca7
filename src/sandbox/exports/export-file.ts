import { EXPORT_FORMATS, type ExportFormat, type ExportType } from "../../contract/vocabulary.ts";
import { toMonday, toWeek, WEEK_MS } from "../../domain/exports/export-name.ts";
import { DAY_MS } from "../../time/civil.ts";
import type { SandboxSettings } from "../settings.ts";

/** One available export file: its name and its content. */
export interface ExportFile {
  exportType: ExportType;
  exportFormat: ExportFormat;
  /** Name in the list of available files; weekly files include the folders of year and week. */
  name: string;
  /** Time of the first collect, milliseconds since 1970, inclusive. */
  fromMs: number;
  /** Time after the last collect, exclusive. */
  toMs: number;
  /** Time of the refresh that made the file: it contains only collects that were public then. */
  asOfMs: number;
}

interface ExportScheme {
  nowMs: number;
  /** The first moment of the archive. */
  firstMs: number;
  /** Whether the latest four weeks include the running week. */
  runningWeekCounts: boolean;
  /** The form of dates in names; default: dashed. */
  exportNames?: SandboxSettings["exportNames"];
}

/** Start of every file name. */
const PREFIX = "vendor_archive_export";

/** Returns all files at a moment: latest, weekly with the oldest week first, full; each in the three formats. */
export function listExportFiles(scheme: ExportScheme): ExportFile[] {
  const { nowMs, firstMs } = scheme;
  const dailyMs = findDailyRefresh(nowMs);
  const mondayMs = findWeeklyRefresh(nowMs);
  const latest = { fromMs: dailyMs - WEEK_MS, toMs: dailyMs, asOfMs: dailyMs };
  const full = { fromMs: firstMs, toMs: mondayMs, asOfMs: mondayMs };
  return [
    ...listFormats("latest", `${PREFIX}_latest`, latest),
    ...listWeeks(scheme).flatMap((startMs) =>
      listFormats("weekly", formatWeek(startMs, scheme.exportNames), {
        fromMs: startMs,
        toMs: startMs + WEEK_MS,
        asOfMs: findRefreshOfWeek(startMs, nowMs, scheme.runningWeekCounts),
      }),
    ),
    ...listFormats("full", `${PREFIX}_full`, full),
  ];
}

// Spec silent: files of the running week. The sandbox has them from Monday 10:00 (setting `runningWeekCounts`).
/** Returns the Mondays of the weeks that have files. */
function listWeeks({ nowMs, firstMs, runningWeekCounts }: ExportScheme): number[] {
  const running = toMonday(findDailyRefresh(nowMs));
  const last = runningWeekCounts ? running : running - WEEK_MS;
  const mondays: number[] = [];
  for (let monday = toMonday(firstMs); monday <= last; monday += WEEK_MS) mondays.push(monday);
  return mondays;
}

const formatDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

// Spec silent: week and dates in export names. The sandbox writes the ISO year, the ISO week in two digits, Monday and
// Sunday (setting `exportNames`).
function formatWeek(mondayMs: number, form: SandboxSettings["exportNames"] = "dashed"): string {
  const { year, week } = toWeek(mondayMs);
  const dates =
    form === "dashed"
      ? `${formatDate(mondayMs)}_${formatDate(mondayMs + WEEK_MS - DAY_MS)}`
      : `${formatDate(mondayMs)}_${formatDate(mondayMs + WEEK_MS)}`.replaceAll("-", "");
  return `${year}/${String(week).padStart(2, "0")}/${PREFIX}_${dates}`;
}

function listFormats(
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

/** Refresh schedule of export files. All times are milliseconds since 1970, UTC. */

const REFRESH_OF_DAY_MS = 10 * 3_600_000;

// A request at the refresh instant gets the new files (see domain/exports/export-refresh.ts).
/** Returns the last 10:00 UTC at or before `nowMs`. */
export const findDailyRefresh = (nowMs: number): number =>
  Math.floor((nowMs - REFRESH_OF_DAY_MS) / DAY_MS) * DAY_MS + REFRESH_OF_DAY_MS;

/** Returns the last Monday 10:00 UTC at or before `nowMs`. */
export const findWeeklyRefresh = (nowMs: number): number =>
  toMonday(nowMs - REFRESH_OF_DAY_MS) + REFRESH_OF_DAY_MS;

// A week is refreshed daily while it is one of the latest four.
/**
 * Returns the last 10:00 UTC, up to `nowMs`, at which a week was among the latest four: its files do not change
 * afterwards.
 */
export function findRefreshOfWeek(mondayMs: number, nowMs: number, runningWeekCounts: boolean): number {
  const weeks = runningWeekCounts ? 4 : 5;
  const finalMs = mondayMs + weeks * WEEK_MS - DAY_MS + REFRESH_OF_DAY_MS;
  return Math.min(findDailyRefresh(nowMs), finalMs);
}
