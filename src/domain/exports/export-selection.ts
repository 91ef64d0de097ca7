/** Which of the files on offer are meant. */
import type { ExportFormat } from "../../contract/vocabulary.ts";
import { matchesGlob } from "./export-glob.ts";
import { parseExportName, type ExportName } from "./export-name.ts";
import { mondayOf } from "./export-week.ts";

export interface ExportSelector {
  format?: ExportFormat | undefined;
  /** Glob over the whole name, or over its last part when it has no slash. */
  match?: string | undefined;
  /** The newest weeks on offer, this many. */
  weeks?: number | undefined;
  /** Files that hold something from this moment on, milliseconds since 1970. */
  sinceMs?: number | undefined;
  year?: number | undefined;
  week?: number | undefined;
}

export interface ExportSelection {
  files: ExportName[];
  /** Names that say no week, where one was asked for: left out. */
  unread: string[];
}

/** Keeps what all parts of the selector agree on, in the order given. */
export function selectExports(names: readonly string[], selector: ExportSelector): ExportSelection {
  const { format, match, weeks, sinceMs, year, week } = selector;
  const asksTime = [weeks, sinceMs, year, week].some((part) => part !== undefined);
  const named = [...new Set(names)]
    .map(parseExportName)
    .filter((file) => format === undefined || file.format === format)
    .filter(({ name }) => match === undefined || matchesGlob(name, match));
  const unread = asksTime ? named.filter(({ fromMs }) => fromMs === undefined).map(({ name }) => name) : [];
  const timed = named.filter(
    (file) =>
      (!asksTime || file.fromMs !== undefined) &&
      (year === undefined || file.year === year) &&
      (week === undefined || file.week === week) &&
      (sinceMs === undefined || (file.toMs ?? 0) > sinceMs),
  );
  if (weeks === undefined) return { files: timed, unread };
  const mondays = [...new Set(timed.map(({ fromMs }) => mondayOf(fromMs ?? 0)))].toSorted((a, b) => b - a);
  const newest = new Set(mondays.slice(0, weeks));
  return { files: timed.filter(({ fromMs }) => newest.has(mondayOf(fromMs ?? 0))), unread };
}
