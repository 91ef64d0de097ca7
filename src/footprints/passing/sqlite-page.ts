/** One page of a SQLite database, looked at alone (sqlite.org/fileformat2.html, section 1.6). */

/** `other`: the end of a long cell, or a free page. `wrong`: nothing that SQLite writes, unless the page is free. */
export type PageKind = "table" | "index" | "other" | "wrong";

export interface PageLook {
  kind: PageKind;
  /** Numbers of the pages below, of the same kind. */
  children: number[];
  /** Pages that hold what did not fit into this one. */
  overflowPages: number;
}

const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;

/** `start`: 100 on the first page, behind the header of the file, otherwise 0; `usableBytes`: without what is reserved. */
export function lookAtPage(page: Buffer, start: number, usableBytes: number): PageLook {
  const type = page[start]!;
  const none = { children: [], overflowPages: 0 };
  const isInterior = type === INTERIOR_INDEX || type === INTERIOR_TABLE;
  if (!isInterior && type !== LEAF_INDEX && type !== LEAF_TABLE)
    // It begins with the number of the next one, or with none: the first byte of a number that is not huge is 0.
    return { kind: type === 0 ? "other" : "wrong", ...none };
  const cells = page.readUInt16BE(start + 3);
  const contentStart = page.readUInt16BE(start + 5) || 65_536;
  const pointers = start + (isInterior ? 12 : 8);
  if (pointers + 2 * cells > contentStart || contentStart > usableBytes) return { kind: "wrong", ...none };
  const children = isInterior ? [page.readUInt32BE(start + 8)] : [];
  let overflowPages = 0;
  for (let cell = 0; cell < cells; cell++) {
    const at = page.readUInt16BE(pointers + 2 * cell);
    if (at < contentStart || at + 4 > usableBytes) return { kind: "wrong", ...none };
    if (isInterior) children.push(page.readUInt32BE(at));
    if (type === INTERIOR_TABLE) continue;
    const spilled = spilledPages(page, isInterior ? at + 4 : at, usableBytes, type === LEAF_TABLE);
    if (spilled === undefined) return { kind: "wrong", ...none };
    overflowPages += spilled;
  }
  return {
    kind: type === LEAF_TABLE || type === INTERIOR_TABLE ? "table" : "index",
    children,
    overflowPages,
  };
}

/** Pages that a cell goes on in; undefined when what is to be here of it does not fit. */
function spilledPages(page: Buffer, at: number, usableBytes: number, isTable: boolean): number | undefined {
  const payload = varint(page, at);
  const start = isTable ? varint(page, payload.end).end : payload.end;
  const most = isTable ? usableBytes - 35 : Math.floor(((usableBytes - 12) * 64) / 255) - 23;
  if (payload.value <= most) return start + payload.value <= usableBytes ? 0 : undefined;
  const least = Math.floor(((usableBytes - 12) * 32) / 255) - 23;
  const fitting = least + ((payload.value - least) % (usableBytes - 4));
  const local = fitting <= most ? fitting : least;
  if (start + local + 4 > usableBytes) return undefined;
  return Math.ceil((payload.value - local) / (usableBytes - 4));
}

/** Seven bits a byte, the first byte highest, eight bits in a ninth. */
function varint(page: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start; at < start + 8; at++) {
    const byte = page[at] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return { value: value * 256 + (page[start + 8] ?? 0), end: start + 9 };
}
