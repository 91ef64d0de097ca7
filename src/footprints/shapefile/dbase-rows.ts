import { attributesFrom, type Attributes } from "../footprint.ts";
import { WrongFile } from "../wrong-file.ts";
import type { ByteStream } from "./byte-stream.ts";

const DELETED = 0x2a;

export interface DbaseField {
  name: string;
  isNumber: boolean;
  /** Position in a row, in bytes. */
  start: number;
  end: number;
}

export interface DbaseHeader {
  fields: readonly DbaseField[];
  rows: number;
  rowBytes: number;
}

/** Reads the stream up to the first row of a dBase III table. Throws WrongFile. */
export async function readDbaseHeader(stream: ByteStream): Promise<DbaseHeader> {
  const head = await stream.take(32);
  const headerBytes = head?.readUInt16LE(8) ?? 0;
  const descriptions = headerBytes > 32 ? await stream.take(headerBytes - 32) : undefined;
  if (head === undefined || descriptions === undefined) throw new WrongFile("its .dbf has no header");
  const [rows, rowBytes] = [head.readUInt32LE(4), head.readUInt16LE(10)];
  const fields = fieldsOf(descriptions);
  if (rowBytes < 1 || fields.some(({ end }) => end > rowBytes))
    throw new WrongFile("its .dbf has fields beyond its rows");
  return { fields, rows, rowBytes };
}

/** Yields the requested fields of the rows in order; undefined for a deleted row. Throws WrongFile. */
export async function* readDbaseRows(
  stream: ByteStream,
  { fields, rows, rowBytes }: DbaseHeader,
  names: readonly string[],
): AsyncGenerator<Attributes | undefined> {
  const wanted = fields.filter(({ name }) => names.includes(name));
  const chosen = wanted.map(({ name }) => name);
  for (let at = 0; at < rows; at++) {
    const row = await stream.take(rowBytes);
    if (row === undefined) throw new WrongFile(`its .dbf ends after ${at} of ${rows} rows`);
    yield row[0] === DELETED ? undefined : attributesFrom(chosen, (_name, at) => cellOf(row, wanted[at]!));
  }
}

function fieldsOf(descriptions: Buffer): DbaseField[] {
  const fields: DbaseField[] = [];
  let start = 1;
  for (let at = 0; at + 32 <= descriptions.length && descriptions[at] !== 0x0d; at += 32) {
    const name = descriptions.toString("latin1", at, at + 11).replace(/\0.*$/s, "");
    const kind = String.fromCharCode(descriptions[at + 11]!);
    const end = start + descriptions[at + 16]!;
    fields.push({ name, isNumber: kind === "N" || kind === "F", start, end });
    start = end;
  }
  return fields;
}

function cellOf(row: Buffer, { isNumber, start, end }: DbaseField): string | number | undefined {
  const text = row.toString("utf8", start, end).replaceAll("\0", " ").trim();
  return isNumber ? (text === "" ? undefined : Number(text)) : text;
}
