import type { Context } from "../../cli/context.ts";
import { EXPORT_TYPES, type ExportType } from "../../contract/vocabulary.ts";
import type { ExportName } from "../../domain/exports/export-name.ts";
import { lastRefresh } from "../../domain/exports/export-refresh.ts";
import { selectExports } from "../../domain/exports/export-selection.ts";
import { weekText } from "../../domain/exports/export-week.ts";
import { inputError } from "../../errors.ts";
import { availableFiles } from "./available-files.ts";
import type { SelectorOptions } from "../../commands/export/export-flags.ts";
import { notOfWeeks, readSelector } from "../../commands/export/read-selector.ts";

/** One file on offer, with what its name and the schedule say. */
export interface ListedFile {
  exportType: ExportType;
  name: string;
  format?: string;
  year?: number;
  week?: number;
  /** `2026-W09`. */
  isoWeek?: string;
  /** First moment of the week, and the moment after its last. */
  from?: string;
  to?: string;
  /** The last refresh by the schedule: computed here, not told by the service. */
  computedAsOf: string;
}

/** Flags that only weeks can answer to. */
const OF_WEEKS = ["year", "week", "weeks", "since"] as const;

export async function listFiles(
  context: Context,
  { type, ...options }: SelectorOptions & { type?: ExportType },
): Promise<ListedFile[]> {
  const fault = notOfWeeks(options, type);
  if (fault !== undefined) throw inputError([fault]);
  const selector = readSelector(context, options);
  const { files: available, nowMs } = await availableFiles(context);
  const asksWeeks = OF_WEEKS.some((name) => options[name] !== undefined);
  const types = type !== undefined ? [type] : asksWeeks ? (["weekly"] as const) : EXPORT_TYPES;
  return types.flatMap((exportType) => {
    const { files, unread } = selectExports(available[exportType], selector);
    for (const name of unread)
      context.notes.warn(`${exportType} ${name}: its name says no week, so it is left out`);
    return files.map((file) => listed(exportType, file, nowMs));
  });
}

function listed(exportType: ExportType, file: ExportName, nowMs: number): ListedFile {
  const { name, format, year, week, fromMs, toMs } = file;
  return {
    exportType,
    name,
    ...(format !== undefined && { format }),
    ...(year !== undefined && week !== undefined && { year, week, isoWeek: weekText({ year, week }) }),
    ...(fromMs !== undefined && { from: iso(fromMs) }),
    ...(toMs !== undefined && { to: iso(toMs) }),
    computedAsOf: iso(lastRefresh(exportType, file, nowMs)),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString().replace(".000Z", "Z");
