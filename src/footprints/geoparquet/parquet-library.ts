/** The required parts of the Parquet reader: imported by name, so that the others stay out of the bundle. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { parquetMetadata, parquetSchema, type Compressors, type ParquetReadOptions } from "hyparquet";
import { decompressLz4, decompressLz4Raw, decompressZstd } from "hyparquet-compressors";
import { parquetPlan } from "hyparquet/src/plan.js";
import { assembleAsync, asyncGroupToRows, readRowGroup } from "hyparquet/src/rowgroup.js";

export { parquetMetadata };

export type Row = Record<string, unknown>;

type Read = Required<Pick<ParquetReadOptions, "file" | "metadata" | "columns" | "rowStart" | "rowEnd">>;

/** In addition to Snappy, which the reader includes. `node:zlib` lacks Zstandard before Node 22.15. */
const compressors: Compressors = {
  GZIP: (input) => gunzipSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
  ZSTD: (input) => decompressZstd(input),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** Only geometries of requested rows are decoded. */
const parsers = { geometryFromBytes: (bytes: Uint8Array) => bytes };

/** Returns a range of rows with the requested columns. Rejects with any error for a damaged file. */
export async function readParquetRows(options: Read): Promise<Row[]> {
  const { metadata, columns, rowStart, rowEnd } = options;
  const read = { ...options, compressors, parsers, useOffsetIndex: true };
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
