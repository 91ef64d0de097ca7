import { DAY_MS } from "../../time/civil.ts";
import { CollectView, type ViewContext } from "./collect-view.ts";
import { type Columns, createColumns, rowAtTime, writeRow } from "./columns.ts";
import { drawCollect } from "./draw-collect.ts";
import type { CollectFacts } from "./facts.ts";
import { MOST_PER_DAY } from "./serial.ts";
import { indexSpace, type Space } from "./space.ts";

/** All rows of an archive with their index in space: what a search works on. */
export interface Table {
  readonly columns: Columns;
  readonly space: Space;
  readonly context: ViewContext;
  view(row: number): CollectView;
  /** The row of a collect's day and number, or -1. */
  rowOf(dayNumber: number, serial: number): number;
}

interface TableSpan {
  firstDay: number;
  /** Not included. */
  lastDay: number;
  collectsPerDay: number;
}

/**
 * Collects of one day. Counted from day 0, not from the archive's first day: when the archive moves on by a day, every
 * other day keeps what it had.
 */
function countOnDay(day: number, collectsPerDay: number): number {
  const count = Math.floor((day + 1) * collectsPerDay) - Math.floor(day * collectsPerDay);
  return Math.min(count, MOST_PER_DAY);
}

export function countCollects({ firstDay, lastDay, collectsPerDay }: TableSpan): number {
  let count = 0;
  for (let day = firstDay; day < lastDay; day++) count += countOnDay(day, collectsPerDay);
  return count;
}

export function buildTable(span: TableSpan, context: ViewContext): Table {
  const columns = createColumns(countCollects(span));
  let row = 0;
  for (let day = span.firstDay; day < span.lastDay; day++) {
    const count = countOnDay(day, span.collectsPerDay);
    const facts: CollectFacts[] = [];
    for (let serial = 0; serial < count; serial++) facts.push(drawCollect(context.seed, day, serial));
    facts.sort((a, b) => a.shot.timeMs - b.shot.timeMs || a.serial - b.serial);
    for (const fact of facts) writeRow(columns, row++, fact);
  }
  return {
    columns,
    context,
    space: indexSpace(new CollectView(columns, context, 0)),
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
