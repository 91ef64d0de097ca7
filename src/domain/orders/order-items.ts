/** Builds the items of an order body. */
import { readItems, type StacItem } from "../../contract/read-items.ts";
import {
  isArchiveItem,
  isGeneratedItem,
  type ArchiveItem,
  type OrderItem,
} from "../../contract/order-item.ts";
import { AppError } from "../../errors.ts";

/** Reads `<collection>/<granule>`; a granule may contain slashes, a collection cannot. */
export function parseArchiveItem(text: string): ArchiveItem | undefined {
  const slash = text.indexOf("/");
  if (slash <= 0 || slash === text.length - 1) return undefined;
  return { collectionId: text.slice(0, slash), granuleId: text.slice(slash + 1) };
}

/** Reads `GEC=<collectId>,<collectId>`. */
export function parseGeneratedItem(text: string): { productType: string; collectIds: string[] } | undefined {
  const [, productType, list] = /^([^=\s]+)=(.+)$/.exec(text) ?? [];
  const collectIds = list?.split(",").map((id) => id.trim());
  if (productType === undefined || collectIds === undefined || collectIds.includes("")) return undefined;
  return { productType, collectIds };
}

/**
 * Returns order items from parsed JSON: order items, an order body, one STAC item, a list or FeatureCollection of
 * them. Other elements stay unchanged: ORDER_ITEM_SHAPE is thrown later, with the body, so that all faults are
 * reported together.
 */
export function readOrderItems(value: unknown): OrderItem[] {
  if (isOrderItem(value)) return [value];
  const elements = Array.isArray(value) ? (value as unknown[]) : listElements(value);
  return elements.map((element) => (isStacItem(element) ? toArchiveItem(element) : (element as OrderItem)));
}

const isOrderItem = (value: unknown): value is OrderItem => isArchiveItem(value) || isGeneratedItem(value);

function listElements(value: unknown): unknown[] {
  if (isStacItem(value)) return [value];
  const list = typeof value === "object" && value !== null ? readItems(value)?.items : undefined;
  if (list !== undefined) return list;
  throw new AppError("usage", "ORDER_ITEM_SHAPE", "the input has neither order items nor STAC items");
}

const isStacItem = (value: unknown): value is StacItem & { id: string; collection: string } =>
  typeof value === "object" &&
  value !== null &&
  (value as StacItem)["type"] === "Feature" &&
  typeof (value as StacItem).id === "string" &&
  typeof (value as StacItem).collection === "string";

/** Returns the order item of a search result. */
const toArchiveItem = ({ id, collection }: { id: string; collection: string }): ArchiveItem => ({
  collectionId: collection,
  granuleId: id,
});

/** Returns the order items of search results; a result without an id or a collection cannot be ordered. */
export const toArchiveItems = (items: readonly StacItem[]): ArchiveItem[] =>
  items.flatMap(({ id, collection }) => (id && collection ? [toArchiveItem({ id, collection })] : []));

/** Returns the items without repeats, in order. */
export function removeRepeats(items: readonly OrderItem[]): OrderItem[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = isArchiveItem(item)
      ? JSON.stringify([item.collectionId, item.granuleId])
      : JSON.stringify(item);
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns collects with an ordered vessel detection whose GEO product is not generated. */
export function listCollectsWithoutGeo(items: readonly OrderItem[]): string[] {
  const generated = items.filter(isGeneratedItem);
  const ofType = (type: string): string[] =>
    generated
      .filter(({ productType }) => productType.toUpperCase() === type)
      .flatMap(({ collectIds }) => collectIds);
  const geo = new Set(ofType("GEO"));
  return [...new Set(ofType("VS"))].filter((collectId) => !geo.has(collectId));
}
