/** The columns of a map page: their headings, the kinds of their cells, and the columns that the table shows. */
import { formatHeading } from "../column.ts";
import type { MapColumn } from "./model.ts";

export type Cell = string | number | null;

export type ColumnKind = "text" | "number" | "time";

export interface PageColumn {
  key: string;
  /** Index of the column's cell in a row. */
  at: number;
  /** The heading with the unit: `Incidence °`. */
  head: string;
  /** The name in a sentence, without the unit. */
  name: string;
  unit: string | undefined;
  kind: ColumnKind;
  /** The value that all scenes share, if there are several scenes. */
  constant?: Cell;
  /** The values of a text column, if they are few enough to choose from. */
  choices?: readonly string[];
  /** True when a scene has several values, one for each of its products. */
  varies: boolean;
  /** True for a column of ids, which are long. */
  isId: boolean;
  /** False for values that are elsewhere on the page: those that all rows share, and those of the product ticks. */
  isInTable: boolean;
}

/** The part of a row that its columns use. */
interface ColumnRow {
  cells: readonly Cell[];
  scene?: { id: string } | undefined;
}

/** Maximum number of values in a choice; a longer one is useless. */
const MAX_CHOICES = 12;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * Returns the columns in their order on the page. `heads` has the order of the cells in a row. From the index `added`
 * on, `heads` contains columns that the page adds, such as the share of the area.
 */
export function pageColumns(
  heads: readonly MapColumn[],
  rows: readonly ColumnRow[],
  added: number,
): PageColumn[] {
  const scenes = groupByScene(rows, ({ scene }) => scene);
  const columns = heads.map((head, at) => makePageColumn(head, at, rows, scenes));
  // The added columns are used for decisions, so they follow the column that identifies a row.
  const own = columns.splice(added);
  const lead = columns.findIndex(({ isId }) => !isId);
  columns.splice(lead + 1, 0, ...own);
  // Rows that differ only in their ids, or have no other cells, are identified by the first column.
  const first = columns[0];
  if (first !== undefined && !columns.some(({ isInTable }) => isInTable)) first.isInTable = true;
  return columns;
}

/** Returns the rows of each scene together, in the order of their first rows; a row without a scene is alone. */
export function groupByScene<Row>(
  rows: readonly Row[],
  sceneOf: (row: Row) => { id: string } | undefined,
): Row[][] {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const key = sceneOf(row)?.id ?? row;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  return [...groups.values()];
}

function makePageColumn(
  { key, header, unit }: MapColumn,
  at: number,
  rows: readonly ColumnRow[],
  scenes: readonly (readonly ColumnRow[])[],
): PageColumn {
  const cells = rows.map((row) => row.cells[at] ?? null);
  const values = [...new Set(cells)];
  const known = values.filter((value) => value !== null);
  const kind = findColumnKind(known);
  const varies = scenes.some(([one, ...others]) =>
    others.some(({ cells: own }) => own[at] !== one!.cells[at]),
  );
  const isChoice =
    kind === "text" && values.length > 1 && values.length <= MAX_CHOICES && values.length < rows.length;
  const isConstant = values.length === 1 && scenes.length > 1;
  const shared: Cell | undefined = isConstant ? values[0] : undefined;
  const constant = known.length === 0 ? null : shared;
  return {
    key,
    at,
    head: formatHeading({ header: toSentence(header), unit }),
    name: header.toLowerCase(),
    unit,
    kind,
    ...(constant !== undefined && { constant }),
    ...(isChoice && { choices: values.map((value) => String(value ?? "")).sort() }),
    varies,
    isId: /^(?:id|.+Id)$/.test(key),
    isInTable: constant === undefined && !(varies && (kind === "text" || key === "price")),
  };
}

function findColumnKind(known: readonly Cell[]): ColumnKind {
  if (known.length === 0) return "text";
  if (known.every((value) => typeof value === "number")) return "number";
  return known.every((value) => typeof value === "string" && ISO_TIME.test(value)) ? "time" : "text";
}

/** Returns `Cost per image` for `COST PER IMAGE`; a word with a small letter, and a letter alone, stay: `Gap d`. */
function toSentence(header: string): string {
  const words = header.split(" ").map((word, at) => {
    if (word.length < 2 || word !== word.toUpperCase()) return word;
    return at === 0 ? word.charAt(0) + word.slice(1).toLowerCase() : word.toLowerCase();
  });
  return words.join(" ");
}
