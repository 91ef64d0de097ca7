/** Products of the archive to choose from, newest first; for an order with the price of each where the service says it. */
import { footprintOf } from "../../contract/item-footprint.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { AppError } from "../../errors.ts";
import type { Position } from "../../geo/geojson.ts";
import { reviewedPrices } from "../catalog/item-prices.ts";
import { searchItems } from "../catalog/search-items.ts";
import type { AppContext } from "../context.ts";
import type { Offered } from "../offered.ts";

/** More are found with a search of their own. */
const MOST_OFFERED = 100;

export async function offerItems(
  context: Pick<AppContext, "service" | "events" | "signal" | "dialect">,
  over: Position | undefined,
  { isForOrder }: { isForOrder: boolean },
): Promise<Offered[]> {
  const intersects = over && { type: "Point" as const, coordinates: [...over] };
  const body = { ...(intersects && { intersects }), sortby: "-datetime" };
  const events = { ...context.events, note: () => {} };
  const items: (StacItem & { id: string; collection: string })[] = [];
  for await (const page of searchItems({ ...context, events }, { body, limit: MOST_OFFERED }))
    for (const item of page) if (canBeOrdered(item)) items.push(item);
  const [prices, { placeText }] = await Promise.all([
    isForOrder ? pricesOf(context, items) : [],
    import("../../places/describe-geometry.ts"),
  ]);
  return items.map((item, index): Offered => {
    const { id, collection } = item;
    const price = prices[index];
    return {
      id: isForOrder ? `${collection}/${id}` : id,
      line: itemLine(item, placeText(footprintOf(item))),
      end: price ?? "",
      words: id,
      price,
    };
  });
}

const canBeOrdered = (item: StacItem): item is StacItem & { id: string; collection: string } =>
  item.id !== undefined && item.collection !== undefined;

function itemLine({ properties = {} }: StacItem, place: string | undefined): string {
  const text = (name: string): string | undefined => {
    const value = properties[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  const incidence = Number(text("view:incidence_angle") ?? Number.NaN);
  return [
    text("datetime")?.slice(0, 16).replace("T", " "),
    text("sar:product_type"),
    text("sar:instrument_mode"),
    place,
    text("sat:orbit_state"),
    Number.isFinite(incidence) ? `incidence ${Math.round(incidence)}` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** One review for all of them, which buys nothing. */
async function pricesOf(
  { service, events }: Pick<AppContext, "service" | "events">,
  items: readonly StacItem[],
): Promise<(string | undefined)[]> {
  try {
    return await reviewedPrices({ service }, items);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.warn(`the prices could not be read: ${error.message}`);
    return [];
  }
}
