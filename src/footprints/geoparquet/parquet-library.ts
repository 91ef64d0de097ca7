/** Imports the parts of the Parquet reader by name, so that the others stay out of the bundle. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Decompress } from "fzstd";
import { parquetMetadata, parquetSchema, type Compressors, type ParquetReadOptions } from "hyparquet";
import { decompressLz4, decompressLz4Raw } from "hyparquet-compressors";
import { parquetHeader } from "hyparquet/src/column.js";
import { parquetPlan } from "hyparquet/src/plan.js";
import { assembleAsync, asyncGroupToRows, readRowGroup } from "hyparquet/src/rowgroup.js";

export { parquetHeader, parquetMetadata };

export type Row = Record<string, unknown>;

export type RowsRead = Required<
  Pick<ParquetReadOptions, "file" | "metadata" | "columns" | "rowStart" | "rowEnd">
>;

/**
 * The decompressors in addition to Snappy, which the reader includes. Each stops at the announced length, because a page
 * of a megabyte can contain gigabytes. Zstandard is not left to `node:zlib`: that of Node 22 reads only the first frame,
 * and returns nothing for a cut frame, both without an error.
 */
const compressors: Compressors = {
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(length, 1) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(length, 1) }),
  ZSTD: decompressZstd,
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** Bytes of input per step. Four bytes expand to at most 128 KiB, so a step takes at most 32 MiB. */
const ZSTD_PIECE = 1024;

function decompressZstd(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  let at = 0;
  const stream = new Decompress((chunk) => {
    if (at + chunk.length > length) throw new RangeError("a page is longer than it announces");
    output.set(chunk, at);
    at += chunk.length;
  });
  for (let start = 0; start < input.length; start += ZSTD_PIECE)
    stream.push(input.subarray(start, start + ZSTD_PIECE), start + ZSTD_PIECE >= input.length);
  return output.subarray(0, at);
}

/** Keeps geometries as bytes, because only those of wanted rows are decoded. */
const parsers = { geometryFromBytes: (bytes: Uint8Array) => bytes };

/** Returns a range of rows with the requested columns. Rejects with any error for a damaged file. */
export async function readParquetRows(options: RowsRead): Promise<Row[]> {
  const { metadata, columns, rowStart, rowEnd } = options;
  const read = { ...options, compressors, parsers, useOffsetIndex: true };
  const plan = parquetPlan(read);
  const schema = parquetSchema(metadata);
  const rows: Row[] = [];
  for (const part of plan.groups) {
    const group = assembleAsync(readRowGroup(read, plan, part), schema, parsers);
    // All columns are awaited together, so that a second failure is not an unhandled rejection.
    await Promise.allSettled(group.asyncColumns.map(({ data }) => data));
    const first = Math.max(rowStart - group.groupStart, 0);
    const end = Math.min(rowEnd - group.groupStart, group.groupRows);
    rows.push(...(await asyncGroupToRows(group, first, end, columns, "object")));
  }
  return rows;
}
