/**
 * The presentation of a command's data. A view turns exactly the data that `--json` prints into text; it computes
 * nothing that a script could not read from the data.
 */
import type { ProgramName } from "../../hint.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import type { ItemName } from "../../domain/catalog/item-name.ts";
import type { Feature } from "../../geo/geojson.ts";
import type { Column } from "../../render/column.ts";
import type { MapRow } from "../../render/map-page.ts";
import { FORMATS, type Format } from "../../domain/output-formats.ts";
import type { Paint } from "../../render/paint.ts";

export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

type Lines = readonly string[] | Promise<readonly string[]>;

export interface View<Data> {
  /** Formats of this view, table first. */
  readonly formats: readonly Format[];
  readonly columns?: readonly Column<unknown>[];
  /**
   * All names that --columns accepts, where they must be checked before the run, for example because it spends
   * money.
   */
  readonly paths?: readonly string[];
  /**
   * Names without a dot or colon that the data of a service may have beside the columns. Where these are known, another such
   * name is refused before anything is sent.
   */
  readonly dataNames?: readonly string[];
  /** The message for an empty result; "Nothing found" by default. */
  readonly empty?: string;
  /** The data that JSON, YAML and --query show, where it differs: the original reply instead of the parsed one. */
  source?(data: Data): unknown;
  /** The same for one row: for JSON rows, and for --columns with a path. */
  readonly rowSource?: (row: unknown) => unknown;
  /** The rows of the data, for tables, CSV, ids and features. */
  rows(data: Data): Rows<unknown>;
  /** The cells of the rows that a pipe gets in place of a table, where the rows are not all that people see. */
  pipe?(data: Data): Iterable<readonly unknown[]>;
  /** What a terminal shows in place of the table of the rows, unless --columns asks for some of them. */
  readonly screen?: View<Data>;
  /** The complete data as text for people, where a table of rows is not enough. Loads its renderer when called. */
  text?(data: Data, screen: Screen): string | Promise<string>;
  /** What was priced, ordered, fetched, in a line or a few: for the summary of a CI step. */
  summary?(data: Data): Lines;
  id?(row: unknown): string | readonly string[] | undefined;
  feature?(row: unknown): Feature;
  /** The row as an opportunity of the community's tasking API. */
  opportunity?(row: unknown): Feature;
  orderItem?(row: unknown): unknown;
  /** The same for rows that stand for several items. */
  orderItems?(row: unknown): readonly unknown[];
  /** What a map page shows of the row beside its columns. */
  map?(row: unknown): MapPart;
  /** The key of the column whose values colour a map page. */
  readonly mapColour?: string;
  /** What stands below a map of characters in place of the columns, unless --columns asks for some. */
  readonly legend?: readonly Column<unknown>[];
  /** The catalog items that a row is about, where the catalog has to be asked for its place on a map. */
  itemsOf?(row: unknown): readonly ItemName[];
  /** What a map says of all rows together, such as a total. */
  mapFacts?(data: Data): readonly string[];
}

type MapPart = Pick<MapRow, "geometry" | "time" | "price" | "share" | "number" | "picture" | "scene"> &
  Partial<Pick<MapRow, "id" | "orderItem">>;

/** The terminal that the text is rendered for. */
export interface Screen {
  paint: Paint;
  /** Width in columns. */
  width: number;
  /** How the program is typed. */
  program?: ProgramName | undefined;
}

interface ListParts<Data, Row> {
  empty?: string;
  paths?: readonly string[];
  dataNames?: readonly string[];
  rows?: (data: Data) => Rows<Row>;
  source?: (data: Data) => unknown;
  rowSource?: (row: Row) => unknown;
  columns: readonly Column<Row>[];
  id?: (row: Row) => string | readonly string[] | undefined;
  feature?: (row: Row) => Feature;
  opportunity?: (row: Row) => Feature;
  orderItem?: (row: Row) => unknown;
  orderItems?: (row: Row) => readonly unknown[];
  map?: (row: Row) => MapPart;
  mapColour?: string;
  legend?: readonly Column<Row>[];
  itemsOf?: (row: Row) => readonly ItemName[];
  mapFacts?: (data: Data) => readonly string[];
  summary?: (data: Data) => Lines;
  pipe?: (data: Data) => Iterable<readonly unknown[]>;
  /** The text that people get instead of the plain table (a table and a total, for example). */
  text?: (data: Data, screen: Screen) => string | Promise<string>;
}

/** Help pages and errors list the formats in this order. */
const inOrder = (formats: readonly Format[]): Format[] => FORMATS.filter((name) => formats.includes(name));

/** A list: a table on a terminal, one line per row in a pipe. */
export function listView<Row, Data = Rows<Row>>(parts: ListParts<Data, Row>): View<Data> {
  const formats: Format[] = ["table", "json", "ndjson", "csv", "tsv", "yaml"];
  if (parts.id !== undefined) formats.push("id");
  if (parts.feature !== undefined) formats.push("geojson");
  if (parts.opportunity !== undefined) formats.push("stapi");
  if (parts.orderItem !== undefined || parts.orderItems !== undefined) formats.push("order-items");
  if (parts.map !== undefined) formats.push("html", "map");
  const { rows = (data: Data) => data as unknown as Rows<Row>, ...rest } = parts;
  return { ...(rest as Omit<View<Data>, "formats" | "rows">), rows, formats: inOrder(formats) };
}

interface RecordParts<Data> {
  summary?: (data: Data) => Lines;
  source?: (data: Data) => unknown;
  text: (data: Data, screen: Screen) => string | Promise<string>;
  pipe?: (data: Data) => Iterable<readonly unknown[]>;
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
    // The record is the single row.
    ...(parts.source && { rowSource: parts.source as (row: unknown) => unknown }),
    rows: (data) => [data],
    formats: inOrder(formats),
  };
}

/** Each member of a record with its path, as rows for a pipe: `credential.kind`, then the value. */
export function* memberRows(data: object, prefix = ""): Generator<[name: string, value: unknown]> {
  for (const [name, value] of Object.entries(data)) {
    if (isJsonObject(value)) yield* memberRows(value, `${prefix}${name}.`);
    else yield [prefix + name, value];
  }
}

/** The same view for the results of several ids: lists of what one id gives. */
export function severalView<One extends object>(view: View<One>): View<One | readonly One[]> {
  const each = (data: One | readonly One[]): readonly One[] => (Array.isArray(data) ? data : [data as One]);
  return {
    ...view,
    ...(view.summary && {
      summary: async (data) => (await Promise.all(each(data).map(async (one) => view.summary!(one)))).flat(),
    }),
    ...(view.mapFacts && { mapFacts: (data) => each(data).flatMap((one) => view.mapFacts!(one)) }),
    ...(view.source && {
      source: (data) =>
        Array.isArray(data) ? data.map((one: One) => view.source!(one)) : view.source!(data as One),
    }),
    rows: (data) => each(data).flatMap((one) => [...(view.rows(one) as Iterable<unknown>)]),
    ...(view.text && {
      text: async (data, screen) => {
        const texts = await Promise.all(each(data).map(async (one) => view.text!(one, screen)));
        return texts.map((part) => part.trimEnd()).join("\n\n");
      },
    }),
  };
}

/** Text that is the result itself, such as a completion script: the same on a terminal and in a pipe. */
export const textView: View<string> = {
  formats: ["table"],
  rows: (data) => [data],
  text: (data) => data,
};
