import { timeForPeople } from "../time/timestamp.ts";
import { safeJson } from "./safe-json.ts";
import { safeText } from "./safe-text.ts";

/** A column of a table, of csv and tsv, and of the rows that a pipe gets. */
export interface Column<T> {
  /** The name in `--columns`, such as `datetime` or `properties.windowOpen`. */
  key: string;
  /** The column heading without the unit. */
  header: string;
  /** The unit of the values (`°`, `%`, `m`), shown after the heading. */
  unit?: string;
  value(row: T): unknown;
  align?: "left" | "right";
  /** Never cut, because a part of an id or a date is useless. Numbers (aligned right) are never cut either. */
  fixed?: boolean;
  /** Dropped before the other columns where a terminal has no room. */
  wide?: boolean;
  /** Shown without --columns on a terminal only, in csv and tsv only, or not at all. */
  only?: "screen" | "sheet" | "named";
  /** Shown with this flag or --columns only, because the values take further requests: `price` for --price. */
  onRequest?: string;
}

/** Returns the column for rows that contain the row it was made for. */
export const columnOf = <Row, Part>(column: Column<Part>, partOf: (row: Row) => Part): Column<Row> => ({
  ...column,
  value: (row) => column.value(partOf(row)),
});

const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";

/**
 * The text of one cell, on one line and harmless: nothing for a missing value, numbers and times as they came (the
 * locale has no say), a list of plain values with commas, everything deeper as compact JSON.
 */
export function cellText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return safeText(value);
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      if (value === null) return "";
      if (Array.isArray(value) && value.every(isPlain)) return safeText(value.map(cellText).join(","));
      return safeText(safeJson(value));
    default:
      return "";
  }
}

/** The text of a cell on a terminal: times to the minute, because width is scarce. */
export const screenText = <T>(column: Column<T>, row: T): string =>
  timeForPeople(cellText(column.value(row)), true);
