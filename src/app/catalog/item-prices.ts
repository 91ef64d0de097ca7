/** Reads the prices of catalog items from a review of an order that is never placed. */
import type { StacItem } from "../../contract/read-items.ts";
import type { ReviewLine } from "../../contract/read-review.ts";
import { toArchiveItems } from "../../domain/orders/order-items.ts";
import type { AppContext } from "../context.ts";

/**
 * Returns the line of each item in one review; an item without an id or a collection has no line. Throws the errors
 * of the review.
 */
export async function reviewLines(
  { service }: AppContext,
  items: readonly StacItem[],
): Promise<(ReviewLine | undefined)[]> {
  const wanted = toArchiveItems(items);
  if (wanted.length === 0) return [];
  const { lines } = await service.client.reviewOrder({ body: { items: wanted } });
  const named = groupLinesByName(lines);
  // Costs are in the order of the items, unless lines contain item names.
  const isInOrder = lines.length === wanted.length;
  let place = -1;
  return items.map(({ id, collection }) => {
    if (!id || !collection) return undefined;
    place += 1;
    const line = named.get(makeLineKey(collection, id)) ?? named.get(makeLineKey(undefined, id));
    return line?.cost === undefined && isInOrder ? lines[place] : line;
  });
}

/**
 * Returns lines by collection and granule, or by the granule alone for a line without a collection. Ambiguous names
 * are skipped.
 */
function groupLinesByName(lines: readonly ReviewLine[]): Map<string, ReviewLine | undefined> {
  const named = new Map<string, ReviewLine | undefined>();
  for (const line of lines) {
    const name = makeLineKey(line.source["collectionId"], line.source["granuleId"] ?? line.label);
    named.set(name, named.has(name) ? undefined : line);
  }
  return named;
}

const makeLineKey = (collection: unknown, granule: unknown): string =>
  JSON.stringify([collection ?? null, granule ?? null]);
