/** The row-wise output formats, each loaded only when it is chosen. */
import type { Column } from "../../render/column.ts";
import type { RowFormat } from "../../render/row-format.ts";
import type { View } from "./view.ts";
import type { Format } from "../../domain/output-formats.ts";

export type RowFormatName = Exclude<Format, "table" | "yaml" | "html" | "map">;

/** Creates the format once the columns are known, which may need the first row. */
export type FormatFor = (columns: readonly Column<unknown>[]) => RowFormat<unknown>;

export async function rowFormat(
  name: RowFormatName,
  view: View<unknown>,
  header: boolean,
): Promise<FormatFor> {
  switch (name) {
    case "json": {
      const { jsonArray } = await import("../../render/json-formats.ts");
      return () => asItCame(jsonArray(), view);
    }
    case "order-items": {
      const { jsonArray } = await import("../../render/json-formats.ts");
      if (view.orderItems !== undefined)
        return () =>
          each(
            jsonArray(),
            onlyOnce((row) => view.orderItems?.(row) ?? []),
          );
      return () => mapped(jsonArray(), (row) => view.orderItem?.(row));
    }
    case "ndjson": {
      const { ndjson } = await import("../../render/json-formats.ts");
      return () => asItCame(ndjson(), view);
    }
    case "csv": {
      const { csv } = await import("../../render/separated-values.ts");
      return (columns) => withHeader(header, csv(columns));
    }
    case "tsv": {
      const { tsv } = await import("../../render/separated-values.ts");
      return (columns) => withHeader(header, tsv(columns));
    }
    case "geojson": {
      const { geojson } = await import("../../render/json-formats.ts");
      return () => geojson((row) => view.feature?.(row));
    }
    case "stapi": {
      const { geojson } = await import("../../render/json-formats.ts");
      return () => geojson((row) => view.opportunity?.(row), { links: [] });
    }
    case "id": {
      const { ids } = await import("../../render/row-format.ts");
      return () =>
        flattened(
          ids((id: string) => id),
          (row) => view.id?.(row),
        );
    }
  }
}

/** The rows for a pipe: tab-separated, untruncated, without header. */
export async function pipeRows(): Promise<FormatFor> {
  const { rows } = await import("../../render/separated-values.ts");
  return (columns) => rows(columns);
}

/** The rows as the service sent them, where the view's rows are parsed. */
const asItCame = (format: RowFormat<unknown>, { rowSource }: View<unknown>): RowFormat<unknown> =>
  rowSource === undefined ? format : mapped(format, rowSource);

function mapped(format: RowFormat<unknown>, map: (row: unknown) => unknown): RowFormat<unknown> {
  return {
    open: () => format.open(),
    row: (record) => {
      const value = map(record);
      return value === undefined ? "" : format.row(value);
    },
    close: () => format.close(),
  };
}

/** Several records of a row, or none. */
const each = (format: RowFormat<unknown>, of: (row: unknown) => readonly unknown[]): RowFormat<unknown> => ({
  open: () => format.open(),
  row: (record) =>
    of(record)
      .map((one) => format.row(one))
      .join(""),
  close: () => format.close(),
});

/** An item of several rows is ordered once. */
function onlyOnce(of: (row: unknown) => readonly unknown[]): (row: unknown) => readonly unknown[] {
  const seen = new Set<string>();
  return (row) =>
    of(row).filter((one) => {
      const text = JSON.stringify(one);
      return !seen.has(text) && seen.add(text);
    });
}

function flattened(
  format: RowFormat<string>,
  idsOf: (row: unknown) => string | readonly string[] | undefined,
): RowFormat<unknown> {
  return {
    open: () => format.open(),
    row: (record) =>
      [idsOf(record) ?? []]
        .flat()
        .map((id) => format.row(id))
        .join(""),
    close: () => format.close(),
  };
}

function withHeader(header: boolean, format: RowFormat<unknown>): RowFormat<unknown> {
  if (header) return format;
  const open = (): string => {
    format.open();
    return "";
  };
  return { open, row: (record) => format.row(record), close: () => format.close() };
}
