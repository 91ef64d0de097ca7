import { type Column, formatCell } from "./column.ts";
import { createRecordFormat, type RowFormat } from "./json-formats.ts";
import { escapeText } from "./safe-text.ts";

function formatCsvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    const cell = guardFormula(value, typeof value === "string" ? keepLines(value) : undefined);
    return /[",\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return `${cells.length === 1 && cells[0] === "" ? '""' : cells.join(",")}\n`;
}

/** Returns safe text that keeps its line breaks, as line feeds, and its tabs. Each of its lines is safe. */
const keepLines = (text: string): string =>
  text
    .split(/(\r?\n|\t)/)
    .map((part, at) => (at % 2 === 1 ? part.replace("\r", "") : escapeText(part)))
    .join("");

// Spec silent: line breaks and tabs in the texts of a record. We quote them in CSV (RFC 4180). TSV has no quotes, so
// they become `\n` and `\t`, and a record is always one line; JSON has the original text.
/** Returns the format of RFC 4180 with a header of column keys and `\n` line ends. */
export const createCsvFormat = <T>(columns: readonly Column<T>[]): RowFormat<T> =>
  withKeys(columns, formatCsvLine);

/**
 * Returns the format of tab-separated values with a header of column keys; tabs and line ends inside a value
 * show as `\t` and `\n`.
 */
export const createTsvFormat = <T>(columns: readonly Column<T>[]): RowFormat<T> =>
  withKeys(columns, (values) => `${values.map((value) => guardFormula(value)).join("\t")}\n`);

const withKeys = <T>(
  columns: readonly Column<T>[],
  line: (values: readonly unknown[]) => string,
): RowFormat<T> => ({
  open: () => line(columns.map(({ key }) => key)),
  row: (record) => line(columns.map((column) => column.value(record))),
  close: () => "",
});

/** Returns cells separated by tabs, never cut. */
export const formatCellLine = (values: readonly unknown[]): string =>
  `${values.map(formatCell).join("\t")}\n`;

/** Returns the format for a pipe instead of a table: cells separated by tabs, never cut, without a header. */
export const createRowsFormat = <T>(columns: readonly Column<T>[]): RowFormat<T> =>
  createRecordFormat((record) => formatCellLine(columns.map((column) => column.value(record))));

const STARTS_FORMULA = /^[=+\-@\t\r]/;

// A list of numbers (a box, a position) cannot call a function, and scripts read it.
const NUMBERS = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:,[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)*$/i;

/**
 * Returns a cell for a spreadsheet: a text that looks like a formula gets a leading apostrophe, numbers stay numbers.
 */
export function guardFormula(value: unknown, text = formatCell(value)): string {
  const startsFormula = typeof value === "string" && STARTS_FORMULA.test(value);
  const isFormula = (startsFormula || STARTS_FORMULA.test(text)) && !NUMBERS.test(text);
  return isFormula ? `'${text}` : text;
}
