/** Messages on a terminal, which would break a long line inside a word. */
import { hintText, type Hint, type WriteCommand } from "../../hint.ts";
import { escapeLine, escapeText } from "../../render/safe-text.ts";
import { measureWidth, wrap } from "../../render/width.ts";
import type { Output } from "../world.ts";

const JOINED = "\u00a0";

/** Joins the words of a command: it stays on one line of the output, so that it can be copied. */
export const joinWords =
  (write: WriteCommand): WriteCommand =>
  (command) =>
    write(command).replaceAll(" ", JOINED);

/** Returns the text of a hint for one line: its sentences with single blanks, its commands as they are written. */
export function formatHint(hint: Hint, write: WriteCommand, clean = escapeLine): string {
  if (typeof hint === "string") return clean(hint);
  const parts = "parts" in hint ? hint.parts : [hint];
  return parts
    .map((part) => (typeof part === "string" ? clean(part) : escapeText(hintText(part, write))))
    .join("");
}

/**
 * Returns the line broken between words at the width of the terminal, with its commands as they are typed. `prefix`,
 * which may have colours, is before it. In a pipe the line stays one line, as do an aligned line of a table and a line
 * that begins with a long path.
 */
export function breakBetweenWords(
  line: string,
  output: Pick<Output, "isTTY" | "columns">,
  prefix = "",
): string {
  const columns = output.columns();
  const indent = measureWidth(prefix.replaceAll(/\u001b\[\d+m/g, ""));
  const isLong = output.isTTY && columns !== undefined && indent + measureWidth(line) > columns;
  const isSentence = !/\S {2,}|^ {3,}/.test(line) && line.search(/ |$/) <= (columns ?? Infinity) / 2;
  const broken =
    isLong && isSentence ? wrap(line, { width: columns, indent, hangingIndent: 2 }).slice(indent) : line;
  return broken.replaceAll(JOINED, " ");
}
