import { type Footprint, FOOTPRINT_COLUMNS, type FootprintColumn, textOf } from "./footprint-columns.ts";

const DBASE_III = 0x03;
const HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const HEADER_END = 0x0d;
const FILE_END = 0x1a;
const BLANK = 0x20;

const DECIMALS = 2;

/** The attribute table of a shapefile: dBase III, one byte that marks deleted rows, then fields of fixed widths. */
export class DbaseTable {
  readonly #fields: readonly { column: FootprintColumn; width: number }[];
  readonly #rowBytes: number;

  constructor(vendorPrefix: string) {
    this.#fields = FOOTPRINT_COLUMNS.map((column) => ({
      column,
      width: column.width + (column.isOptional ? Buffer.byteLength(vendorPrefix) : 0),
    }));
    this.#rowBytes = 1 + this.#fields.reduce((sum, { width }) => sum + width, 0);
  }

  header(count: number, changedMs: number): Buffer {
    const header = Buffer.alloc(HEADER_BYTES + this.#fields.length * FIELD_BYTES + 1);
    const changed = new Date(changedMs);
    header.writeUInt8(DBASE_III, 0);
    // One byte for the year: the clock may show later ones.
    header.writeUInt8(Math.min(255, changed.getUTCFullYear() - 1900), 1);
    header.writeUInt8(changed.getUTCMonth() + 1, 2);
    header.writeUInt8(changed.getUTCDate(), 3);
    header.writeUInt32LE(count, 4);
    header.writeUInt16LE(header.byteLength, 8);
    header.writeUInt16LE(this.#rowBytes, 10);
    for (const [index, { column, width }] of this.#fields.entries()) {
      const at = HEADER_BYTES + index * FIELD_BYTES;
      header.write(column.name, at, 10, "latin1");
      header.write(isNumber(column) ? "N" : "C", at + 11, "latin1");
      header.writeUInt8(width, at + 16);
      header.writeUInt8(column.kind === "decimal" ? DECIMALS : 0, at + 17);
    }
    header.writeUInt8(HEADER_END, header.byteLength - 1);
    return header;
  }

  rows(batch: readonly Footprint[]): Buffer {
    const rows = Buffer.alloc(this.#rowBytes * batch.length, BLANK);
    let at = 0;
    for (const footprint of batch) {
      at += 1;
      for (const { column, width } of this.#fields) {
        const text = cellText(column, footprint);
        if (text.length > width)
          throw new Error(`${column.name} has room for ${width} bytes, not for ${text}`);
        rows.write(isNumber(column) ? text.padStart(width) : text, at, width, "utf8");
        at += width;
      }
    }
    return rows;
  }

  end(): Buffer {
    return Buffer.of(FILE_END);
  }
}

const isNumber = ({ kind }: FootprintColumn): boolean => kind === "decimal" || kind === "integer";

function cellText(column: FootprintColumn, footprint: Footprint): string {
  const cell = column.value(footprint);
  return column.kind === "decimal" && cell !== null ? Number(cell).toFixed(DECIMALS) : textOf(column, cell);
}
