/** What `--query` found as csv or tsv: a list of objects under the names of their members, anything else line by line. */
import { isJsonObject } from "../../contract/json-object.ts";
import type { Column } from "../../render/column.ts";
import { csv, tsv } from "../../render/separated-values.ts";

export function queryRows(found: unknown, kind: "csv" | "tsv"): string {
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  const named = list.length > 0 && list.every((row) => isJsonObject(row));
  const columns = named ? columnsOf(list) : positions(list);
  const format = kind === "csv" ? csv(columns) : tsv(columns);
  return (named ? format.open() : "") + list.map((row) => format.row(row)).join("");
}

/** The members of all rows, in the order in which they come first. */
const columnsOf = (list: readonly unknown[]): Column<unknown>[] =>
  [...new Set(list.flatMap((row) => Object.keys(row as object)))].map((key) => ({
    key,
    header: key,
    value: (row) => (row as Record<string, unknown>)[key],
  }));

/** Lists are rows of their elements, and any other value is a row of one cell. */
function positions(list: readonly unknown[]): Column<unknown>[] {
  const width = Math.max(1, ...list.map((row) => (Array.isArray(row) ? row.length : 1)));
  return Array.from({ length: width }, (_, at) => ({
    key: String(at),
    header: String(at),
    value: (row) => (Array.isArray(row) ? row[at] : at === 0 ? row : undefined),
  }));
}
