/**
 * What a command's data looks like. A view turns exactly the data that `--json` prints into text; it computes nothing
 * that a script could not have read from the data itself.
 */
import type { Feature } from "../../geo/geojson.ts";
import type { Column } from "../../render/column.ts";
import { FORMATS, type Format } from "../../domain/output-formats.ts";
import type { Paint } from "../../render/paint.ts";

export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

export interface View<Data> {
  /** Formats that this view offers, table first. */
  readonly formats: readonly Format[];
  readonly columns?: readonly Column<unknown>[];
  /** All that --columns may name, where that is to be settled before the run: money moves in it, say. */
  readonly paths?: readonly string[];
  /** What is said when there are no rows; "Nothing found" unless a view knows better. */
  readonly empty?: string;
  /** What JSON, YAML and --query show of the whole data, where that is not the data itself: a parsed reply as it came. */
  source?(data: Data): unknown;
  /** The same of one row: for JSON rows, and for --columns that name a path. */
  readonly rowSource?: (row: unknown) => unknown;
  /** The rows of the data: what tables, CSV, ids and features are made of. */
  rows(data: Data): Rows<unknown>;
  /** The whole data as text for people, where a table of rows would say too little. Loads what draws it when called. */
  text?(data: Data, screen: Screen): string | Promise<string>;
  id?(row: unknown): string | readonly string[] | undefined;
  feature?(row: unknown): Feature;
  orderItem?(row: unknown): unknown;
}

/** The place that text for people is made for. */
export interface Screen {
  paint: Paint;
  /** Columns. */
  width: number;
}

interface ListParts<Data, Row> {
  empty?: string;
  rows?: (data: Data) => Rows<Row>;
  source?: (data: Data) => unknown;
  rowSource?: (row: Row) => unknown;
  columns: readonly Column<Row>[];
  id?: (row: Row) => string | readonly string[] | undefined;
  feature?: (row: Row) => Feature;
  orderItem?: (row: Row) => unknown;
  /** What people see instead of the plain table (a table and a total, say). */
  text?: (data: Data, screen: Screen) => string | Promise<string>;
}

/** Every help page and error lists its formats in one order. */
const inOrder = (formats: readonly Format[]): Format[] => FORMATS.filter((name) => formats.includes(name));

/** A list: a table of rows on a terminal, one line a row in a pipe. */
export function listView<Row, Data = Rows<Row>>(parts: ListParts<Data, Row>): View<Data> {
  const formats: Format[] = ["table", "json", "ndjson", "csv", "tsv", "yaml"];
  if (parts.id !== undefined) formats.push("id");
  if (parts.feature !== undefined) formats.push("geojson");
  if (parts.orderItem !== undefined) formats.push("order-items");
  const { rows = (data: Data) => data as unknown as Rows<Row>, ...rest } = parts;
  return { ...(rest as Omit<View<Data>, "formats" | "rows">), rows, formats: inOrder(formats) };
}

interface RecordParts<Data> {
  source?: (data: Data) => unknown;
  text: (data: Data, screen: Screen) => string | Promise<string>;
  columns?: readonly Column<Data>[];
  paths?: readonly string[];
  id?: (data: Data) => string | readonly string[] | undefined;
}

/** One record: a labelled block on a terminal, one row in a pipe. */
export function recordView<Data>(parts: RecordParts<Data>): View<Data> {
  const formats: Format[] = ["table", "json", "ndjson", "yaml"];
  if (parts.columns !== undefined) formats.push("csv", "tsv");
  if (parts.id !== undefined) formats.push("id");
  return {
    ...(parts as Omit<View<Data>, "formats" | "rows">),
    // The one row is the data.
    ...(parts.source && { rowSource: parts.source as (row: unknown) => unknown }),
    rows: (data) => [data],
    formats: inOrder(formats),
  };
}

/** Text that is the result itself, such as a completion script: the same on a terminal and in a pipe. */
export const textView: View<string> = {
  formats: ["table"],
  rows: (data) => [data],
  text: (data) => data,
};
