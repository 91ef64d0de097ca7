import { valueLength } from "./sqlite-cell.ts";
import { varint } from "./sqlite-varint.ts";

const WHAT = new Set(["table", "index", "view", "trigger"]);
const COLUMNS = 5;
const ROOT_COLUMN = 3;
const ONE = 9;

/**
 * The first page of what a row of the table of tables describes: type, name, table, that page, text (section 2.6).
 * 0 = has none, -1 = stands in another page; undefined: no such row.
 */
export function schemaRoot(page: Buffer, start: number, bytes: number): number | undefined {
  const header = varint(page, start);
  if (header.value > bytes) return -1;
  const kinds: number[] = [];
  for (let at = header.end; at < start + header.value;) {
    const kind = varint(page, at);
    kinds.push(kind.value);
    if (kinds.length > COLUMNS) return undefined;
    at = kind.end;
  }
  if (kinds.length !== COLUMNS) return undefined;
  const lengths = kinds.map((kind) => valueLength(kind) ?? 0);
  const first = start + header.value;
  // Text of two bytes a letter has zeros in between.
  const what = page.toString("latin1", first, first + lengths[0]!).replaceAll("\0", "");
  if (!WHAT.has(what)) return undefined;
  const at = first + lengths.slice(0, ROOT_COLUMN).reduce((sum, length) => sum + length, 0);
  const kind = kinds[ROOT_COLUMN]!;
  const length = lengths[ROOT_COLUMN]!;
  if (at + length > start + bytes) return -1;
  if (length === 0) return kind === ONE ? 1 : 0;
  return length <= 6 ? page.readUIntBE(at, length) : undefined;
}
