/** Finds missing weeks between the first available one and the last one that is over. */
import { parseExportName } from "./export-name.ts";
import { REFRESH_OF_DAY_MS } from "./export-refresh.ts";
import { mondayOf, weekOf, weekText, WEEK_MS } from "./export-week.ts";

export interface ExportGap {
  format: string;
  /** `2026-W07`. */
  week: string;
}

// Spec silent: whether the running week has a file. We report no gap before the refresh that follows its Sunday.
/**
 * Compares format by format: a week that one format has and another lacks is missing from the other. `nowMs` is the
 * service's time.
 */
export function findGaps(names: readonly string[], nowMs: number): ExportGap[] {
  const files = names.map(parseExportName);
  const formats = [...new Set(files.flatMap(({ format }) => format ?? []))];
  return formats.flatMap((format) => {
    const own = files.filter((file) => file.format === format && file.fromMs !== undefined);
    const mondays = new Set(own.map(({ fromMs }) => mondayOf(fromMs!)).toSorted((a, b) => a - b));
    const dueMs = mondayOf(nowMs - REFRESH_OF_DAY_MS);
    const gaps: ExportGap[] = [];
    let expected: number | undefined;
    const missBefore = (end: number): void => {
      for (let week = expected ?? end; week < end; week += WEEK_MS)
        gaps.push({ format, week: weekText(weekOf(week)) });
    };
    for (const monday of mondays) {
      missBefore(monday);
      expected = monday + WEEK_MS;
    }
    missBefore(dueMs);
    return gaps;
  });
}
