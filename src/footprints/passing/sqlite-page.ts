/** One page of a SQLite database, looked at alone (sqlite.org/fileformat2.html, section 1.6). */
import { PAGE_TYPES, readCell, type Cell } from "./sqlite-cell.ts";
import { schemaRoot } from "./sqlite-schema.ts";

export interface Below {
  page: number;
  /** Of a table: rows from behind the one up to the other are below. */
  after: number;
  upTo: number;
}

export interface PageLook {
  /** Of which kind of tree; undefined: the end of a long cell, a free page, or nothing that SQLite writes. */
  kind?: "table" | "index";
  below: readonly Below[];
  /** Where long cells go on. */
  overflows: readonly { page: number; pages: number }[];
  /** Lowest and highest row of a page of a table. */
  rows?: readonly [number, number];
  /** Of a leaf all of whose rows are of the table of tables: their roots; 0 = has none, -1 = cannot be seen here. */
  roots?: readonly number[];
  /** The first two numbers: of a page of no tree the next of its kind, and how many free ones it names. */
  numbers: readonly [number, number];
}

/** `start`: 100 on the first page, behind the header of the file, otherwise 0; `usableBytes`: without what is reserved. */
export function lookAtPage(page: Buffer, start: number, usableBytes: number): PageLook {
  const none: PageLook = { below: [], overflows: [], numbers: [page.readUInt32BE(0), page.readUInt32BE(4)] };
  const type = page[start]!;
  if (!Object.values<number>(PAGE_TYPES).includes(type)) return none;
  const isInterior = type === PAGE_TYPES.interiorIndex || type === PAGE_TYPES.interiorTable;
  const isTable = type === PAGE_TYPES.leafTable || type === PAGE_TYPES.interiorTable;
  const pointers = start + (isInterior ? 12 : 8);
  const cells = cellsOf(page, start, pointers, usableBytes);
  if (cells === undefined) return none;
  const rowids = cells.flatMap(({ rowid }) => rowid ?? []);
  if (rowids.some((rowid, at) => at > 0 && !isAbove(rowid, rowids[at - 1]!))) return none;
  const below = cells.flatMap(({ child, rowid = Infinity }, at) =>
    child === undefined ? [] : [{ page: child, after: rowids[at - 1] ?? -Infinity, upTo: rowid }],
  );
  if (isInterior)
    below.push({ page: page.readUInt32BE(start + 8), after: rowids.at(-1) ?? -Infinity, upTo: Infinity });
  const roots = type === PAGE_TYPES.leafTable ? rootsOf(page, cells) : undefined;
  return {
    ...none,
    kind: isTable ? "table" : "index",
    below,
    overflows: cells.flatMap(({ overflow }) => overflow ?? []),
    ...(rowids.length > 0 && { rows: [rowids[0]!, rowids.at(-1)!] as const }),
    ...(roots !== undefined && { roots }),
  };
}

/** Beyond 2 ** 53 neighbours are not told apart. */
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
    taken.push([at, cell.end]);
  }
  let lostBytes = 0;
  let end = contentStart;
  for (const [from, to] of taken.toSorted(([one], [other]) => one - other)) {
    if (from < end) return undefined;
    lostBytes += from - end;
    end = to;
  }
  return lostBytes + usableBytes - end === page[start + 7] ? cells : undefined;
}

/** A chain that goes up: each says where the next one is, and how long it is itself. */
function freeBlocks(
  page: Buffer,
  first: number,
  contentStart: number,
  usableBytes: number,
): [number, number][] | undefined {
  const blocks: [number, number][] = [];
  let end = contentStart;
  for (let at = first; at !== 0;) {
    if (at < end || at + 4 > usableBytes) return undefined;
    end = at + page.readUInt16BE(at + 2);
    if (end < at + 4 || end > usableBytes) return undefined;
    blocks.push([at, end]);
    at = page.readUInt16BE(at);
  }
  return blocks;
}

function rootsOf(page: Buffer, cells: readonly Cell[]): number[] | undefined {
  const roots: number[] = [];
  for (const { record } of cells) {
    const root = record && schemaRoot(page, record);
    if (root === undefined) return undefined;
    roots.push(root);
  }
  return roots;
}
