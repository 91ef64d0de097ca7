import { timeForPeople } from "../time/timestamp.ts";
import { safeJson } from "./safe-json.ts";
import { safeText } from "./safe-text.ts";

/** One column of a table, of csv, tsv and of the rows that a pipe gets. */
export interface Column<T> {
  /** As typed in `--columns`, e.g. `datetime` or `properties.windowOpen`. */
  key: string;
  /** Without the unit. */
  header: string;
  /** Of its values, behind the head in its own spelling: `°`, `%`, `m`. */
  unit?: string;
  value(row: T): unknown;
  align?: "left" | "right";
  /**
   * Shown only when the terminal has room for it, the fixed ones before the others. "in turn": and not where an earlier
   * such column has none, so that columns go from the right.
   */
  wide?: boolean | "in turn";
  /** Missing without a note where the terminal has no room: what it says helps to recognise a row, not to choose one. */
  minor?: boolean;
  /** The same in fewer letters (`asc` for `ascending`), on a terminal that has no room for all columns in full. */
  short?(row: T): unknown;
  /** In fewer letters still, with a part left out (the day of a moment), where else whole columns would have no room. */
  shortest?(row: T): unknown;
  /** Cut last: ids and other text that people copy. */
  fixed?: boolean;
  /**
   * Where a text that is too long is cut; paths in the middle, since they differ at their ends. Default the end. "late":
   * at the end, and only when no wide column is left to drop. "words": to its first words and the number of the others
   * (`GEO GEC +3`), when no minor column is left to drop.
   */
  cut?: "middle" | "late" | "words";
  /** A terminal shows the times of this column to the minute; everything else gets them as they came. */
  minutes?: boolean;
  /** Only on a terminal, and where --columns names it. */
  screen?: boolean;
  /** Only in csv and tsv, and where --columns names it: the number beside a text that people read. */
  sheet?: boolean;
  /** Only where --columns names it. */
  named?: boolean;
  /** What the page of a map has in its place: a shorter text, or nothing of what nobody reads there, such as a digest. */
  page?: false | ((value: unknown) => unknown);
  /** The same where the value is not enough to write it. */
  pageValue?(row: T): unknown;
  /** Only in a table of which one of the first rows has a value in it. */
  ifAny?: boolean;
  /** Only where this flag or --columns asks for it, because its value takes further requests: `price` for --price. */
  onRequest?: string;
}

/** The same column for rows that hold the row it was made for. */
export const columnOf = <Row, Part>(column: Column<Part>, partOf: (row: Row) => Part): Column<Row> => ({
  ...column,
  value: (row) => column.value(partOf(row)),
  short: column.short && ((row) => column.short?.(partOf(row))),
  shortest: column.shortest && ((row) => column.shortest?.(partOf(row))),
  pageValue: column.pageValue && ((row) => column.pageValue?.(partOf(row))),
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

/** The text of a cell on a terminal: without fractions of a second, because width is scarce. */
export const screenText = <T>(column: Column<T>, row: T, form: Form = "value"): string => {
  const value =
    (form === "shortest" ? column.shortest?.(row) : undefined) ??
    (form === "value" ? undefined : column.short?.(row)) ??
    column.value(row);
  return timeForPeople(cellText(value), column.minutes);
};

/** How much of a value a terminal has room for. */
export type Form = "value" | "short" | "shortest";
