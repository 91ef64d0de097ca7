import type { Column } from "./column.ts";
import type { RowFormat } from "./row-format.ts";
import { sheetCell } from "./sheet-cell.ts";

/** Tab-separated values with a header of column keys; tabs and line ends inside a value show as `\t` and `\n`. */
export function tsv<T>(columns: readonly Column<T>[]): RowFormat<T> {
  const line = (values: readonly unknown[]): string => `${values.map(sheetCell).join("\t")}\n`;
  return {
    open: () => line(columns.map(({ key }) => key)),
    row: (record) => line(columns.map((column) => column.value(record))),
    close: () => "",
  };
}
