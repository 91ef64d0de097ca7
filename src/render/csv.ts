import type { Column } from "./column.ts";
import type { RowFormat } from "./row-format.ts";
import { sheetCell } from "./sheet-cell.ts";

function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    const cell = sheetCell(value);
    return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return `${cells.length === 1 && cells[0] === "" ? '""' : cells.join(",")}\n`;
}

/**
 * RFC 4180 with a header of column keys and `\n` line ends. Line ends inside a value show as escapes, so that a record
 * is always one line.
 */
export function csv<T>(columns: readonly Column<T>[]): RowFormat<T> {
  return {
    open: () => csvLine(columns.map(({ key }) => key)),
    row: (record) => csvLine(columns.map((column) => column.value(record))),
    close: () => "",
  };
}
