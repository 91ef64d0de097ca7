/** The required parts of the Parquet reader: imported by name, so that the others stay out of the bundle. */
import { parquetMetadata, parquetSchema, type ParquetReadOptions } from "hyparquet";
import { parquetPlan } from "hyparquet/src/plan.js";
import { assembleAsync, asyncGroupToRows, readRowGroup } from "hyparquet/src/rowgroup.js";

export { parquetMetadata };

export type Row = Record<string, unknown>;

type Read = Pick<ParquetReadOptions, "file" | "compressors" | "parsers"> & {
  metadata: NonNullable<ParquetReadOptions["metadata"]>;
  columns: string[];
  rowStart: number;
  rowEnd: number;
};

/** Returns a range of rows with the requested columns. Rejects with any error for a damaged file. */
export async function readParquetRows(options: Read): Promise<Row[]> {
  const { metadata, columns, rowStart, rowEnd, parsers } = options;
  const read = { ...options, useOffsetIndex: true };
  const plan = parquetPlan(read);
  const schema = parquetSchema(metadata);
  const rows: Row[] = [];
  for (const part of plan.groups) {
    const group = assembleAsync(readRowGroup(read, plan, part), schema, parsers);
    // Waits for all of them, so that a second failure is not an unhandled rejection.
    await Promise.allSettled(group.asyncColumns.map(({ data }) => data));
    const first = Math.max(rowStart - group.groupStart, 0);
    const end = Math.min(rowEnd - group.groupStart, group.groupRows);
    rows.push(...(await asyncGroupToRows(group, first, end, columns, "object")));
  }
  return rows;
}
