import type { Column } from "./column.ts";

export interface FittedColumn<T> {
  column: Column<T>;
  /** Place in the list of all columns. */
  index: number;
  width: number;
}

/** No column is cut below this, and none is cut below twice this while a wide column could be dropped instead. */
const NARROWEST = 6;

/** Takes columns off the widest of `some`, again and again, until `excess` is gone or nothing more can be taken. */
function shrink<T>(some: readonly FittedColumn<T>[], excess: number): number {
  const floors = new Map(some.map((fitted) => [fitted, Math.min(NARROWEST, fitted.width)]));
  for (let left = excess; left > 0; left -= 1) {
    let widest: FittedColumn<T> | undefined;
    for (const fitted of some) {
      const canShrink = fitted.width > (floors.get(fitted) ?? 0);
      if (canShrink && fitted.width > (widest?.width ?? 0)) widest = fitted;
    }
    if (widest === undefined) return left;
    widest.width -= 1;
  }
  return Math.min(0, excess);
}

/** Half an id cannot be copied, and half a number is another number. */
const mustStayWhole = <T>({ column }: FittedColumn<T>): boolean =>
  column.fixed === true || column.align === "right";

/**
 * Which columns are shown, and how wide: first wide columns are dropped from the right, then the widest of the
 * ordinary ones are cut, ids and numbers last of all.
 */
export function fitWidths<T>(
  columns: readonly Column<T>[],
  wanted: readonly number[],
  available: number,
  gap: number,
): FittedColumn<T>[] {
  const shown = columns.map((column, index) => ({ column, index, width: wanted[index] ?? 0 }));
  const lineWidth = (widthOf: (fitted: FittedColumn<T>) => number): number =>
    shown.reduce((sum, fitted) => sum + widthOf(fitted), gap * (shown.length - 1));
  const readableWidth = (fitted: FittedColumn<T>): number =>
    mustStayWhole(fitted) ? fitted.width : Math.min(fitted.width, NARROWEST * 2);

  for (let last = shown.length - 1; last >= 0; last -= 1) {
    if (lineWidth(readableWidth) <= available) break;
    if (shown[last]?.column.wide) shown.splice(last, 1);
  }
  const excess = lineWidth(({ width }) => width) - available;
  const ordinary = shown.filter((fitted) => !mustStayWhole(fitted));
  const fixed = shown.filter(mustStayWhole);
  shrink(fixed, shrink(ordinary, excess));
  return shown;
}
