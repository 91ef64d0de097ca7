/** The difference between two recordings, for a reader: a command line, then the lines around each difference. */
import type { Played } from "./play.ts";

const MAX_LINES = 5;
const MAX_SHOWN = 12;

export function differences(recorded: readonly Played[], played: readonly Played[]): string[] {
  const all = Array.from({ length: Math.max(recorded.length, played.length) }, (_, at) =>
    compare(recorded[at], played[at]),
  ).filter((text) => text !== undefined);
  const more = all.length - MAX_LINES;
  return [...all.slice(0, MAX_LINES), ...(more > 0 ? [`and ${more} more lines differ`] : [])];
}

function compare(recorded: Played | undefined, played: Played | undefined): string | undefined {
  const parts = [...new Set([...Object.keys(recorded ?? {}), ...Object.keys(played ?? {})])];
  const different = parts.flatMap((part) => {
    const was = textLines(recorded?.[part]);
    const is = textLines(played?.[part]);
    return was.join("\n") === is.join("\n") ? [] : [`  ${part}:`, ...changed(was, is)];
  });
  if (different.length === 0) return undefined;
  return [`swath ${String((played ?? recorded)?.["line"])}`, ...different].join("\n");
}

const textLines = (value: unknown): string[] =>
  Array.isArray(value) && value.every((line) => typeof line === "string")
    ? value
    : (JSON.stringify(value, null, 1) ?? "(nothing)").split("\n");

/** Lines between the common beginning and the common end, with one line before them. */
function changed(was: readonly string[], is: readonly string[]): string[] {
  let start = 0;
  while (start < Math.min(was.length, is.length) && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const show = (sign: string, lines: readonly string[]): string[] => [
    ...lines.slice(0, MAX_SHOWN).map((line) => `  ${sign} ${line}`),
    ...(lines.length > MAX_SHOWN ? [`  ${sign} ... ${lines.length - MAX_SHOWN} more`] : []),
  ];
  return [
    ...show(" ", was.slice(Math.max(0, start - 1), start)),
    ...show("-", was.slice(start, was.length - end)),
    ...show("+", is.slice(start, is.length - end)),
  ];
}
