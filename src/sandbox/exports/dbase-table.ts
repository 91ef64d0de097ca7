import { type Footprint, FOOTPRINT_COLUMNS, type FootprintColumn, textOf } from "./footprint-columns.ts";

/** The attribute table of a shapefile: dBase III, one byte that marks deleted rows, then fields of fixed widths. */

const DBASE_III = 0x03;
const FIELD_BYTES = 32;
const HEADER_END = 0x0d;
const FILE_END = 0x1a;
const BLANK = 0x20;

const DECIMALS = 2;

const rowBytes = 1 + FOOTPRINT_COLUMNS.reduce((sum, { width }) => sum + width, 0);
const headerBytes = 32 + FOOTPRINT_COLUMNS.length * FIELD_BYTES + 1;

export function dbaseHeader(count: number, changedMs: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  const changed = new Date(changedMs);
  header.writeUInt8(DBASE_III, 0);
  // One byte for the year: the clock may show later ones.
  header.writeUInt8(Math.min(255, changed.getUTCFullYear() - 1900), 1);
  header.writeUInt8(changed.getUTCMonth() + 1, 2);
  header.writeUInt8(changed.getUTCDate(), 3);
  header.writeUInt32LE(count, 4);
  header.writeUInt16LE(headerBytes, 8);
  header.writeUInt16LE(rowBytes, 10);
  for (const [index, column] of FOOTPRINT_COLUMNS.entries()) {
    const at = 32 + index * FIELD_BYTES;
    header.write(column.name, at, 10, "latin1");
    header.write(isNumber(column) ? "N" : "C", at + 11, "latin1");
    header.writeUInt8(column.width, at + 16);
    header.writeUInt8(column.kind === "decimal" ? DECIMALS : 0, at + 17);
  }
  header.writeUInt8(HEADER_END, headerBytes - 1);
  return header;
}

export function dbaseRows(batch: readonly Footprint[]): Buffer {
  const rows = Buffer.alloc(rowBytes * batch.length, BLANK);
  let at = 0;
  for (const footprint of batch) {
    at += 1;
    for (const column of FOOTPRINT_COLUMNS) {
      const text = cellText(column, footprint);
      if (Buffer.byteLength(text) > column.width) {
        throw new Error(`${column.name} has room for ${column.width} bytes, not for ${text}`);
      }
      rows.write(isNumber(column) ? text.padStart(column.width) : text, at, column.width, "utf8");
      at += column.width;
    }
  }
  return rows;
}

export const dbaseEnd = (): Buffer => Buffer.of(FILE_END);

const isNumber = ({ kind }: FootprintColumn): boolean => kind === "decimal" || kind === "integer";

function cellText(column: FootprintColumn, footprint: Footprint): string {
  const cell = column.value(footprint);
  return column.kind === "decimal" && cell !== null ? Number(cell).toFixed(DECIMALS) : textOf(column, cell);
}
