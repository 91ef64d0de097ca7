import type { Column } from "./column.ts";

export interface FittedColumn<T> {
  column: Column<T>;
  /** Place in the list of all columns. */
  index: number;
  width: number;
}

/** No column is cut below this, and none is cut below twice this while a wide column could be dropped instead. */
const NARROWEST = 6;

/** A column this narrow holds words: `confirmed` says something, `confi…` does not. */
const WORD = 12;

/** Takes columns off the widest of `some`, again and again, until `excess` is gone or nothing more can be taken. */
function shrink<T>(some: readonly FittedColumn<T>[], excess: number): void {
  for (let left = excess; left > 0; left -= 1) {
    let widest: FittedColumn<T> | undefined;
    for (const fitted of some)
      if (fitted.width > NARROWEST && fitted.width > (widest?.width ?? 0)) widest = fitted;
    if (widest === undefined) return;
    widest.width -= 1;
  }
}

/** Half an id cannot be copied, and half a number is another number. */
const isCutLast = <T>({ column }: FittedColumn<T>): boolean =>
  column.fixed === true || column.align === "right";

/**
 * Which columns are shown, and how wide. What the terminal has no room for is given up in this order: wide columns
 * (ids among them last); the ends of long texts; whole columns of text, from the right; and ids and numbers last of all.
 */
export function fitWidths<T>(
  columns: readonly Column<T>[],
  wanted: readonly number[],
  available: number,
  gap: number,
): FittedColumn<T>[] {
  const all = columns.map((column, index) => ({ column, index, width: wanted[index] ?? 0 }));
  const staysWhole = new Set(all.filter((fitted) => isCutLast(fitted) || fitted.width <= WORD));
  const cut = (fitted: FittedColumn<T>, narrowest: number): number =>
    staysWhole.has(fitted) ? fitted.width : Math.min(fitted.width, narrowest);
  const readable = (fitted: FittedColumn<T>): number =>
    cut(fitted, fitted.column.cut === "middle" ? Infinity : WORD);
  const excess = (some: readonly FittedColumn<T>[], widthOf: (fitted: FittedColumn<T>) => number): number =>
    some.reduce((sum, fitted) => sum + widthOf(fitted), gap * (some.length - 1)) - available;

  let shown = all.filter(({ column }) => column.wide !== true);
  for (const isFixed of [true, false]) {
    for (const fitted of all.filter(({ column }) => column.wide && (column.fixed === true) === isFixed)) {
      const more = all.filter((one) => one === fitted || shown.includes(one));
      if (excess(more, readable) <= 0) shown = more;
    }
  }
  for (let last = shown.length - 1; last > 0; last -= 1) {
    if (excess(shown, (fitted) => cut(fitted, NARROWEST)) <= 0) break;
    const fitted = shown[last];
    if (fitted !== undefined && !isCutLast(fitted)) shown.splice(last, 1);
  }
  const width = (fitted: FittedColumn<T>): number => fitted.width;
  shrink(
    shown.filter((fitted) => !staysWhole.has(fitted)),
    excess(shown, width),
  );
  shrink(shown, excess(shown, width));
  return shown;
}
