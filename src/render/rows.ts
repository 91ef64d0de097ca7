import { cellText } from "./column.ts";
import type { Column } from "./column.ts";
import type { RowFormat } from "./row-format.ts";

/** What a pipe gets in place of a table: the same cells, separated by tabs, never cut, without a header. */
export function rows<T>(columns: readonly Column<T>[]): RowFormat<T> {
  return {
    open: () => "",
    row: (record) => `${columns.map((column) => cellText(column.value(record))).join("\t")}\n`,
    close: () => "",
  };
}
