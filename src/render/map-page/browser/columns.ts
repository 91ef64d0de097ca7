/**
 * Chooses the columns of the table that fit side by side. The others are in a second line of each row, with the
 * products.
 */
import { timeForPeople } from "../../../time/timestamp.ts";
import type { MapPrice } from "../model.ts";
import type { Cell, ColumnKind, PageColumn } from "../page-columns.ts";
import type { PageRows, PageScene } from "./page-rows.ts";

export interface TableColumns {
  /** Columns side by side. The first one identifies the row (`leadOf`). */
  inLine: readonly { column: PageColumn; width: number }[];
  /** Columns in the second line. */
  below: readonly PageColumn[];
  /** The CSS grid of a row. */
  template: string;
}

const TICK_WIDTH = 30;
const GAP = 14;
/** Maximum width of a column in pixels; longer texts are cut. */
const WIDEST = 230;
/** Number of rows that are measured for the width of a column. */
const MEASURED = 150;

/** Returns the column that identifies a row: the first one. */
export const leadOf = (columns: readonly PageColumn[]): PageColumn | undefined => columns[0];

/** Returns the text that identifies a row: the first column or, if that cell is empty, the id. */
export const leadText = (scene: PageScene, columns: readonly PageColumn[]): string =>
  [leadOf(columns), columns.find(({ isId }) => isId)]
    .map((column) => column && formatScene(scene, column))
    .find(Boolean) ?? scene.name;

/** Returns the columns in the order of the table. Ids are last, because they are long and decide nothing. */
export function chooseTableColumns(rows: PageRows): PageColumn[] {
  const all = rows.columns.filter(({ isInTable }) => isInTable);
  return [...all.filter(({ isId }) => !isId), ...all.filter(({ isId }) => isId)];
}

export function fitColumns(
  rows: PageRows,
  columns: readonly PageColumn[],
  width: number,
  { hasPictures }: { hasPictures: boolean },
): TableColumns {
  const paper = document.createElement("canvas").getContext("2d")!;
  const widthOf = (text: string, font: string): number => {
    paper.font = font;
    return paper.measureText(text).width;
  };
  const sample = rows.scenes.slice(0, MEASURED);
  const lead = leadOf(columns);
  const cellWidth = (column: PageColumn): number =>
    Math.max(
      widthOf(column.head, "600 12px system-ui") + 14,
      ...sample.map((scene) =>
        widthOf(
          column === lead ? leadText(scene, columns) : formatScene(scene, column),
          column.isId ? "13px monospace" : "13.5px system-ui",
        ),
      ),
    );
  let room = width - (rows.hasScenes ? 0 : TICK_WIDTH + GAP) - (hasPictures ? 78 + GAP : 0);
  const inLine: { column: PageColumn; width: number }[] = [];
  const below: PageColumn[] = [];
  for (const column of columns) {
    const wanted = Math.ceil(Math.min(cellWidth(column), WIDEST));
    if (inLine.length === 0 || (below.length === 0 && wanted + GAP <= room)) {
      inLine.push({ column, width: Math.min(wanted, Math.max(80, room)) });
      room -= wanted + GAP;
    } else below.push(column);
  }
  const tracks = [
    ...(rows.hasScenes ? [] : [`${TICK_WIDTH}px`]),
    ...(hasPictures ? ["78px"] : []),
    // The remaining width goes to the texts.
    ...inLine.map(({ column, width: own }) =>
      column.kind === "number" ? `${own}px` : `minmax(${own}px, ${own}fr)`,
    ),
  ];
  return { inLine, below, template: tracks.join(" ") };
}

/** Returns the price in the service's format. */
export const mapPriceText = ({ text, currency, amount }: MapPrice): string =>
  text ?? `${currency} ${amount.toFixed(2)}`;

/** Returns the cell of a scene: one value, or the lowest and the highest value of its products. */
export function formatScene({ shown, rows }: PageScene, { key, at, kind, varies }: PageColumn): string {
  const price = key === "price" && !varies ? rows[0]!.data.price : undefined;
  if (price !== undefined) return mapPriceText(price);
  const values = (shown.length === 0 ? rows : shown).map(({ cells }) => cells[at] ?? null);
  if (!varies) return formatDisplayed(values[0] ?? null, kind);
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === 0) return formatDisplayed(values[0] ?? null, kind);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((value) =>
    formatDisplayed(value, kind),
  );
  return least === most ? least! : `${least}-${most}`;
}

/**
 * Returns a cell for people: times to the minute at their own offset, numbers with at most three decimals, and 0 only for zero.
 */
export function formatDisplayed(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(Math.round(cell * 1000) / 1000 || Number(cell.toPrecision(1)));
  return kind === "time" ? timeForPeople(cell, true) : cell;
}

/** Returns `descending`, `incidence 20.9 °`, `squint 30.0..-30.0 °`: a number without its name is meaningless. */
export function formatDetail(scene: PageScene, column: PageColumn): string[] {
  const text = formatScene(scene, column);
  if (text === "") return [];
  const { name, unit, kind } = column;
  if (unit !== undefined) return [`${name} ${text} ${unit}`];
  return [kind === "text" && !STARTS_WITH_NUMBER.test(text) ? text : `${name} ${text}`];
}

const STARTS_WITH_NUMBER = /^[-+]?\d/;
