/** The required parts of the Parquet reader: imported by name, so that the others stay out of the bundle. */
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
 * In addition to Snappy, which the reader includes. `node:zlib` of Node 22 reads only the first frame of Zstandard, and nothing of a cut one,
 * without an error. Each stops at the announced length: a page of a megabyte can contain gigabytes.
 */
const compressors: Compressors = {
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(length, 1) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(length, 1) }),
  ZSTD: decompressZstd,
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** A piece of input expands to at most 128 KiB for every four bytes. */
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

/** Only geometries of requested rows are decoded. */
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
    // Waits for all of them, so that a second failure is not an unhandled rejection.
    await Promise.allSettled(group.asyncColumns.map(({ data }) => data));
    const first = Math.max(rowStart - group.groupStart, 0);
    const end = Math.min(rowEnd - group.groupStart, group.groupRows);
    rows.push(...(await asyncGroupToRows(group, first, end, columns, "object")));
  }
  return rows;
}
