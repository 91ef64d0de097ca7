import { safeJson } from "./safe-json.ts";
import { safeText } from "./safe-text.ts";

/** One column of a table, of csv, tsv and of the rows that a pipe gets. */
export interface Column<T> {
  /** As typed in `--columns`, e.g. `datetime` or `properties.windowOpen`. */
  key: string;
  header: string;
  value(row: T): unknown;
  align?: "left" | "right";
  /** Dropped first when the terminal is narrow, the last wide column before the others. */
  wide?: boolean;
  /** Cut last: ids and other text that people copy. */
  fixed?: boolean;
  /** Where a text that is too long is cut; paths in the middle, since their ends tell them apart. Default the end. */
  cut?: "middle";
}

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
