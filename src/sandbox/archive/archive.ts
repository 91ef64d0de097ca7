import { DAY_MS } from "../../time/civil.ts";
import { drawStacks, FIRST_STACK_SERIAL } from "./archive-stacks.ts";
import { plainCollect, CollectView, type ViewContext } from "./collect-view.ts";
import { type Collect, type ProductType, itemId, readItemId } from "./collect.ts";
import { rowAtTime, type Columns, createColumns, writeRow, type CollectFacts } from "./columns.ts";
import { drawCollect } from "./draw-collect.ts";
import { hashText } from "./draw.ts";
import { keyOfId, keyOfShortId } from "./serial.ts";
import { createSpatialIndex, type SpatialIndex } from "./spatial-index.ts";

export interface ArchiveOptions {
  /** Any text; the same seed and the same clock day give the same archive. */
  seed: string;
  /** Number of collects over 400 days. A larger archive contains the smaller one. */
  size: number;
  /** Number of stacks: places that one satellite images repeatedly. Their collects are added to `size`. Default 0. */
  stacks?: number;
  /** Now: the archive ends with the last full UTC day before it. */
  endMs: number;
  /** First moment, rounded down to its UTC day. Default: 400 days before the end. */
  startMs?: number;
  /** Organizations that hold collects back, in turn. */
  organizationIds?: readonly string[];
}

/** The archive of past collects. It is computed from the seed on the first read and never stored. */
export interface Archive {
  /** Number of collects. Rows are sorted by time, oldest first. */
  readonly size: number;
  /** Returns rows, columns and the spatial index; built on the first call. */
  table(): Table;
  collectAt(row: number): Collect;
  /** Returns the collect with that `vendor:collect_id`. */
  collectById(id: string): Collect | undefined;
  /** Returns the collect and product type of an item id. */
  granuleById(itemId: string): { collect: Collect; productType: ProductType } | undefined;
  /** Yields the collects of a time interval (inclusive), oldest first: for exports and seeded orders. */
  collects(fromMs?: number, toMs?: number): IterableIterator<Collect>;
}

/** Number of days that `size` refers to. */
const SPAN_DAYS = 400;

/**
 * Returns the archive of a seed up to a day. Nothing is computed before the first read; then everything is in memory
 * (about 70 bytes per collect). Create a new archive when the clock moves to another day: days in both have the same
 * collects.
 */
export function createArchive(options: ArchiveOptions): Archive {
  const seed = hashText(options.seed);
  const lastDay = Math.floor(options.endMs / DAY_MS);
  const firstDay = options.startMs === undefined ? lastDay - SPAN_DAYS : Math.floor(options.startMs / DAY_MS);
  const { size, stacks = 0 } = options;
  const span = { firstDay, lastDay, collectsPerDay: size / SPAN_DAYS, stacks };
  const context = { seed, organizationIds: options.organizationIds ?? [] };
  let built: Table | undefined;
  const table = (): Table => (built ??= buildTable(span, context));
  const collectAt: Archive["collectAt"] = (row) => plainCollect(table().view(row));
  const rowOfKey = (key: { dayNumber: number; serial: number } | undefined): number =>
    key === undefined || key.dayNumber < firstDay || key.dayNumber >= lastDay
      ? -1
      : table().rowOf(key.dayNumber, key.serial);

  return {
    get size() {
      return table().columns.size;
    },
    table,
    collectAt,
    collectById(id) {
      const row = rowOfKey(keyOfId(seed, id));
      return row >= 0 && table().view(row).id === id ? collectAt(row) : undefined;
    },
    granuleById(id) {
      const parts = readItemId(id);
      if (parts === undefined) return undefined;
      const row = rowOfKey(keyOfShortId(seed, parts.shortId));
      if (row < 0) return undefined;
      const collect = collectAt(row);
      const { productType } = parts;
      if (!collect.productTypes.includes(productType) || itemId(collect, productType) !== id)
        return undefined;
      return { collect, productType };
    },
    *collects(fromMs = -Infinity, toMs = Infinity) {
      const { columns } = table();
      const end = rowAtTime(columns, toMs, true);
      for (let row = rowAtTime(columns, fromMs); row < end; row++) yield collectAt(row);
    },
  };
}

/** All rows of an archive with their spatial index, as searches use them. */
export interface Table {
  readonly columns: Columns;
  readonly spatialIndex: SpatialIndex;
  readonly context: ViewContext;
  view(row: number): CollectView;
  /** Returns the row with that day and serial number, or -1. */
  rowOf(dayNumber: number, serial: number): number;
}

interface TableSpan {
  firstDay: number;
  /** Exclusive. */
  lastDay: number;
  collectsPerDay: number;
  stacks: number;
}

/**
 * Returns the number of collects on a day. It counts from day 0, not from the archive's first day: when the archive
 * moves by a day, all other days keep their collects.
 */
function countOnDay(day: number, collectsPerDay: number): number {
  const count = Math.floor((day + 1) * collectsPerDay) - Math.floor(day * collectsPerDay);
  return Math.min(count, FIRST_STACK_SERIAL);
}

function countCollects({ firstDay, lastDay, collectsPerDay }: TableSpan): number {
  let count = 0;
  for (let day = firstDay; day < lastDay; day++) count += countOnDay(day, collectsPerDay);
  return count;
}

function buildTable(span: TableSpan, context: ViewContext): Table {
  const repeated = drawStacks(context.seed, span.stacks, span);
  const columns = createColumns(
    [...repeated.values()].reduce((sum, { length }) => sum + length, countCollects(span)),
  );
  let row = 0;
  for (let day = span.firstDay; day < span.lastDay; day++) {
    const count = countOnDay(day, span.collectsPerDay);
    const facts: CollectFacts[] = repeated.get(day) ?? [];
    for (let serial = 0; serial < count; serial++) facts.push(drawCollect(context.seed, day, serial));
    facts.sort((a, b) => a.acquisition.timeMs - b.acquisition.timeMs || a.serial - b.serial);
    for (const fact of facts) writeRow(columns, row++, fact);
  }
  return {
    columns,
    context,
    spatialIndex: createSpatialIndex(new CollectView(columns, context, 0)),
    view: (row) => new CollectView(columns, context, row),
    rowOf(dayNumber, serial) {
      const end = rowAtTime(columns, (dayNumber + 1) * DAY_MS);
      for (let row = rowAtTime(columns, dayNumber * DAY_MS); row < end; row++) {
        if (columns.serial[row] === serial) return row;
      }
      return -1;
    },
  };
}
