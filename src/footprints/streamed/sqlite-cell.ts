/** One cell of a b-tree page of SQLite (sqlite.org/fileformat2.html, sections 1.6 and 2.1). */

export const PAGE_TYPES = { interiorIndex: 2, interiorTable: 5, leafIndex: 10, leafTable: 13 } as const;

/** All of one shape, as there are millions of them. */
export interface Cell {
  /** Behind its last byte in this page. */
  end: number;
  /** The page below, of an inner page; else 0. */
  child: number;
  /** Of a table: the number of the row, or the highest one below. */
  rowid: number;
  /** The page where it continues; else 0. */
  overflow: number;
  /** Of all pages together. */
  payload: number;
  /** Where its record begins, and how much of that is here; else 0. */
  start: number;
  bytes: number;
}

/** A cell takes as many bytes at least: so many a free block needs. */
const LEAST_BYTES = 4;

/** Undefined when it is no cell: it does not fit into the page, or its record has another length than it announces. */
export function readCell(page: Buffer, at: number, type: number, usableBytes: number): Cell | undefined {
  if (at + LEAST_BYTES > usableBytes) return undefined;
  const isInterior = type === PAGE_TYPES.interiorIndex || type === PAGE_TYPES.interiorTable;
  const child = isInterior ? page.readUInt32BE(at) : 0;
  const { value: payload, end: behind } = varint(page, isInterior ? at + 4 : at);
  if (type === PAGE_TYPES.interiorTable) {
    const none = { overflow: 0, payload: 0, start: 0, bytes: 0 };
    return behind > usableBytes ? undefined : { end: behind, child, rowid: payload, ...none };
  }
  const isTable = type === PAGE_TYPES.leafTable;
  const { value: rowid, end: start } = isTable ? varint(page, behind) : { value: 0, end: behind };
  const bytes = localBytes(payload, usableBytes, isTable);
  const isWhole = bytes === payload;
  const end = start + bytes + (isWhole ? 0 : 4);
  if (end > usableBytes || !isRecord(page, start, bytes, payload)) return undefined;
  const overflow = isWhole ? 0 : page.readUInt32BE(end - 4);
  return { end: Math.max(end, at + LEAST_BYTES), child, rowid, overflow, payload, start, bytes };
}

/** How much of a payload stands in the page itself. */
function localBytes(payload: number, usableBytes: number, isTable: boolean): number {
  const most = isTable ? usableBytes - 35 : Math.floor(((usableBytes - 12) * 64) / 255) - 23;
  if (payload <= most) return payload;
  const least = Math.floor(((usableBytes - 12) * 32) / 255) - 23;
  const fitting = least + ((payload - least) % (usableBytes - 4));
  return fitting <= most ? fitting : least;
}

/** The serial types of its values give their lengths, whose sum must be that of the payload. */
function isRecord(page: Buffer, start: number, bytes: number, payload: number): boolean {
  const header = varint(page, start);
  // A record that continues in other pages is not followed there.
  if (header.value > bytes) return header.value <= payload && bytes < payload;
  const end = start + header.value;
  let length = header.value;
  let at = header.end;
  while (at < end) {
    const kind = varint(page, at);
    const valueBytes = valueLength(kind.value);
    if (valueBytes === undefined) return false;
    length += valueBytes;
    at = kind.end;
  }
  return at === end && length === payload;
}

const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

/** Undefined for the two kinds that no file has. */
export const valueLength = (kind: number): number | undefined =>
  kind < 12 ? NUMBER_BYTES[kind] : Math.floor((kind - 12) / 2);

export interface Varint {
  /** Beyond 2 ** 53 rounded. */
  value: number;
  end: number;
}

/** Seven bits a byte, the first byte highest; eight bits in a ninth, and the first bit is then the sign. Behind the page stand zeros. */
export function varint(page: Buffer, start: number): Varint {
  let value = 0;
  // The upper half separately: a small negative number as a whole would be rounded to 0.
  let upper = 0;
  for (let at = start; at < start + 8; at++) {
    if (at === start + 4) [upper, value] = [value, 0];
    const byte = page[at] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80)
      return { value: at < start + 4 ? value : upper * 128 ** (at - start - 3) + value, end: at + 1 };
  }
  const high = upper < 2 ** 27 ? upper : upper - 2 ** 28;
  return { value: high * 2 ** 36 + value * 256 + (page[start + 8] ?? 0), end: start + 9 };
}
