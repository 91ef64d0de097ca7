/** The export files that the service lists, by type, with the facts from their names and the schedule. */
import type { ExportList } from "../../contract/read-exports.ts";
import { EXPORT_TYPES, type ExportType } from "../../contract/vocabulary.ts";
import { type ExportName, formatWeek } from "../../domain/exports/export-name.ts";
import { computeLastRefresh } from "../../domain/exports/export-refresh.ts";
import { selectExports, type ExportSelector } from "../../domain/exports/export-selection.ts";
import { inputError, type AppError } from "../../errors.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";

/** Throws RESPONSE_UNRECOGNISED for a response without any of the three lists. */
export async function readOfferedFiles({ service, events }: AppContext): Promise<ExportList> {
  const files = await service.client.listExports();
  if (files.skipped !== undefined)
    events.warn(`${files.skipped} of the entries of the export list are not file names and were skipped`);
  return files;
}

/** Returns the names that match, and warns of those without a readable week. */
export function selectMatching(
  { events }: AppContext,
  names: readonly string[],
  selector: ExportSelector,
  prefix = "",
): ExportName[] {
  const { files, unread } = selectExports(names, selector);
  for (const name of unread) events.warn(`${prefix}${name} is skipped: no week in its file name`);
  return files;
}

/** Returns the error for a selector that matches no listed file. */
export const toNothingMatched = (what: string): AppError =>
  inputError([
    {
      code: "EXPORT_NOTHING_MATCHED",
      path: "",
      message: `no ${what} export file on offer matches`,
    },
  ]);

/** One listed file, with the facts from its name and the schedule. */
export interface ListedFile {
  exportType: ExportType;
  name: string;
  format?: string;
  year?: number;
  week?: number;
  /** `2026-W09`. */
  isoWeek?: string;
  /** The start of the week, and the start of the next one. */
  from?: string;
  to?: string;
  /** The last refresh by the schedule: computed here, because the service does not report it. */
  computedAsOf: string;
}

/** Selectors that apply only to weekly files. */
const OF_WEEKS = ["year", "week", "weeks", "sinceMs"] as const;

export async function listFiles(
  context: AppContext,
  selector: ExportSelector,
  type?: ExportType,
): Promise<ListedFile[]> {
  const offered = await readOfferedFiles(context);
  // Refreshes follow the service's clock, which may differ from this machine's.
  const nowMs = context.service.now();
  const asksWeeks = OF_WEEKS.some((name) => selector[name] !== undefined);
  const types = type !== undefined ? [type] : asksWeeks ? (["weekly"] as const) : EXPORT_TYPES;
  return types.flatMap((exportType) =>
    selectMatching(context, offered[exportType], selector, `${exportType} `).map((file) =>
      toListedFile(exportType, file, nowMs),
    ),
  );
}

function toListedFile(exportType: ExportType, file: ExportName, nowMs: number): ListedFile {
  const { name, format, year, week, fromMs, toMs } = file;
  return {
    exportType,
    name,
    ...(format !== undefined && { format }),
    ...(year !== undefined && week !== undefined && { year, week, isoWeek: formatWeek({ year, week }) }),
    ...(fromMs !== undefined && { from: formatTimestamp(fromMs) }),
    ...(toMs !== undefined && { to: formatTimestamp(toMs) }),
    computedAsOf: formatTimestamp(computeLastRefresh(exportType, file, nowMs)),
  };
}
