/** Writes a command's data to stdout in the chosen format. Only this file writes results. */
import type { Column } from "../../render/column.ts";
import { createPaint } from "../../render/paint.ts";
import type { RowFormat } from "../../render/json-formats.ts";
import { toPages } from "./paged-rows.ts";
import type { Presentation } from "./presentation.ts";
import { formatOmitted, selectColumns, type ColumnChoice } from "./select-columns.ts";
import { readRowSource, type Rows, type View } from "./view.ts";
import type { Feature } from "../../geo/geojson.ts";
import type { Format } from "../../domain/output-formats.ts";

/** Number of rows of a terminal table that are laid out at a time: the first rows decide the widths. */
const TABLE_BATCH = 500;

/** A pipe has no width, so nothing is cut. */
const UNBOUNDED = 100_000;

/** Number of characters written at once. */
const WRITE_LENGTH = 65_536;

/** Writes `data`; returns the number of rows, or undefined for one record or a text. */
export async function present(
  how: Presentation,
  view: View<unknown>,
  data: unknown,
): Promise<number | undefined> {
  if (how.query !== undefined) {
    const { queryResult } = await import("./query-result.ts");
    await how.stdout.write(await queryResult(how.query, how.format, await gatherRows(view, data)));
    return undefined;
  }
  if (how.quiet && how.format === "table") return presentQuietly(how, view, data);
  const columns = view.columnsOf?.(data);
  return presentAs(how.format, how, columns === undefined ? view : { ...view, columns }, data);
}

/** With --quiet: ids, if the result has any and is not files; text that is the result itself; else nothing. */
async function presentQuietly(
  how: Presentation,
  view: View<unknown>,
  data: unknown,
): Promise<number | undefined> {
  if (view.id !== undefined && view.isFiles !== true) return presentAs("id", how, view, data);
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
      const { formatYaml } = await import("../../render/yaml.ts");
      await how.stdout.write(formatYaml(await gatherRows(view, data)));
      return undefined;
    }
    case "map": {
      const { drawMap } = await import("./draw-map.ts");
      return drawMap(how, view, data);
    }
    case "html": {
      const count = await countRows(view, data);
      await how.stdout.write(how.mapPage?.() ?? "");
      return count;
    }
    case "geoparquet": {
      const { writeGeoParquet } = await import("../../render/stac-geoparquet.ts");
      return writeGeoParquet(toFeatures(view, data), (bytes) => how.stdout.write(bytes));
    }
    case "json": {
      if (isRows(data)) return writeRows(how, view, data, await loadRowFormat("json", how, view));
      const { escapeJson } = await import("../../render/safe-text.ts");
      await how.stdout.write(`${escapeJson(readSource(view, data), 2)}\n`);
      return undefined;
    }
    default:
      return writeRows(how, view, view.rows(data), await loadRowFormat(format, how, view));
  }
}

/** Reads all rows, for those who watch them, and returns their number. */
export async function countRows(view: View<unknown>, data: unknown): Promise<number> {
  let count = 0;
  for await (const page of toPages(view.rows(data))) count += page.length;
  return count;
}

/** Yields the rows as features. A row that is not one has its location from the map. */
async function* toFeatures(view: View<unknown>, data: unknown): AsyncGenerator<readonly Feature[]> {
  const idOf = (row: unknown): string => [view.id?.(row) ?? []].flat().join(" ");
  for await (const page of toPages(view.rows(data)))
    yield page.map(
      (row) =>
        view.feature?.(row) ?? {
          type: "Feature",
          id: idOf(row),
          geometry: view.map?.part(row).geometry ?? null,
          properties: readRowSource(view, row) as Feature["properties"],
        },
    );
}

async function presentTable(
  how: Presentation,
  view: View<unknown>,
  data: unknown,
): Promise<number | undefined> {
  const isPipe = !how.stdout.isTTY;
  const hasRows = view.isFiles !== true || how.isFormatAsked === true || how.columns !== undefined;
  if (isPipe && !hasRows) return undefined;
  if (!isPipe && view.screen !== undefined && how.columns === undefined)
    return presentTable(how, view.screen, data);
  if (isPipe && view.pipe !== undefined && how.columns === undefined) {
    const { formatCellLine } = await import("../../render/separated-values.ts");
    const cells = [...view.pipe(data)];
    await how.stdout.write(cells.map(formatCellLine).join(""));
    return view.empty === undefined ? undefined : cells.length;
  }
  if (view.text !== undefined && how.columns === undefined && !(isPipe && view.columns !== undefined)) {
    const text = await view.text(data, {
      paint: createPaint(how.colour),
      width: isPipe ? UNBOUNDED : how.width,
      program: how.program,
      shell: how.shell,
    });
    await how.stdout.write(text === "" || text.endsWith("\n") ? text : `${text}\n`);
    return undefined;
  }
  if (!isPipe) return writeTable(how, view, data);
  const { createRowsFormat } = await import("../../render/separated-values.ts");
  return writeRows(how, view, view.rows(data), createRowsFormat);
}

async function writeTable(how: Presentation, view: View<unknown>, data: unknown): Promise<number> {
  const { formatTable } = await import("../../render/table.ts");
  const options = { width: how.width, paint: createPaint(how.colour) };
  const onOmitted = (omitted: readonly Column<unknown>[], isMarked: boolean): void => {
    const isAsked = how.columns !== undefined || omitted.some(({ onRequest }) => onRequest !== undefined);
    how[isAsked || !isMarked ? "note" : "detail"](formatOmitted(how, omitted));
  };
  let columns: readonly Column<unknown>[] | undefined;
  let batch: unknown[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    columns ??= selectColumns(view, batch, toColumnChoice(how));
    await how.stdout.write(
      formatTable(batch, columns, {
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

function toColumnChoice({ format, flags, columns, stdout }: Presentation): ColumnChoice {
  if (format === "csv" || format === "tsv") return { columns, flags, target: "sheet" };
  return { columns, flags, target: format === "table" && stdout.isTTY ? "screen" : undefined };
}

/** Writes rows as soon as they arrive: a page's last row is written before the next page is requested. */
async function writeRows(
  how: Presentation,
  view: View<unknown>,
  rows: Rows<unknown>,
  formatFor: FormatFor,
): Promise<number> {
  let format: RowFormat<unknown> | undefined;
  const open = (sample: readonly unknown[]): RowFormat<unknown> =>
    formatFor(selectColumns(view, sample, toColumnChoice(how)));
  let count = 0;
  for await (const page of toPages(rows)) {
    let text = "";
    for (const row of page) {
      if (format === undefined) {
        format = open([row]);
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
    format === undefined ? ((format = open([])), format.open()) + format.close() : format.close();
  if (closing !== "") await how.stdout.write(closing);
  return count;
}

export const isRows = (data: unknown): data is Rows<unknown> =>
  typeof data === "object" && data !== null && (Symbol.asyncIterator in data || Symbol.iterator in data);

const readSource = (view: View<unknown>, data: unknown): unknown => (view.source ? view.source(data) : data);

async function gatherRows(view: View<unknown>, data: unknown): Promise<unknown> {
  if (!isRows(data)) return readSource(view, data);
  const rows: unknown[] = [];
  for await (const row of data) rows.push(readRowSource(view, row));
  return rows;
}

/** Creates a format once the columns are known, which may need the first row. */
type FormatFor = (columns: readonly Column<unknown>[]) => RowFormat<unknown>;

/** Returns a format that is written row by row; each is loaded only when it is chosen. */
async function loadRowFormat(
  name: Exclude<Format, "table" | "yaml" | "html" | "map" | "geoparquet">,
  { header }: Presentation,
  view: View<unknown>,
): Promise<FormatFor> {
  if (name === "csv" || name === "tsv") {
    const { createCsvFormat, createTsvFormat } = await import("../../render/separated-values.ts");
    const create = name === "csv" ? createCsvFormat : createTsvFormat;
    return (columns) => ({ ...create(columns), ...(!header && { open: () => "" }) });
  }
  if (name === "id") {
    const { createIdsFormat } = await import("../../render/json-formats.ts");
    return () => formatEach(createIdsFormat(), (row) => [view.id?.(row) ?? []].flat());
  }
  const { createGeoJsonFormat, createJsonArrayFormat, createNdjsonFormat } =
    await import("../../render/json-formats.ts");
  switch (name) {
    case "json":
    case "ndjson":
      return () =>
        formatEach(name === "json" ? createJsonArrayFormat() : createNdjsonFormat(), (row) => [
          readRowSource(view, row),
        ]);
    case "order-items":
      return () =>
        formatEach(
          createJsonArrayFormat(),
          takeOnce((row) => view.orderItems?.(row) ?? []),
        );
    case "geojson":
      return () =>
        createGeoJsonFormat({ featureOf: (row) => view.feature?.(row), idOf: (row) => view.id?.(row) });
    case "stapi":
      return () =>
        createGeoJsonFormat({
          featureOf: (row) => ({ ...makeStapiFields("Opportunity"), ...view.feature?.(row) }),
          members: { ...makeStapiFields("OpportunityCollection"), links: [] },
        });
  }
}

/** The fields by which STAPI tells its objects apart. */
const makeStapiFields = (type: string): object => ({ stapi_type: type, stapi_version: "0.1.0" });

/** Returns a format for rows that represent several records, or none. */
const formatEach = <T>(format: RowFormat<T>, of: (row: unknown) => readonly T[]): RowFormat<unknown> => ({
  open: () => format.open(),
  row: (row) =>
    of(row)
      .map((record) => format.row(record))
      .join(""),
  close: () => format.close(),
});

/** An item in several rows is ordered once. */
function takeOnce(of: (row: unknown) => readonly unknown[]): (row: unknown) => readonly unknown[] {
  const seen = new Set<string>();
  return (row) =>
    of(row).filter((one) => {
      const text = JSON.stringify(one);
      return !seen.has(text) && seen.add(text);
    });
}
