import Table from "cli-table3";
import { cellText, screenText, type Column, type Form } from "./column.ts";
import { headWithUnit } from "./head-with-unit.ts";
import type { Paint, Style } from "./paint.ts";
import { cutMiddle, cutWords, displayWidth, truncate } from "./width.ts";

export interface TableOptions<T> {
  /** Columns of the terminal. */
  width: number;
  /** Default true. */
  header?: boolean;
  paint?: Paint;
  /** The style of one cell, when it has one. */
  style?: (record: T, column: Column<T>) => Style | undefined;
  /** Gets the headers of the columns that the width has no room for; minor ones are not among them. */
  onOmitted?: (headers: readonly string[]) => void;
}

const GAP = 2;

const NO_LINES = Object.fromEntries(
  ["top", "bottom", "left", "mid", "right"].flatMap((edge) =>
    ["", "-mid", "-left", "-right"].map((end) => [edge + end, ""]),
  ),
);

// cli-table3 measures with tables of 2019 and counts most combining marks. Text beyond ASCII is laid out as a stand-in
// of the right width, a run of one private character. Every cell is one line, so runs come back in the order they went.
const STAND_IN = String.fromCodePoint(0xf0000);
const STAND_INS = /\u{f0000}+/gu;
const ASCII = /^[\x20-\x7e]*$/;

function layOut(lines: readonly string[][], columns: readonly Column<never>[]): string {
  const layout = new Table({
    chars: { ...NO_LINES, middle: " ".repeat(GAP) },
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
    colAligns: columns.map(({ align = "left" }) => align),
  });
  layout.push(...lines);
  return layout.toString();
}

const trimLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");

/**
 * A table for a terminal: no borders, two blanks between columns, no blanks at line ends, every line within `width`
 * unless the columns are too many for it. Empty without records.
 */
export function table<T>(
  records: readonly T[],
  columns: readonly Column<T>[],
  options: TableOptions<T>,
): string {
  if (records.length === 0) return "";
  const { header = true, paint = (_style, text) => text, style } = options;
  const heads = header ? [columns.map((column) => cellText(headWithUnit(column)))] : [];
  const textsOf = (form: Form) => {
    const cells = records.map((record) => columns.map((column) => screenText(column, record, form)));
    const wanted = columns.map((_column, index) =>
      [...heads, ...cells].reduce((most, line) => Math.max(most, displayWidth(line[index] ?? "")), 0),
    );
    return { cells, wanted, total: wanted.reduce((sum, width) => sum + width, GAP * (columns.length - 1)) };
  };
  const fit = (form: Form) => {
    const { cells, wanted, total } = textsOf(form);
    const fitted = fitWidths(columns, wanted, options.width, GAP);
    const shown = new Set(fitted.map(({ column }) => column));
    // A column without any value is not missed.
    const omitted = columns.filter(
      (column, index) =>
        !shown.has(column) && column.minor !== true && cells.some((line) => (line[index] ?? "") !== ""),
    );
    return { cells, fitted, omitted, isInFull: total <= options.width };
  };
  let laid = fit("value");
  if (!laid.isInFull && columns.some((column) => column.short !== undefined)) laid = fit("short");
  if (laid.omitted.length > 0 && columns.some((column) => column.shortest !== undefined)) {
    const shortest = fit("shortest");
    if (shortest.omitted.length < laid.omitted.length) laid = shortest;
  }
  const { cells, fitted, omitted } = laid;
  if (omitted.length > 0) options.onOmitted?.(omitted.map(headWithUnit));

  const withheld: string[] = [];
  const cell = (text: string, { column, width }: FittedColumn<T>, cellStyle: Style | undefined): string => {
    const cut = column.cut === "middle" ? cutMiddle : column.cut === "words" ? cutWords : truncate;
    const shown = cut(text, width);
    const shownWidth = displayWidth(shown);
    if (!ASCII.test(shown) && shownWidth > 0) withheld.push(shown);
    const laidOut = ASCII.test(shown) ? shown : STAND_IN.repeat(shownWidth);
    return cellStyle === undefined ? laidOut : paint(cellStyle, laidOut);
  };
  const headLines = heads.map((line) => fitted.map((of) => cell(line[of.index] ?? "", of, "bold")));
  const lines = records.map((record, row) =>
    fitted.map((of) => cell(cells[row]?.[of.index] ?? "", of, style?.(record, of.column))),
  );
  const layout = layOut(
    [...headLines, ...lines],
    fitted.map(({ column }) => column),
  );
  const restored = layout.replace(STAND_INS, () => withheld.shift() ?? "");
  return `${trimLines(restored)}\n`;
}

export interface FittedColumn<T> {
  column: Column<T>;
  /** Place in the list of all columns. */
  index: number;
  width: number;
}

/** No column is cut below this, and none is cut below twice this while a wide column could be dropped instead. */
const NARROWEST = 6;

/** A column this narrow holds words, which are useless when cut: `confi…`. */
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

/** The first of several words, and the number of the others: `GEO +4`. */
const WORDS = 8;

/** Half an id cannot be copied, and half a number is another number. */
const isCutLast = <T>({ column }: FittedColumn<T>): boolean =>
  column.fixed === true || column.align === "right";

/**
 * Which columns are shown, and how wide. What the terminal has no room for is given up in this order: wide columns
 * (minor ones first, ids among them last); the ends of long texts; whole columns of text, from the right; and ids and numbers last of all.
 */
export function fitWidths<T>(
  columns: readonly Column<T>[],
  wanted: readonly number[],
  available: number,
  gap: number,
): FittedColumn<T>[] {
  const all = columns.map((column, index) => ({ column, index, width: wanted[index] ?? 0 }));
  const staysWhole = new Set(
    all.filter((fitted) => isCutLast(fitted) || (fitted.width <= WORD && fitted.column.cut !== "words")),
  );
  const cut = (fitted: FittedColumn<T>, narrowest: number): number =>
    staysWhole.has(fitted) ? fitted.width : Math.min(fitted.width, narrowest);
  /** The narrowest that a column is while another one, minor or not, could be dropped instead. */
  const readable = (fitted: FittedColumn<T>, isForMinor = false): number =>
    cut(
      fitted,
      fitted.column.cut === "words" && !isForMinor
        ? WORDS
        : fitted.column.cut === undefined
          ? WORD
          : Infinity,
    );
  const excess = (some: readonly FittedColumn<T>[], widthOf: (fitted: FittedColumn<T>) => number): number =>
    some.reduce((sum, fitted) => sum + widthOf(fitted), gap * (some.length - 1)) - available;

  let shown = all.filter(({ column }) => !column.wide);
  for (const isFixed of [true, false]) {
    for (const isMinor of [false, true])
      for (const fitted of all.filter(
        ({ column }) =>
          column.wide && (column.fixed === true) === isFixed && (column.minor === true) === isMinor,
      )) {
        const more = all.filter((one) => one === fitted || shown.includes(one));
        if (excess(more, (one) => readable(one, isMinor)) <= 0) shown = more;
        else if (fitted.column.wide === "in turn") break;
      }
  }
  for (let last = shown.length - 1; last > 0; last -= 1) {
    if (excess(shown, (fitted) => cut(fitted, NARROWEST)) <= 0) break;
    const fitted = shown[last];
    if (fitted !== undefined && !isCutLast(fitted)) shown.splice(last, 1);
  }
  const width = (fitted: FittedColumn<T>): number => fitted.width;
  const cuttable = shown.filter((fitted) => !staysWhole.has(fitted));
  shrink(
    cuttable.filter(({ column }) => column.cut !== "late" && column.cut !== "words"),
    excess(shown, width),
  );
  shrink(cuttable, excess(shown, width));
  shrink(shown, excess(shown, width));
  return shown;
}
