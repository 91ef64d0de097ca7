/**
 * The presentation of a command's data. A view turns exactly the data that `--json` prints into text; it computes
 * nothing that a script could not read from the data.
 */
import type { ProgramName, Shell } from "../../hint.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import type { ItemName } from "../../domain/catalog/item-name.ts";
import type { Feature } from "../../geo/geojson.ts";
import type { Column } from "../../render/column.ts";
import type { MapRow } from "../../render/map-page.ts";
import type { Field } from "../../render/detail.ts";
import { FORMATS, type Format } from "../../domain/output-formats.ts";
import type { Paint } from "../../render/paint.ts";

/** The message for an empty result. */
export const NOTHING_FOUND = "Nothing found";

export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

type Lines = readonly string[] | Promise<readonly string[]>;

export interface View<Data, Row = unknown> {
  /** Formats of this view, table first. */
  readonly formats: readonly Format[];
  readonly columns?: readonly Column<Row>[];
  /** The columns, if they depend on the data. */
  columnsOf?(data: Data): readonly Column<Row>[];
  /** The columns for people instead: on a terminal and on maps. */
  readonly people?: readonly Column<Row>[];
  /**
   * The names that --columns accepts in addition to the columns. If they are set, others are refused before a request
   * is sent.
   */
  readonly names?: readonly (string | RegExp)[];
  /** The message for an empty result, in place of the usual one. */
  readonly empty?: string;
  /** Returns the data for JSON, YAML and --query, if it differs: the original response instead of the parsed one. */
  source?(data: Data): unknown;
  /** Returns the original of one row: for JSON rows, and for --columns with a path. */
  rowSource?(row: Row): unknown;
  /** Returns the rows of the data, for tables, CSV, ids and features. */
  rows(data: Data): Rows<Row>;
  /**
   * The result is files on disk, reported as they are finished: a pipe and --quiet get no rows, unless a format or
   * --columns asks for them.
   */
  readonly isFiles?: boolean;
  /** Returns the cells for a pipe, if `text` shows more than the rows. */
  pipe?(data: Data): Iterable<readonly unknown[]>;
  /** The view of other rows, which a terminal shows without --columns. */
  readonly screen?: View<Data>;
  /**
   * Returns the complete data as text for people, if a table of rows is not sufficient. Loads its renderer when
   * called.
   */
  text?(data: Data, screen: Screen): string | Promise<string>;
  /** Returns the priced, ordered or fetched items in a few lines: for the summary of a CI step, and beside a map. */
  summary?(data: Data): Lines;
  id?(row: Row): string | readonly string[] | undefined;
  feature?(row: Row): Feature;
  orderItems?(row: Row): readonly unknown[];
  readonly map?: RowsOnMap<Row> | undefined;
}

interface RowsOnMap<Row> {
  /** Returns the content of a map for a row, in addition to its columns. */
  part(row: Row): MapPart;
  /** The key of the column whose values colour the map. */
  readonly colourBy?: string;
  /** The key of the column whose values label the shapes of a map of characters. */
  readonly labelBy?: string;
  /** The words of the command that takes the ids of ticked rows. */
  readonly ofIds?: readonly string[];
  /** Returns the catalog items of a row, whose footprints are fetched from the catalog. */
  itemsOf?(row: Row): readonly ItemName[];
}

type MapPart = Partial<
  Pick<
    MapRow,
    | "geometry"
    | "time"
    | "lastTime"
    | "price"
    | "share"
    | "picture"
    | "scene"
    | "id"
    | "orderItems"
    | "command"
  >
>;

/** The terminal on which the text is shown. */
export interface Screen {
  paint: Paint;
  /** Width in columns. */
  width: number;
  /** The program's name as typed. */
  program?: ProgramName | undefined;
  /** The shell for commands to paste. */
  shell?: Shell | undefined;
}

interface ListParts<Data, Row> extends Omit<View<Data, Row>, "formats" | "rows" | "screen"> {
  columns: readonly Column<Row>[];
  /** `stapi`: the features are opportunities of the community's tasking API. Default: `geojson`. */
  featureFormat?: "geojson" | "stapi";
  /** Default: the data. */
  rows?(data: Data): Rows<Row>;
}

/** Returns the row as sent by the service, if the rows of the view are parsed. */
export const readRowSource = (view: Pick<View<never>, "rowSource">, row: unknown): unknown =>
  view.rowSource ? view.rowSource(row) : row;

/** Help pages and errors list the formats in this order. */
const sortFormats = (formats: readonly Format[]): Format[] =>
  FORMATS.filter((name) => formats.includes(name));

/** Returns the view of a list: a table on a terminal, one line per row in a pipe. */
export function listView<Row, Data = Rows<Row>>({
  featureFormat = "geojson",
  ...parts
}: ListParts<Data, Row>): View<Data> {
  const formats: Format[] = ["table", "json", "ndjson", "csv", "tsv", "yaml"];
  if (parts.id !== undefined) formats.push("id");
  if (parts.feature !== undefined) formats.push(featureFormat);
  if (formats.includes("geojson") || parts.map?.itemsOf !== undefined) formats.push("geoparquet");
  if (parts.orderItems !== undefined) formats.push("order-items");
  if (parts.map !== undefined) formats.push("html", "map");
  const view: View<Data, Row> = {
    rows: (data) => data as unknown as Rows<Row>,
    ...parts,
    formats: sortFormats(formats),
  };
  return view;
}

type RecordParts<Data> = Pick<View<Data, Data>, "summary" | "source" | "pipe" | "columns" | "names" | "id"> &
  (
    | { text: (data: Data, screen: Screen) => string | Promise<string>; fields?: never }
    // The text has only these labelled lines.
    | { text?: never; fields: (data: Data) => readonly Field[] }
  );

/** Returns the view of one record: a labelled block on a terminal, one row in a pipe. */
export function recordView<Data>({ text, fields = () => [], ...parts }: RecordParts<Data>): View<Data> {
  const formats: Format[] = ["table", "json", "ndjson", "yaml"];
  if (parts.columns !== undefined) formats.push("csv", "tsv");
  if (parts.id !== undefined) formats.push("id");
  const textOfFields = async (data: Data, { paint }: Screen): Promise<string> => {
    const { formatDetail } = await import("../../render/detail.ts");
    return formatDetail(fields(data), { paint });
  };
  const view: View<Data, Data> = {
    ...parts,
    text: text ?? textOfFields,
    // The record is the single row.
    ...(parts.source && { rowSource: (row) => parts.source?.(row) }),
    rows: (data) => [data],
    formats: sortFormats(formats),
  };
  return view;
}

/** Yields each field of a record with its path, as rows for a pipe: `credential.kind`, then the value. */
export function* listMembers(data: object, prefix = ""): Generator<[name: string, value: unknown]> {
  for (const [name, value] of Object.entries(data)) {
    if (isJsonObject(value)) yield* listMembers(value, `${prefix}${name}.`);
    else yield [prefix + name, value];
  }
}

/** Returns the view for the results of several ids: lists of the results of one id. */
export function severalView<One extends object>(view: View<One>): View<One | readonly One[]> {
  const each = (data: One | readonly One[]): readonly One[] => (Array.isArray(data) ? data : [data as One]);
  return {
    ...view,
    ...(view.summary && {
      summary: async (data) => (await Promise.all(each(data).map(async (one) => view.summary!(one)))).flat(),
    }),
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

/** Text that is the result itself, such as a completion script: identical on a terminal and in a pipe. */
export const textView: View<string> = {
  formats: ["table"],
  rows: (data) => [data],
  text: (data) => data,
};
