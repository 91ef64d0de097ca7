/** Writes a command's data to stdout in the chosen format. Only this file writes results. */
import type { Column } from "../../render/column.ts";
import type { MapPage } from "../../render/map-page.ts";
import { createPaint } from "../../render/paint.ts";
import type { RowFormat } from "../../render/row-format.ts";
import { pagesOf } from "./paged-rows.ts";
import { pipeRows, rowFormat, type FormatFor } from "./row-formats.ts";
import { selectColumns } from "./select-columns.ts";
import type { Rows, View } from "./view.ts";
import type { ProgramName } from "../../hint.ts";
import type { Format } from "../../domain/output-formats.ts";
import type { Output } from "../world.ts";

export interface Presentation {
  stdout: Output;
  format: Format;
  columns: readonly string[] | undefined;
  /** The switches that were given: a column on request is shown by the one of its name. */
  flags: ReadonlySet<string>;
  query: string | undefined;
  header: boolean;
  quiet: boolean;
  colour: boolean;
  /** Columns of the terminal. */
  width: number;
  /** How the program is typed. */
  program?: ProgramName;
  /** Reports to the user what the result does not contain. */
  note(message: string): void;
  /** Maps are drawn with plain characters. */
  isAscii: boolean;
  /** What a map shows besides the rows. */
  drawing?: Pick<Partial<MapPage>, "title" | "area" | "targets" | "facts">;
  /** Runs before rows are shown with numbers that are those of a map. */
  onNumbered?(): Promise<void>;
  /** The rows that passed, as a map page. */
  mapPage?(): string;
}

/** How many rows of a terminal table are laid out at a time: the first rows decide the widths. */
const TABLE_BATCH = 500;

/** A pipe has no width, so nothing is cut. */
const UNBOUNDED = 100_000;

/** How many characters are written at once. */
const WRITE_LENGTH = 65_536;

/** Writes `data`; returns the number of rows, or undefined for one record or a text. */
export async function present(
  how: Presentation,
  view: View<unknown>,
  data: unknown,
): Promise<number | undefined> {
  if (how.query !== undefined) {
    const { queryResult } = await import("./query-result.ts");
    await how.stdout.write(await queryResult(how.query, how.format, await gathered(view, data)));
    return undefined;
  }
  if (how.quiet && how.format === "table") return presentQuietly(how, view, data);
  return presentAs(how.format, how, view, data);
}

/** With --quiet: ids, where there are ids; text that is the result itself; else nothing. */
async function presentQuietly(
  how: Presentation,
  view: View<unknown>,
  data: unknown,
): Promise<number | undefined> {
  if (view.id !== undefined) return presentAs("id", how, view, data);
  return view.formats.length === 1 ? presentAs("table", how, view, data) : undefined;
}

async function presentAs(
  format: Format,
  how: Presentation,
  view: View<unknown>,
  data: unknown,
): Promise<number | undefined> {
  switch (format) {
    case "table":
      return presentTable(how, view, data);
    case "yaml": {
      const { yaml } = await import("../../render/yaml.ts");
      await how.stdout.write(yaml(await gathered(view, data)));
      return undefined;
    }
    case "map": {
      const { drawMap } = await import("./draw-map.ts");
      return drawMap(how, view, data);
    }
    case "html": {
      let count = 0;
      for await (const page of pagesOf(view.rows(data))) count += page.length;
      await how.stdout.write(how.mapPage?.() ?? "");
      return count;
    }
    case "json": {
      if (isRows(data)) return writeRows(how, view, data, await rowFormat("json", view, how.header));
      const { safeJson } = await import("../../render/safe-json.ts");
      await how.stdout.write(`${safeJson(sourceOf(view, data), 2)}\n`);
      return undefined;
    }
    default:
      return writeRows(how, view, view.rows(data), await rowFormat(format, view, how.header));
  }
}

async function presentTable(
  how: Presentation,
  view: View<unknown>,
  data: unknown,
): Promise<number | undefined> {
  const isPipe = !how.stdout.isTTY;
  if (!isPipe && view.screen !== undefined && how.columns === undefined)
    return presentTable(how, view.screen, data);
  if (isPipe && view.pipe !== undefined && how.columns === undefined) {
    const { cellLine } = await import("../../render/separated-values.ts");
    const cells = [...view.pipe(data)];
    await how.stdout.write(cells.map(cellLine).join(""));
    return view.empty === undefined ? undefined : cells.length;
  }
  if (view.text !== undefined && how.columns === undefined && !(isPipe && view.columns !== undefined)) {
    const text = await view.text(data, {
      paint: createPaint(how.colour),
      width: isPipe ? UNBOUNDED : how.width,
      program: how.program,
    });
    await how.stdout.write(text === "" || text.endsWith("\n") ? text : `${text}\n`);
    return undefined;
  }
  return isPipe ? writeRows(how, view, view.rows(data), await pipeRows()) : writeTable(how, view, data);
}

async function writeTable(how: Presentation, view: View<unknown>, data: unknown): Promise<number> {
  const { table } = await import("../../render/table.ts");
  const options = { width: how.width, paint: createPaint(how.colour) };
  const onOmitted = (headers: readonly string[]): void =>
    how.note(
      `no room in ${how.width} characters for ${headers.join(", ")}: choose with --columns, or --output json`,
    );
  let columns: readonly Column<unknown>[] | undefined;
  let batch: unknown[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    columns ??= selectColumns(how.columns, view.columns ?? [], batch[0], columnChoice(how, view)).filter(
      (column) => column.ifAny !== true || batch.some((row) => (column.value(row) ?? "") !== ""),
    );
    await how.stdout.write(
      table(batch, columns, {
        ...options,
        header: how.header && count === batch.length,
        ...(count === batch.length && { onOmitted }),
      }),
    );
    batch = [];
  };
  for await (const row of view.rows(data)) {
    batch.push(row);
    count += 1;
    if (batch.length === TABLE_BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return count;
}

const columnChoice = ({ format, flags, stdout }: Presentation, { rowSource }: View<unknown>) => ({
  isScreen: format === "table" && stdout.isTTY,
  isSheet: format === "csv" || format === "tsv",
  flags,
  sourceOf: rowSource,
});

/** Writes rows as soon as they arrive: a page's last row is written before the next page is requested. */
async function writeRows(
  how: Presentation,
  view: View<unknown>,
  rows: Rows<unknown>,
  formatFor: FormatFor,
): Promise<number> {
  let format: RowFormat<unknown> | undefined;
  const open = (sample: unknown): RowFormat<unknown> =>
    formatFor(selectColumns(how.columns, view.columns ?? [], sample, columnChoice(how, view)));
  let count = 0;
  for await (const page of pagesOf(rows)) {
    let text = "";
    for (const row of page) {
      if (format === undefined) {
        format = open(row);
        text = format.open();
      }
      text += format.row(row);
      count += 1;
      if (text.length < WRITE_LENGTH) continue;
      await how.stdout.write(text);
      text = "";
    }
    if (text !== "") await how.stdout.write(text);
  }
  const closing =
    format === undefined ? ((format = open(undefined)), format.open()) + format.close() : format.close();
  if (closing !== "") await how.stdout.write(closing);
  return count;
}

export const isRows = (data: unknown): data is Rows<unknown> =>
  typeof data === "object" && data !== null && (Symbol.asyncIterator in data || Symbol.iterator in data);

const sourceOf = (view: View<unknown>, data: unknown): unknown => (view.source ? view.source(data) : data);

async function gathered(view: View<unknown>, data: unknown): Promise<unknown> {
  if (!isRows(data)) return sourceOf(view, data);
  const rows: unknown[] = [];
  for await (const row of data) rows.push(view.rowSource ? view.rowSource(row) : row);
  return rows;
}
