/** Finds missing weeks between the first available one and the last one that is over. */
import type { ExportFormat } from "../../contract/vocabulary.ts";
import { parseExportName } from "./export-name.ts";
import { REFRESH_OF_DAY_MS } from "./export-refresh.ts";
import { toMonday, toWeek, formatWeek, WEEK_MS } from "./export-week.ts";

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
