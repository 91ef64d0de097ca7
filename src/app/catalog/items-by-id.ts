/** Reads catalog items by id. */
import type { StacItem } from "../../contract/read-items.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { searchItems } from "./search-items.ts";

/** Returns the items with these ids, in their order. Errors: NOT_FOUND for an id that the catalog does not have. */
export async function itemsById(
  context: Pick<AppContext, "service" | "events" | "signal" | "dialect">,
  ids: readonly string[],
): Promise<(id: string) => StacItem> {
  const found = new Map<string, StacItem>();
  // Notes about further results are suppressed, because the person did not type a search.
  const quietly = { ...context, events: { ...context.events, note: () => {} } };
  for (let at = 0; at < ids.length; at += LIMITS.catalogPageSize) {
    const part = ids.slice(at, at + LIMITS.catalogPageSize);
    // Some services answer a search for an unknown id with an error; here the item is just missing.
    for await (const page of searchItems(quietly, { body: { ids: part }, limit: part.length })) {
      for (const item of page) if (item.id !== undefined) found.set(item.id, item);
    }
  }
  return (id) => {
    const item = found.get(id);
    if (item !== undefined) return item;
    throw new AppError("service", "NOT_FOUND", `the catalog has no item ${id}`, {
      next: { do: "findItems" },
    });
  };
}
