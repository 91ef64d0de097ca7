/** A Parquet file for hyparquet: footer checked, slices on demand. */
import type { AsyncBuffer, FileMetaData } from "hyparquet";
import { readErrno } from "../../disk/disk-error.ts";
import { WrongFile, type RandomAccessFile } from "../random-access-file.ts";
import { declaresGeometry } from "./geo-columns.ts";

const MAGIC = "PAR1";
/** Maximum size of a footer, which takes many times its bytes in memory. The footer of an export has some kilobytes. */
const MAX_FOOTER_BYTES = 16 * 1024 * 1024;

/** Returns the metadata of the footer. Throws WrongFile. */
export async function readParquet(file: RandomAccessFile): Promise<FileMetaData> {
  if (file.length < 12) throw new WrongFile(`${file.length} bytes are not a Parquet file`);
  const head = (await file.read(0, 4)).toString("latin1");
  if (head !== MAGIC) throw new WrongFile(`it does not begin with ${MAGIC}`);
  const tail = await file.read(file.length - 8);
  if (tail.toString("latin1", 4) !== MAGIC)
    throw new WrongFile(`it does not end with ${MAGIC}: it is cut off`);
  const footerLength = tail.readUInt32LE(0);
  if (footerLength > file.length - 12)
    throw new WrongFile(`its footer of ${footerLength} bytes does not fit into it`);
  if (footerLength > MAX_FOOTER_BYTES)
    throw new WrongFile(`its footer has ${footerLength} bytes; at most ${MAX_FOOTER_BYTES} are read`);
  const footer = await file.read(file.length - 8 - footerLength);
  const { parquetMetadata } = await import("./parquet-library.ts");
  return blameFile("its footer", () => parquetMetadata(toArrayBuffer(footer)));
}

/**
 * Returns the result of work on untrusted values of the file. For a damaged file, the reader and Node throw any kind of
 * error, which becomes a WrongFile. Errors of the operating system stay unchanged.
 */
export function blameFile<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toWrongFile(what, error);
  }
}

/** Returns an error of reading as a WrongFile, or unchanged if the operating system caused it. */
export function toWrongFile(what: string, error: unknown): unknown {
  if (error instanceof WrongFile || readErrno(error) !== undefined) return error;
  const { message } = error as Error;
  // The message of such an error describes the reader, not the file.
  const isOfReader =
    error instanceof TypeError || error instanceof RangeError || message.includes("undefined");
  return new WrongFile(`${what} cannot be read: ${isOfReader ? "it is damaged" : message}`, { cause: error });
}

export const toAsyncBuffer = (file: RandomAccessFile): AsyncBuffer => ({
  byteLength: file.length,
  slice: async (start, end) => {
    const from = start < 0 ? file.length + start : start;
    return toArrayBuffer(await file.read(from, end));
  },
});

/** Returns the bytes as an ArrayBuffer. They are copied if their memory is shared with other buffers. */
const toArrayBuffer = (bytes: Buffer): ArrayBuffer =>
  bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes.buffer as ArrayBuffer)
    : (bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);

/**
 * Checks the footer, its sums, the position of every column chunk (in the file, before the footer), and that there is a
 * geometry column. Throws WrongFile.
 */
export async function inspectParquet(file: RandomAccessFile): Promise<string> {
  const metadata = await readParquet(file);
  blameFile("its footer", () => checkFooter(metadata, file.length));
  return "parquet footer";
}

function checkFooter(metadata: FileMetaData, length: number): void {
  const rows = metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
  if (rows !== Number(metadata.num_rows))
    throw new WrongFile(`its row groups have ${rows} rows, not the ${metadata.num_rows} in its footer`);
  const end = length - 8 - metadata.metadata_length;
  for (const { columns } of metadata.row_groups) {
    for (const { meta_data: chunk } of columns) {
      if (chunk === undefined) continue;
      const start = Number(chunk.dictionary_page_offset ?? chunk.data_page_offset);
      if (start < 4 || start + Number(chunk.total_compressed_size) > end)
        throw new WrongFile(`the column ${chunk.path_in_schema.join(".")} lies outside the file`);
    }
  }
  if (!declaresGeometry(metadata)) throw new WrongFile("it declares no geometry");
}
