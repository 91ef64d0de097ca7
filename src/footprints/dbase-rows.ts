import { attributeOf, type Attribute } from "./footprint.ts";
import type { ByteStream } from "./byte-stream.ts";
import { WrongFile } from "./wrong-file.ts";

const DELETED = 0x2a;

/** The rows of a dBase III table in order; undefined for a deleted one. */
export async function* readDbaseRows(
  stream: ByteStream,
): AsyncGenerator<Record<string, Attribute> | undefined> {
  const head = await stream.take(32);
  if (head === undefined) throw new WrongFile("its .dbf is empty");
  const [count, headerBytes, rowBytes] = [head.readUInt32LE(4), head.readUInt16LE(8), head.readUInt16LE(10)];
  const fields = fieldsOf((await stream.take(headerBytes - 32)) ?? Buffer.alloc(0));
  for (let at = 0; at < count; at++) {
    const row = await stream.take(rowBytes);
    if (row === undefined) throw new WrongFile(`its .dbf ends after ${at} of ${count} rows`);
    yield row[0] === DELETED ? undefined : Object.fromEntries(fields.map((field) => cellOf(row, field)));
  }
}

interface Field {
  name: string;
  isNumber: boolean;
  start: number;
  end: number;
}

function fieldsOf(descriptions: Buffer): Field[] {
  const fields: Field[] = [];
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

function cellOf(row: Buffer, { name, isNumber, start, end }: Field): [string, Attribute] {
  const text = attributeOf(row.toString("utf8", start, end).replaceAll("\0", " "));
  return [name, isNumber && text !== null ? attributeOf(Number(text)) : text];
}
