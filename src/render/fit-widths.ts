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
 * Which columns are shown, and how wide. What the terminal has no room for is given up in this order: wide columns,
 * from the right; the ends of long texts; whole columns of text, from the right; and ids and numbers last of all.
 */
export function fitWidths<T>(
  columns: readonly Column<T>[],
  wanted: readonly number[],
  available: number,
  gap: number,
): FittedColumn<T>[] {
  const shown = columns.map((column, index) => ({ column, index, width: wanted[index] ?? 0 }));
  const staysWhole = new Set(shown.filter((fitted) => isCutLast(fitted) || fitted.width <= WORD));
  const excess = (widthOf: (fitted: FittedColumn<T>) => number): number =>
    shown.reduce((sum, fitted) => sum + widthOf(fitted), gap * (shown.length - 1)) - available;
  const cut = (fitted: FittedColumn<T>, narrowest: number): number =>
    staysWhole.has(fitted) ? fitted.width : Math.min(fitted.width, narrowest);
  const dropWhile = (isTooWide: () => boolean, canGo: (fitted: FittedColumn<T>) => boolean): void => {
    for (let last = shown.length - 1; last > 0 && isTooWide(); last -= 1) {
      const fitted = shown[last];
      if (fitted !== undefined && canGo(fitted)) shown.splice(last, 1);
    }
  };

  dropWhile(
    () => excess((fitted) => cut(fitted, fitted.column.cut === "middle" ? Infinity : WORD)) > 0,
    ({ column }) => column.wide === true,
  );
  dropWhile(
    () => excess((fitted) => cut(fitted, NARROWEST)) > 0,
    (fitted) => !isCutLast(fitted),
  );
  const overflow = excess(({ width }) => width);
  shrink(
    shown.filter((fitted) => !staysWhole.has(fitted)),
    overflow,
  );
  shrink(
    shown,
    excess(({ width }) => width),
  );
  return shown;
}
