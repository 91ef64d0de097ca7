import Table from "cli-table3";
import { makeShortener } from "../domain/short-ids.ts";
import { timeForPeople } from "../time/timestamp.ts";
import { formatCell, formatHeading, type Column } from "./column.ts";
import { escapeLine } from "./safe-text.ts";
import type { Paint, Style } from "./paint.ts";
import { cutStart, measureWidth, truncate } from "./width.ts";

export interface TableOptions<T> {
  /** Columns of the terminal. */
  width: number;
  /** False for a table without headings. */
  header?: boolean;
  paint?: Paint;
  /** Returns the style of one cell, if any. */
  style?: (record: T, column: Column<T>) => Style | undefined;
  /** Called with the columns that do not fit. `isMarked`: the headings end with their number. */
  onOmitted?: (columns: readonly Column<T>[], isMarked: boolean) => void;
}

const GAP = 2;
/** ` +2` after the last heading. */
const ROOM_FOR_MARK = 3;

const NO_LINES = Object.fromEntries(
  ["top", "bottom", "left", "mid", "right"].flatMap((edge) =>
    ["", "-mid", "-left", "-right"].map((end) => [edge + end, ""]),
  ),
);

// cli-table3 computes wrong widths for text beyond ASCII: its tables are of 2019, and it counts combining marks. The
// table is therefore laid out with placeholders, each a run of one private character with the right width. Afterwards
// the runs are replaced in their order.
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
 * Returns a table for a terminal: no borders, two spaces between columns, none at line ends. Every line fits into
 * `width`, unless the first column and those that are kept do not. The headings end with the number of columns that do
 * not fit, `+2`, if the line has room for it. Empty without records.
 */
export function formatTable<T>(
  records: readonly T[],
  columns: readonly Column<T>[],
  options: TableOptions<T>,
): string {
  if (records.length === 0) return "";
  const { header = true, paint = (_style, text) => text, style } = options;
  const heads = header ? [columns.map((column) => formatCell(formatHeading(column)))] : [];
  // Width is scarce: times are shown to the minute.
  let cells = records.map((record) =>
    columns.map((column) => timeForPeople(escapeLine(formatCell(column.value(record))), true)),
  );
  const measured = (): FittedColumn<T>[] =>
    columns.map((column, index) => ({
      column,
      index,
      width: [...heads, ...cells].reduce((most, line) => Math.max(most, measureWidth(line[index] ?? "")), 0),
    }));
  if (measureExcess(measured(), options.width) > 0) cells = withShortIds(cells, columns);
  const widest = fitColumns(measured(), options.width);
  const narrower = header ? fitColumns(measured(), options.width - ROOM_FOR_MARK) : widest;
  // The mark of omitted columns needs room, unless it would cost one more column.
  const isRoomy = widest.length < columns.length && narrower.length === widest.length;
  const fitted = isRoomy ? narrower : widest;
  // A dropped column without any value is not reported.
  const omitted = columns.filter(
    (column, index) => !fitted.some((of) => of.column === column) && cells.some((line) => line[index] !== ""),
  );

  const withheld: string[] = [];
  const cell = (text: string, { width, column }: FittedColumn<T>, cellStyle: Style | undefined): string => {
    const shown = column.fixed === "path" ? cutStart(text, width) : truncate(text, width);
    const shownWidth = measureWidth(shown);
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
  const restored = trimLines(layout.replace(STAND_INS, () => withheld.shift() ?? ""));
  const end = restored.indexOf("\n");
  if (omitted.length === 0) return `${restored}\n`;
  const room = options.width - measureWidth(restored.slice(0, end).replaceAll(SGR, ""));
  const mark = [GAP, 1]
    .map((gap) => `${" ".repeat(gap)}+${omitted.length}`)
    .find(({ length }) => header && length <= room);
  options.onOmitted?.(omitted, mark !== undefined);
  return `${restored.slice(0, end)}${mark ?? ""}${restored.slice(end)}\n`;
}

/** Sequences of colours. */
const SGR = /\u001b\[[\d;]*m/g;

/** Returns the cells with the unique beginnings of ids that commands take shortened. */
function withShortIds<T>(cells: readonly string[][], columns: readonly Column<T>[]): string[][] {
  const shortOf = columns.map(({ fixed }, index) =>
    fixed === "id" ? makeShortener(cells.map((line) => line[index] ?? "")) : (text: string) => text,
  );
  return cells.map((line) => line.map((text, index) => shortOf[index]!(text)));
}

/** Returns the number of characters that do not fit. */
const measureExcess = <T>(
  shown: readonly FittedColumn<T>[],
  available: number,
  widthOf = ({ width }: FittedColumn<T>): number => width,
): number => shown.reduce((sum, fitted) => sum + widthOf(fitted) + GAP, -GAP) - available;

interface FittedColumn<T> {
  column: Column<T>;
  /** Index in the list of all columns. */
  index: number;
  width: number;
}

/** Minimum width of a cut text. A narrower column contains single words, which are useless when cut (`confi…`). */
const MIN_CUT_WIDTH = 12;

/** Minimum width of a reason that is cut: fewer words do not say what happened. */
const MIN_REASON_WIDTH = 32;

/** Reports whether a column is never cut. Half an id cannot be copied, and half a number is another number. */
const isNeverCut = <T>({ column }: FittedColumn<T>): boolean =>
  Boolean(column.fixed) || column.align === "right";

/**
 * Returns the visible columns with their widths. Columns are dropped from the right, wide ones first and never the
 * first column or a kept one, until the rest fits with its longest texts cut.
 */
function fitColumns<T>(all: readonly FittedColumn<T>[], available: number): FittedColumn<T>[] {
  let shown = [...all];
  const narrowest = (fitted: FittedColumn<T>): number =>
    isNeverCut(fitted)
      ? fitted.width
      : Math.min(fitted.width, fitted.column.kept === true ? MIN_REASON_WIDTH : MIN_CUT_WIDTH);
  const fromRight = all
    .slice(1)
    .filter(({ column }) => column.kept !== true)
    .toReversed();
  const isWide = ({ column }: FittedColumn<T>): boolean => column.wide === true;
  for (const dropped of [...fromRight.filter(isWide), ...fromRight.filter((fitted) => !isWide(fitted))]) {
    if (measureExcess(shown, available, narrowest) <= 0) break;
    shown = shown.filter((fitted) => fitted !== dropped);
  }
  for (const fitted of shown) if (!isNeverCut(fitted)) fitted.width = Math.min(fitted.width, available);
  for (let left = measureExcess(shown, available); left > 0; left -= 1) {
    const [widest] = shown
      .filter((fitted) => fitted.width > narrowest(fitted))
      .toSorted((a, b) => b.width - a.width);
    if (widest === undefined) break;
    widest.width -= 1;
  }
  for (const fitted of shown) {
    const excess = measureExcess(shown, available);
    if (fitted.column.fixed === "path" && excess > 0)
      fitted.width = Math.max(Math.min(fitted.width, MIN_CUT_WIDTH), fitted.width - excess);
  }
  return shown;
}
