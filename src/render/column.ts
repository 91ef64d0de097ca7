import { escapeJson, escapeText } from "./safe-text.ts";

/** A column of a table, of csv and tsv, and of rows in a pipe. */
export interface Column<T> {
  /** The name in `--columns`, such as `datetime` or `properties.windowOpen`. */
  key: string;
  /** The column heading without the unit. */
  header: string;
  /** The unit of the values (`°`, `%`, `m`), shown after the heading. */
  unit?: string;
  value(row: T): unknown;
  align?: "left" | "right";
  /**
   * Never cut, because a part of a date is useless. Numbers (aligned right) are never cut either. `id`: an id that
   * commands take shortened, so a terminal shows its unique beginning where the columns do not fit.
   */
  fixed?: boolean | "id";
  /** Dropped before the other columns when the terminal is too narrow. */
  wide?: boolean;
  /** Without --columns, shown only on a terminal, only in csv and tsv, or not at all. */
  only?: "screen" | "sheet" | "named";
  /** Shown only with this flag or --columns, because the values need further requests: `price` for --price. */
  onRequest?: string;
}

/** Converts a column to one for rows that contain its row. */
export const liftColumn = <Row, Part>(column: Column<Part>, partOf: (row: Row) => Part): Column<Row> => ({
  ...column,
  value: (row) => column.value(partOf(row)),
});

const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";

/**
 * Returns the text of one cell, safe and on one line. A missing value is empty; numbers and times stay unchanged in
 * every locale; a list of plain values has commas; deeper values are compact JSON.
 */
export function formatCell(value: unknown): string {
  switch (typeof value) {
    case "string":
      return escapeText(value);
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      if (value === null) return "";
      if (Array.isArray(value) && value.every(isPlain)) return escapeText(value.map(formatCell).join(","));
      return escapeText(escapeJson(value));
    default:
      return "";
  }
}

/** Returns a column heading with its unit, such as `INCIDENCE °`, for a terminal and a map page. */
export const formatHeading = ({ header, unit }: { header: string; unit?: string | undefined }): string =>
  unit === undefined ? header : `${header} ${unit}`;

/** Returns the columns without those of csv and tsv only. */
export const listPeopleColumns = <T>(columns: readonly Column<T>[]): Column<T>[] =>
  columns.filter(({ only }) => only !== "sheet");

/** Returns the columns that have a value in one of the rows. */
export const listFilledColumns = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Column<Row>[] => columns.filter((column) => rows.some((row) => formatCell(column.value(row)) !== ""));
