/** Catalog items by their ids. */
import type { StacItem } from "../../contract/read-items.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import type { AppContext } from "../context.ts";
import { searchItems } from "./search-items.ts";

/** The items with these ids, in their order. Errors: NOT_FOUND for one that the catalog does not have. */
export async function itemsById(
  context: Pick<AppContext, "service" | "events" | "signal" | "dialect">,
  ids: readonly string[],
): Promise<(id: string) => StacItem> {
  const found = new Map<string, StacItem>();
  // The person typed no search: how to see more of it is no advice.
  const quietly = { ...context, events: { ...context.events, note: () => {} } };
  for (let at = 0; at < ids.length; at += LIMITS.catalogPageSize) {
    const part = ids.slice(at, at + LIMITS.catalogPageSize);
    // Some services answer a search for an unknown id with an error; here it is a list without the item.
    for await (const page of searchItems(quietly, { body: { ids: part }, limit: part.length })) {
      for (const item of page) if (item.id !== undefined) found.set(item.id, item);
    }
  }
  return (id) => {
    const item = found.get(id);
    if (item !== undefined) return item;
    throw new AppError("service", "NOT_FOUND", `the catalog has no item ${id}`, {
      hint: advice`Items are found by whole ids, scenes by the short ids that a search shows: ${swath`catalog search`}`,
    });
  };
}
