/** The results of a search, with computed or read values: the share of the area, and the price. */
import { readFootprint, isFootprintSimplified } from "../../contract/item-footprint.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { readAmount, type Amount } from "../../domain/price/money.ts";
import { AppError } from "../../errors.ts";
import type { Region } from "../../geo/geojson.ts";
import type { Cover, Ground, MeasuredArea } from "../../geo/overlay.ts";
import type { Entry } from "../../money/book.ts";
import type { AppContext } from "../context.ts";
import { reviewLines } from "./item-prices.ts";

/**
 * `owned`: downloaded and still there, or part of an order that can be downloaded. `expired`: its order has expired, and the files are not here.
 * `unknown`: an order with an unknown outcome may have it.
 */
export type Owned = (typeof OWNED)[number];
/** The strongest mark first. If several orders contain an item, the strongest of their marks is shown. */
export const OWNED = ["owned", "unknown", "expired"] as const;

/** Returns the mark of what an earlier order owns. */
export const toMark = ({ state, isExpired }: Pick<Entry, "state" | "isExpired">): Owned =>
  state !== "confirmed" ? "unknown" : isExpired ? "expired" : "owned";

export interface FoundItem {
  item: StacItem;
  /** Whether this machine has ordered or downloaded it; absent if not. */
  owned?: Owned;
  /** The share of the requested area that its footprint covers. */
  cover?: Cover;
  price?: ItemPrice;
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

/** Marks or filters items on their way to the result. */
export type FoundFilter = (pages: FoundPages) => FoundPages;

export async function* toFoundItems(
  pages: AsyncIterable<readonly StacItem[]> | Iterable<readonly StacItem[]>,
): AsyncGenerator<readonly FoundItem[]> {
  for await (const page of pages) yield page.map((item) => ({ item }));
}

/** Adds the share of the area that each item covers. */
export async function* addCover(pages: FoundPages, area: Region): AsyncGenerator<readonly FoundItem[]> {
  const { MeasuredArea } = await import("../../geo/overlay.ts");
  const whole = new MeasuredArea(area);
  for await (const page of pages)
    yield page.map((found) =>
      readFootprint(found.item) === undefined
        ? found
        : { ...found, cover: whole.coverOf(measureCovered(whole, [found])) },
    );
}

/** Maximum number of items per review. */
const ITEMS_PER_REVIEW = 100;

/**
 * Adds prices, read by reviews of orders that are never placed. After a failed review no further one is requested, and
 * one warning counts the items without a price.
 */
export async function* addItemPrices(
  context: AppContext,
  pages: FoundPages,
): AsyncGenerator<readonly FoundItem[]> {
  let failure: AppError | undefined;
  let unread = 0;
  const withPrices = async (found: readonly FoundItem[]): Promise<FoundItem[]> => {
    try {
      if (failure === undefined) return await reviewPrices(context, found);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failure = error;
    }
    unread += found.length;
    return [...found];
  };
  try {
    for await (const page of pages) {
      const rows: FoundItem[] = [];
      for (let at = 0; at < page.length; at += ITEMS_PER_REVIEW)
        rows.push(...(await withPrices(page.slice(at, at + ITEMS_PER_REVIEW))));
      yield rows;
    }
  } finally {
    const prices = unread === 1 ? "the price of 1 item" : `the prices of ${unread} items`;
    if (failure !== undefined) context.events.warn(`${prices} could not be read: ${failure.message}`);
  }
}

async function reviewPrices(context: AppContext, found: readonly FoundItem[]): Promise<FoundItem[]> {
  const lines = await reviewLines(
    context,
    found.map(({ item }) => item),
  );
  return found.map((each, at) => {
    const text = lines[at]?.cost;
    if (text === undefined) return each;
    const amount = readAmount(text, context.dialect["currency.$"]);
    return { ...each, price: { text, ...(amount && { amount }) } };
  });
}

/** Returns the part of the area that the items cover together. */
export function measureCovered(area: MeasuredArea, items: readonly FoundItem[]): Ground {
  const ground = area.covered(items.flatMap(({ item }) => readFootprint(item) ?? []));
  const isEstimate = ground.isEstimate || items.some(({ item }) => isFootprintSimplified(item));
  return { ...ground, isEstimate };
}

export async function gatherPages<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}
