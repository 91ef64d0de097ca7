/** What a search found, with what is worked out or read beside it: the share of the area, and the price. */
import type { StacItem } from "../../contract/read-items.ts";
import { fromStac } from "../../domain/orders/order-items.ts";
import { amountIn, type Amount } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import type { Region } from "../../geo/flat-polygons.ts";
import type { Geometry } from "../../geo/geojson.ts";
import type { Cover } from "../../geo/overlay.ts";
import type { AppContext } from "../context.ts";

export interface FoundItem {
  item: StacItem;
  /** How much of the area asked for its footprint covers. */
  cover?: Cover;
  price?: ItemPrice;
  /** The thumbnail as a `data:` URL. */
  picture?: string;
}

export interface ItemPrice {
  /** As the service wrote it. */
  text: string;
  /** The same as a number, where it can be read. */
  amount?: Amount;
}

export interface Wanted {
  /** Measure the share of this area. */
  area?: Region | undefined;
  /** Read the prices, by reviews of orders that are never placed. */
  isPriced?: boolean;
}

type Pages = AsyncIterable<readonly StacItem[]>;
type Reading = Pick<AppContext, "service" | "events" | "dialect">;

export async function* foundItems(
  context: Reading,
  pages: Pages,
  { area, isPriced = false }: Wanted,
): AsyncGenerator<readonly FoundItem[]> {
  const measured = area && (await import("../../geo/overlay.ts")).measureArea(area);
  for await (const page of pages) {
    const prices = isPriced ? await readPrices(context, page) : undefined;
    yield page.map((item, index) => {
      const footprint = item["geometry"] as Geometry | null | undefined;
      const cover = measured && footprint ? measured.coverOf(footprint) : undefined;
      const price = prices?.[index];
      return { item, ...(cover && { cover }), ...(price && { price }) };
    });
  }
}

/** How many items one review prices. */
const ITEMS_PER_REVIEW = 100;

/** The price of each item that the service tells one for. A review that fails leaves its items without, and warns. */
async function readPrices(
  { service, events, dialect }: Reading,
  items: readonly StacItem[],
): Promise<(ItemPrice | undefined)[]> {
  const prices: (ItemPrice | undefined)[] = [];
  for (let start = 0; start < items.length; start += ITEMS_PER_REVIEW) {
    const some = items.slice(start, start + ITEMS_PER_REVIEW);
    const texts = await reviewedPrices({ service, events }, some);
    for (const [index] of some.entries()) {
      const text = texts[index];
      const amount = amountIn(text, dialect["currency.$"]);
      prices.push(text === undefined ? undefined : { text, ...(amount && { amount }) });
    }
  }
  return prices;
}

async function reviewedPrices(
  { service, events }: Pick<AppContext, "service" | "events">,
  items: readonly StacItem[],
): Promise<(string | undefined)[]> {
  const wanted = items.flatMap(({ id, collection }) =>
    id && collection ? [fromStac({ id, collection })] : [],
  );
  if (wanted.length === 0) return [];
  try {
    const { lines } = await service.client.reviewOrder({ body: { items: wanted } });
    const byName = new Map(lines.map(({ label, cost, source }) => [source["granuleId"] ?? label, cost]));
    // The costs come in the order of the items; where lines name their items, those names decide.
    const isInOrder = lines.length === wanted.length;
    let place = -1;
    return items.map(({ id, collection }) => {
      if (!id || !collection) return undefined;
      place += 1;
      return byName.get(id) ?? (isInOrder ? lines[place]?.cost : undefined);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.warn(`the prices of ${items.length} items could not be read: ${error.message}`);
    return [];
  }
}
