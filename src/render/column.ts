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
   * True for texts that are never cut, such as dates: half a date is useless. Numbers are never cut in any case. `id` is
   * for ids that commands take shortened: a narrow terminal shows their unique beginnings. `path` is for paths, which are cut
   * at their start if a kept column needs the room.
   */
  fixed?: boolean | "id" | "path";
  /** Dropped before the other columns when the terminal is too narrow. */
  wide?: boolean;
  /** True for a state or its reason: all other columns but the first are dropped before this one, which never is. */
  kept?: boolean;
  /** Without --columns, shown only on a terminal, only in csv and tsv, or not at all. */
  only?: "screen" | "sheet" | "named";
  /** The flag that shows the column, such as `price` for --price. Its values cost further requests. */
  onRequest?: string;
}

/** Returns the column for larger rows, of which `partOf` returns the column's own row. */
export const liftColumn = <Row, Part>(column: Column<Part>, partOf: (row: Row) => Part): Column<Row> => ({
  ...column,
  value: (row) => column.value(partOf(row)),
});

const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";

/**
 * Returns the text of one cell, safe and on one line. A missing value is empty. Numbers and times are the same in
 * every locale. A list of plain values has commas; deeper values are compact JSON.
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

/** Returns the columns for people, without those that only csv and tsv have. */
export const listPeopleColumns = <T>(columns: readonly Column<T>[]): Column<T>[] =>
  columns.filter(({ only }) => only !== "sheet");

/** Returns the columns that have a value in one of the rows. */
export const listFilledColumns = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Column<Row>[] => columns.filter((column) => rows.some((row) => formatCell(column.value(row)) !== ""));
