/** Adds to the rows of requests where each target lies, when the column is shown. */
import type { Context } from "../cli/context.ts";
import { PagedRows } from "../cli/output/paged-rows.ts";
import { presentationOf } from "../cli/output/presentation.ts";
import type { RequestRecord } from "../contract/read-record.ts";
import type { Placed } from "./request-views.ts";

export function withPlaces<R extends RequestRecord>(
  context: Context,
  pages: AsyncIterable<readonly R[]>,
): PagedRows<Placed<R>> {
  const { columns, format } = presentationOf(context);
  const isShown =
    columns === undefined ? format === "table" && context.world.stdout.isTTY : columns.includes("place");
  return new PagedRows(isShown ? placed(pages) : pages);
}

async function* placed<R extends RequestRecord>(
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<readonly Placed<R>[]> {
  const { placeText } = await import("../places/describe-geometry.ts");
  for await (const page of pages)
    yield page.map((record) => Object.assign(record, { place: placeText(record.geometry) }));
}
