/** The rows of listed requests: with their prices, and the locations of their targets, if these columns are shown. */
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import { addPrices, type PricedRecord } from "../../app/tasking/search-prices.ts";
import type { Context } from "../../cli/context.ts";
import { PagedRows } from "../../cli/output/paged-rows.ts";
import { choosePresentation } from "../../cli/output/presentation.ts";
import { isRequested } from "../../cli/output/select-columns.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { LIST_VIEWS, type Placed } from "./views.ts";

export function toRequestRows<R extends RequestRecord>(
  context: Context,
  noun: RequestNoun,
  pages: AsyncIterable<readonly R[]>,
): PagedRows<Placed<PricedRecord<R>>> {
  const how = choosePresentation(context);
  const isPriced = isRequested("price", how, LIST_VIEWS[noun].columns);
  const rows: AsyncIterable<readonly PricedRecord<R>[]> = isPriced ? addPrices(context, noun, pages) : pages;
  const { columns, format, stdout } = how;
  const hasPlaces = columns === undefined ? format === "table" && stdout.isTTY : columns.includes("place");
  return new PagedRows(
    hasPlaces ? addPlaces(rows) : (rows as AsyncIterable<readonly Placed<PricedRecord<R>>[]>),
  );
}

async function* addPlaces<R extends RequestRecord>(
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<readonly Placed<R>[]> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  for await (const page of pages)
    yield page.map((record) => Object.assign(record, { place: placeText(record.geometry) }));
}
