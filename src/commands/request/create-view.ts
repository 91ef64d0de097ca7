/** The view of `task create` and `repeat create`: a record, the rows of --each, or an explanation. */
import { isJsonObject } from "../../contract/json-object.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import type { Records } from "../../app/tasking/request-kind.ts";
import type { Column } from "../../render/column.ts";
import { isRows } from "../../cli/output/present.ts";
import type { View } from "../../cli/output/view.ts";
import type { Explanation } from "../../domain/tasking/explain-request.ts";
import type { EachRow } from "../../app/tasking/send-each.ts";

const COLUMNS = [
  { key: "index", header: "FEATURE", value: ({ index }: EachRow) => index, align: "right" as const },
  { key: "outcome", header: "OUTCOME", value: ({ outcome }: EachRow) => outcome },
  { key: "id", header: "ID", value: ({ id }: EachRow) => id, fixed: true },
  { key: "status", header: "STATUS", value: ({ status }: EachRow) => status },
  { key: "name", header: "NAME", value: ({ name }: EachRow) => name },
  { key: "error", header: "ERROR", value: ({ error }: EachRow) => error?.message, wide: true },
];

const isExplanation = (data: unknown): data is Explanation =>
  typeof data === "object" && data !== null && "windows" in data && "zone" in data;
const isEachRow = (row: unknown): row is EachRow =>
  typeof row === "object" && row !== null && "outcome" in row && "index" in row;

/** Rows of --each and explanations have our format; a record is shown as the service sent it. */
const sourceData = (data: unknown): unknown =>
  isJsonObject(data) && "estimate" in data && "source" in data ? data["source"] : data;

export const createViewOf = <R extends RequestRecord>(
  record: View<Records>,
  columns: readonly Column<R>[],
): View<unknown> => ({
  ...(record as View<unknown>),
  columns: columns.map((column) => ({
    ...column,
    value: (row) => (isEachRow(row) ? row[column.key as keyof EachRow] : column.value(row as R)),
  })),
  source: sourceData,
  rowSource: sourceData,
  rows: (data) => (isRows(data) ? data : [data]),
  text: async (data, screen) => {
    if (isExplanation(data)) {
      const { explanationText } = await import("../../domain/tasking/explain-request.ts");
      return explanationText(data).join("\n");
    }
    if (Array.isArray(data) && data.every(isEachRow)) {
      const { table } = await import("../../render/table.ts");
      return table(data, COLUMNS, { width: screen.width, paint: screen.paint });
    }
    return (record as View<unknown>).text?.(data, screen) ?? "";
  },
  id: (row) => (isEachRow(row) ? (row.id ?? []) : record.id?.(row)),
});
