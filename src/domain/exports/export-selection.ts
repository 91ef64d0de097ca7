/** Selects export files. */
import type { ExportFormat } from "../../contract/vocabulary.ts";
import { type ExportName, parseExportName, toMonday } from "./export-name.ts";

export interface ExportSelector {
  format?: ExportFormat | undefined;
  /** Glob over the whole name, or over its last part when it has no slash. */
  match?: string | undefined;
  /** The number of newest weeks. */
  weeks?: number | undefined;
  /** Selects files with content from this time on, milliseconds since 1970. */
  sinceMs?: number | undefined;
  year?: number | undefined;
  week?: number | undefined;
}

export interface ExportSelection {
  files: ExportName[];
  /** Names without a readable week that were skipped because a week was requested. */
  unread: string[];
}

/** Returns the names that match all parts of the selector, in the given order. */
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
  const mondays = [...new Set(timed.map(({ fromMs }) => toMonday(fromMs ?? 0)))].toSorted((a, b) => b - a);
  const newest = new Set(mondays.slice(0, weeks));
  return { files: timed.filter(({ fromMs }) => newest.has(toMonday(fromMs ?? 0))), unread };
}

/**
 * Returns whether the whole name matches a glob with `*` within a folder, `**` across folders, and `?` for one character. A pattern
 * without a slash, such as `*.gpkg`, is matched with the last part of the name. No pattern needs more steps than its length times that of
 * the name.
 */
export function matchesGlob(name: string, pattern: string): boolean {
  const text = pattern.includes("/") ? name : name.slice(name.lastIndexOf("/") + 1);
  const tokens = pattern.match(/\*\*\/?|[^]/gu) ?? [];
  const characters = Array.from(text);
  // reached[i]: the tokens so far match the first i characters.
  let reached = characters.map((_, at) => at === 0).concat(characters.length === 0);
  for (const token of tokens) {
    const next = reached.map(() => false);
    for (let at = 0; at <= characters.length; at++) {
      const previous = at > 0 && (next[at - 1] as boolean);
      if (token === "*") next[at] = reached[at]! || (previous && characters[at - 1] !== "/");
      else if (token.startsWith("**"))
        next[at] = reached[at]! || (at > 0 && canReach(reached, at, token, characters));
      else if (at > 0) {
        const isSame = token === "?" ? characters[at - 1] !== "/" : characters[at - 1] === token;
        next[at] = reached[at - 1]! && isSame;
      }
    }
    reached = next;
  }
  return reached[characters.length] === true;
}

/** `**` matches any text; with its slash, whole folders only. */
function canReach(
  reached: readonly boolean[],
  at: number,
  token: string,
  characters: readonly string[],
): boolean {
  const first = reached.indexOf(true);
  if (first === -1 || first >= at) return false;
  return token === "**" || characters[at - 1] === "/";
}
