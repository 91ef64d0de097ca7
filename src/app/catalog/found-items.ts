/** The results of a search, with computed or read values: the share of the area, and the price. */
import { footprintOf, isFootprintSimplified } from "../../contract/item-footprint.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { amountIn, type Amount } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import type { Region } from "../../geo/geojson.ts";
import type { Geometry } from "../../geo/geojson.ts";
import type { Cover, MeasuredArea } from "../../geo/overlay.ts";
import type { AppContext } from "../context.ts";
import { reviewedPrices } from "./item-prices.ts";

export interface FoundItem {
  item: StacItem;
  /** The share of the requested area that its footprint covers. */
  cover?: Cover;
  price?: ItemPrice;
  /** Its row number, if the next command accepts row numbers. */
  number?: number | undefined;
  /** The thumbnail as a `data:` URL. */
  picture?: string;
}

export interface ItemPrice {
  /** In the service's format. */
  text: string;
  /** As a number, if it is readable. */
  amount?: Amount;
}

/** Items as they arrive, page by page. */
export type FoundPages = AsyncIterable<readonly FoundItem[]>;

type Reading = Pick<AppContext, "service" | "events" | "dialect">;

export async function* foundItems(
  pages: AsyncIterable<readonly StacItem[]>,
): AsyncGenerator<readonly FoundItem[]> {
  for await (const page of pages) yield page.map((item) => ({ item }));
}

/** Adds the share of the area that each item covers. */
export async function* measured(pages: FoundPages, area: Region): AsyncGenerator<readonly FoundItem[]> {
  const { MeasuredArea } = await import("../../geo/overlay.ts");
  const whole = new MeasuredArea(area);
  for await (const page of pages)
    yield page.map((found) => {
      const cover = coverOf(whole, found.item);
      return cover ? { ...found, cover } : found;
    });
}

/** Adds prices, read by reviews of orders that are never placed. */
export async function* priced(context: Reading, pages: FoundPages): AsyncGenerator<readonly FoundItem[]> {
  const reader = new PriceReader(context);
  try {
    for await (const page of pages) {
      const prices = await reader.read(page.map(({ item }) => item));
      yield page.map((found, index) => {
        const price = prices[index];
        return price ? { ...found, price } : found;
      });
    }
  } finally {
    reader.warn();
  }
}

function coverOf(area: MeasuredArea, item: StacItem): Cover | undefined {
  const footprint = footprintOf(item);
  if (footprint === undefined) return undefined;
  const { share, isEstimate } = area.coverOf(area.covered([footprint]));
  return { share, isEstimate: isEstimate || isFootprintSimplified(item) };
}

export async function gathered(pages: FoundPages): Promise<FoundItem[]> {
  const all: FoundItem[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

export const footprintsOf = (items: readonly FoundItem[]): Geometry[] =>
  items.flatMap(({ item }) => footprintOf(item) ?? []);

export const areSimplified = (items: readonly FoundItem[]): boolean =>
  items.some(({ item }) => isFootprintSimplified(item));

/** Maximum number of items per review. */
const ITEMS_PER_REVIEW = 100;

/** Reads prices until a review fails; then stops, and one warning counts the items without a price. */
class PriceReader {
  private readonly context: Reading;
  private failure: AppError | undefined;
  private unread = 0;

  constructor(context: Reading) {
    this.context = context;
  }

  async read(items: readonly StacItem[]): Promise<(ItemPrice | undefined)[]> {
    const prices: (ItemPrice | undefined)[] = [];
    for (let start = 0; start < items.length; start += ITEMS_PER_REVIEW) {
      const some = items.slice(start, start + ITEMS_PER_REVIEW);
      const texts = await this.textsOf(some);
      for (const [index] of some.entries()) {
        const text = texts[index];
        const amount = amountIn(text, this.context.dialect["currency.$"]);
        prices.push(text === undefined ? undefined : { text, ...(amount && { amount }) });
      }
    }
    return prices;
  }

  private async textsOf(items: readonly StacItem[]): Promise<(string | undefined)[]> {
    try {
      if (this.failure === undefined) return await reviewedPrices(this.context, items);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.failure = error;
    }
    this.unread += items.length;
    return [];
  }

  warn(): void {
    if (this.failure === undefined) return;
    const prices = this.unread === 1 ? "the price of 1 item" : `the prices of ${this.unread} items`;
    this.context.events.warn(`${prices} could not be read: ${this.failure.message}`);
  }
}
