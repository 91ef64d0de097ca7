/** Reads the prices of catalog items from a review of an order that is never placed. */
import type { StacItem } from "../../contract/read-items.ts";
import type { ReviewLine } from "../../contract/read-review.ts";
import { allFromStac } from "../../domain/orders/order-items.ts";
import type { AppContext } from "../context.ts";

/**
 * Returns the line of each item in one review; an item without an id or a collection has no line. Throws the errors
 * of the review.
 */
export async function reviewedLines(
  { service }: AppContext,
  items: readonly StacItem[],
): Promise<(ReviewLine | undefined)[]> {
  const wanted = allFromStac(items);
  if (wanted.length === 0) return [];
  const { lines } = await service.client.reviewOrder({ body: { items: wanted } });
  const named = linesByName(lines);
  // Costs are in the order of the items, unless lines contain item names.
  const isInOrder = lines.length === wanted.length;
  let place = -1;
  return items.map(({ id, collection }) => {
    if (!id || !collection) return undefined;
    place += 1;
    const line = named.get(nameOf(collection, id)) ?? named.get(nameOf(undefined, id));
    return line?.cost === undefined && isInOrder ? lines[place] : line;
  });
}

/**
 * Returns lines by collection and granule, or by the granule alone for a line without a collection. Ambiguous names
 * are skipped.
 */
function linesByName(lines: readonly ReviewLine[]): Map<string, ReviewLine | undefined> {
  const named = new Map<string, ReviewLine | undefined>();
  for (const line of lines) {
    const name = nameOf(line.source["collectionId"], line.source["granuleId"] ?? line.label);
    named.set(name, named.has(name) ? undefined : line);
  }
  return named;
}

const nameOf = (collection: unknown, granule: unknown): string =>
  JSON.stringify([collection ?? null, granule ?? null]);
