import { type Column, cellText } from "./column.ts";
import type { RowFormat } from "./row-format.ts";
import { safeText } from "./safe-text.ts";

function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    const cell = sheetCell(value, typeof value === "string" ? keepingLines(value) : undefined);
    return /[",\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return `${cells.length === 1 && cells[0] === "" ? '""' : cells.join(",")}\n`;
}

/** Returns safe text that keeps its line breaks, as line feeds, and its tabs. Each of its lines is safe. */
const keepingLines = (text: string): string =>
  text
    .split(/(\r?\n|\t)/)
    .map((part, at) => (at % 2 === 1 ? part.replace("\r", "") : safeText(part)))
    .join("");

// Spec silent: line breaks and tabs in the texts of a record. We quote them in CSV (RFC 4180). TSV has no quotes, so
// they become `\n` and `\t`, and a record is always one line; JSON has the original text.
/** Returns the format of RFC 4180 with a header of column keys and `\n` line ends. */
export function csv<T>(columns: readonly Column<T>[]): RowFormat<T> {
  return {
    open: () => csvLine(columns.map(({ key }) => key)),
    row: (record) => csvLine(columns.map((column) => column.value(record))),
    close: () => "",
  };
}

/**
 * Returns the format of tab-separated values with a header of column keys; tabs and line ends inside a value
 * show as `\t` and `\n`.
 */
export function tsv<T>(columns: readonly Column<T>[]): RowFormat<T> {
  const line = (values: readonly unknown[]): string =>
    `${values.map((value) => sheetCell(value)).join("\t")}\n`;
  return {
    open: () => line(columns.map(({ key }) => key)),
    row: (record) => line(columns.map((column) => column.value(record))),
    close: () => "",
  };
}

/** Returns cells separated by tabs, never cut. */
export const cellLine = (values: readonly unknown[]): string => `${values.map(cellText).join("\t")}\n`;

/** Returns the format for a pipe instead of a table: cells separated by tabs, never cut, without a header. */
export function rows<T>(columns: readonly Column<T>[]): RowFormat<T> {
  return {
    open: () => "",
    row: (record) => cellLine(columns.map((column) => column.value(record))),
    close: () => "",
  };
}

const STARTS_FORMULA = /^[=+\-@\t\r]/;

// A list of numbers (a box, a position) cannot call a function, and scripts read it.
const NUMBERS = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:,[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)*$/i;

/**
 * Returns a cell for a spreadsheet: a text that looks like a formula gets a leading apostrophe, numbers stay numbers.
 */
export function sheetCell(value: unknown, text = cellText(value)): string {
  const startsFormula = typeof value === "string" && STARTS_FORMULA.test(value);
  const isFormula = (startsFormula || STARTS_FORMULA.test(text)) && !NUMBERS.test(text);
  return isFormula ? `'${text}` : text;
}
