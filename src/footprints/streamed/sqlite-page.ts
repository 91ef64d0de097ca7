/** What one page of a SQLite database shows on its own (sqlite.org/fileformat2.html, section 1.6). */
import { PAGE_TYPES, readCell, type Cell, varint, valueLength } from "./sqlite-cell.ts";

export interface Below {
  page: number;
  /** Of a table: rows from behind the one up to the other are below. */
  after: number;
  upTo: number;
}

export interface PageSummary {
  /** Of which kind of tree; undefined: the end of a long cell, a free page, or nothing that SQLite writes. */
  kind?: "table" | "index";
  below: readonly Below[];
  /** Pages where long cells continue. */
  overflows: readonly { page: number; pages: number }[];
  /** Lowest and highest row of a page of a table. */
  rows?: readonly [number, number];
  /** Of a leaf all of whose rows are of the table of tables: their roots; 0 = has none, -1 = cannot be seen here. */
  roots?: readonly number[];
  /** The first two numbers: of a page of no tree the next of its kind, and how many free ones it names. */
  numbers: readonly [number, number];
}

const TYPES = new Set<number>(Object.values(PAGE_TYPES));
/** Shared by the many pages that have none. */
const NOTHING: readonly never[] = [];
/** Begin and end of a piece in one number, so that they are sorted as numbers. */
const SHIFT = 2 ** 17;

/** `start`: 100 on the first page, behind the header of the file, otherwise 0; `usableBytes`: without what is reserved. */
export function summarisePage(page: Buffer, start: number, usableBytes: number): PageSummary {
  const none: PageSummary = {
    below: NOTHING,
    overflows: NOTHING,
    numbers: [page.readUInt32BE(0), page.readUInt32BE(4)],
  };
  const type = page[start]!;
  if (!TYPES.has(type)) return none;
  const isInterior = type === PAGE_TYPES.interiorIndex || type === PAGE_TYPES.interiorTable;
  const isTable = type === PAGE_TYPES.leafTable || type === PAGE_TYPES.interiorTable;
  const pointers = start + (isInterior ? 12 : 8);
  const cells = cellsOf(page, start, pointers, usableBytes);
  if (cells === undefined) return none;
  if (isTable)
    for (let at = 1; at < cells.length; at++)
      if (!isAbove(cells[at]!.rowid, cells[at - 1]!.rowid)) return none;
  const overflows = cells
    .filter(({ payload, bytes }) => payload > bytes)
    .map(({ overflow, payload, bytes }) => ({
      page: overflow,
      pages: Math.ceil((payload - bytes) / (usableBytes - 4)),
    }));
  const roots = type === PAGE_TYPES.leafTable ? rootsOf(page, cells) : undefined;
  return {
    ...none,
    kind: isTable ? "table" : "index",
    below: isInterior ? belowOf(cells, isTable, page.readUInt32BE(start + 8)) : NOTHING,
    overflows: overflows.length > 0 ? overflows : NOTHING,
    ...(isTable && cells.length > 0 && { rows: [cells[0]!.rowid, cells.at(-1)!.rowid] as const }),
    ...(roots !== undefined && { roots }),
  };
}

function belowOf(cells: readonly Cell[], isTable: boolean, last: number): Below[] {
  const pages = [...cells.map(({ child }) => child), last];
  return pages.map((page, at) => ({
    page,
    after: (isTable ? cells[at - 1]?.rowid : undefined) ?? -Infinity,
    upTo: (isTable ? cells[at]?.rowid : undefined) ?? Infinity,
  }));
}

/** Beyond 2 ** 53 neighbours compare as equal. */
export const isAbove = (rowid: number, other: number): boolean =>
  rowid > other || (rowid === other && !Number.isSafeInteger(rowid));

/** Undefined where cells, free blocks and lost bytes do not add up to the page, each byte once. */
function cellsOf(page: Buffer, start: number, pointers: number, usableBytes: number): Cell[] | undefined {
  const count = page.readUInt16BE(start + 3);
  const contentStart = page.readUInt16BE(start + 5) || 65_536;
  if (pointers + 2 * count > contentStart || contentStart > usableBytes) return undefined;
  const taken = freeBlocks(page, page.readUInt16BE(start + 1), contentStart, usableBytes);
  if (taken === undefined) return undefined;
  const cells: Cell[] = [];
  for (let number = 0; number < count; number++) {
    const at = page.readUInt16BE(pointers + 2 * number);
    const cell = at < contentStart ? undefined : readCell(page, at, page[start]!, usableBytes);
    if (cell === undefined) return undefined;
    cells.push(cell);
    taken.push(at * SHIFT + cell.end);
  }
  let lostBytes = 0;
  let end = contentStart;
  for (const piece of Float64Array.from(taken).sort()) {
    const from = Math.floor(piece / SHIFT);
    if (from < end) return undefined;
    lostBytes += from - end;
    end = piece % SHIFT;
  }
  return lostBytes + usableBytes - end === page[start + 7] ? cells : undefined;
}

/** A chain in ascending order: each block holds the offset of the next one, and its own length. */
function freeBlocks(
  page: Buffer,
  first: number,
  contentStart: number,
  usableBytes: number,
): number[] | undefined {
  const blocks: number[] = [];
  let end = contentStart;
  for (let at = first; at !== 0;) {
    if (at < end || at + 4 > usableBytes) return undefined;
    end = at + page.readUInt16BE(at + 2);
    if (end < at + 4 || end > usableBytes) return undefined;
    blocks.push(at * SHIFT + end);
    at = page.readUInt16BE(at);
  }
  return blocks;
}

function rootsOf(page: Buffer, cells: readonly Cell[]): number[] | undefined {
  const roots: number[] = [];
  for (const { start, bytes } of cells) {
    const root = schemaRoot(page, start, bytes);
    if (root === undefined) return undefined;
    roots.push(root);
  }
  return roots;
}

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
