/** Weeks that are missing between the first and the last one on offer. */
import { parseExportName } from "./export-name.ts";
import { mondayOf, weekOf, weekText, WEEK_MS } from "./export-week.ts";

export interface ExportGap {
  format: string;
  /** `2026-W07`. */
  week: string;
}

/** Format by format: a week that one format has and another lacks is missing from the other. */
export function findGaps(names: readonly string[]): ExportGap[] {
  const files = names.map(parseExportName);
  const formats = [...new Set(files.flatMap(({ format }) => format ?? []))];
  return formats.flatMap((format) => {
    const own = files.filter((file) => file.format === format && file.fromMs !== undefined);
    const mondays = new Set(own.map(({ fromMs }) => mondayOf(fromMs!)).toSorted((a, b) => a - b));
    const gaps: ExportGap[] = [];
    let expected: number | undefined;
    for (const monday of mondays) {
      for (let week = expected ?? monday; week < monday; week += WEEK_MS)
        gaps.push({ format, week: weekText(weekOf(week)) });
      expected = monday + WEEK_MS;
    }
    return gaps;
  });
}
