/** The layout of help: paragraphs, lists of terms with descriptions, and shell lines, all within a width. */
import { wrap } from "../../render/width.ts";

const INDENT = 2;
const GAP = 2;
/** Minimum columns for a description beside its term; with fewer it goes below. */
const MIN_MEANING = 28;
/** Below this width there are no margins. */
const NARROW = 60;
/** A longer term has its own line, so that it does not push every description to the right. */
const WIDEST_WORD = 30;

export type Meaning = readonly [word: string, meaning: string];

/** Formats terms at the left, and descriptions at the right, or below on a narrow terminal. */
export function formatMeanings(
  rows: readonly Meaning[],
  width: number,
  widest = measureWidestWord(rows),
): string {
  const column = INDENT + widest + GAP;
  const isBeside = width - column >= MIN_MEANING;
  const margin = isBeside ? column : chooseMarginBelow(width);
  return rows
    .map(([word, meaning]) => {
      const head = " ".repeat(INDENT) + word;
      if (meaning === "") return head;
      const text = wrap(meaning, { width, indent: margin });
      return isBeside && word.length <= widest ? head.padEnd(column) + text.trimStart() : `${head}\n${text}`;
    })
    .join("\n");
}

/** Returns the width of the terms, so that lists under several headings share one column. */
export const measureWidestWord = (rows: readonly Meaning[]): number =>
  Math.max(0, ...rows.map(([word]) => word.length).filter((length) => length <= WIDEST_WORD));

const WORDS = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;
const isFlag = (word: string | undefined): boolean => word !== undefined && /^--?[a-z]/i.test(word);

/**
 * Formats a shell line for copying: broken with backslashes if necessary. A flag keeps its value on the same line.
 */
export function formatShellLine(line: string, width: number): string {
  if (INDENT + line.length <= width) return " ".repeat(INDENT) + line;
  const units: string[] = [];
  let last: string | undefined;
  for (const word of line.match(WORDS) ?? []) {
    if (isFlag(last) && !isFlag(word) && word !== "|") units.push(`${units.pop()} ${word}`);
    else units.push(word);
    last = word;
  }
  const lines: string[] = [];
  const deeper = width < NARROW ? INDENT : INDENT * 3;
  let current = "";
  for (const unit of units.flatMap((each) => splitToFit(each, width - deeper))) {
    const longer = current === "" ? " ".repeat(INDENT) + unit : `${current} ${unit}`;
    // Includes the backslash.
    if (current !== "" && longer.length + 2 > width) {
      lines.push(`${current} \\`);
      current = " ".repeat(deeper) + unit;
    } else {
      current = longer;
    }
  }
  return [...lines, current].join("\n");
}

/** Returns the indent of descriptions below their term: less if a long word would not fit otherwise. */
const chooseMarginBelow = (width: number): number => (width < NARROW ? INDENT * 2 : INDENT * 3);

/** Splits a flag from its value if both are too long for a line with its backslash. */
function splitToFit(unit: string, room: number): string[] {
  const blank = unit.indexOf(" ");
  return blank !== -1 && unit.length + 2 > room ? [unit.slice(0, blank), unit.slice(blank + 1)] : [unit];
}

/** Returns a heading with its content; empty without content. */
export const formatSection = (heading: string, body: string, width: number): string =>
  body === "" ? "" : `${wrap(heading, { width })}\n${body}`;

/** Joins sections with an empty line between them. */
export const formatPage = (parts: readonly string[]): string =>
  `${parts.filter((part) => part !== "").join("\n\n")}\n`;
