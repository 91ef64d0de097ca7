/** Looks up catalog items by their names (from orders, files, lines of a price), and their locations for maps. */
import { fetchSearchPages } from "../../client/pages.ts";
import { readFootprint } from "../../contract/item-footprint.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { countText } from "../../counted.ts";
import { readVendorMember, toWireName } from "../../contract/vendor-prefix.ts";
import type { ItemName } from "../../domain/catalog/item-name.ts";
import { AppError } from "../../errors.ts";
import type { Geometry } from "../../geo/geojson.ts";
import type { AppContext } from "../context.ts";
import { searchByPrefix } from "../service/learn-forms.ts";
import { advice, swath } from "../../hint.ts";

/** Items per request; their ids fit into a body of a few kilobytes. */
const IDS_AT_ONCE = 250;
const MAX_ITEMS = 5000;
/** A catalog search accepts one collect. */
const MAX_COLLECTS = 20;

/**
 * Returns the locations of the items that the catalog has. A map is optional for its command: if the catalog is
 * unavailable, this function warns and returns undefined.
 */
export async function findPlaces(
  context: AppContext,
  names: readonly ItemName[],
): Promise<((name: ItemName) => Geometry | undefined) | undefined> {
  try {
    const find = await findInCatalog(context, names);
    return (name) => {
      const item = find(name);
      return item && readFootprint(item);
    };
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    context.events.warn(`the catalog could not be searched for the places of the items: ${error.message}`);
    return undefined;
  }
}

/** Returns the items that the catalog has; for a collect, any of its items. */
export async function findInCatalog(
  context: AppContext,
  names: readonly ItemName[],
): Promise<(name: ItemName) => StacItem | undefined> {
  const { service, events } = context;
  const byId = new Map<string, StacItem[]>();
  const byCollect = new Map<string, StacItem>();
  const ids = [...new Set(names.flatMap((name) => ("id" in name ? name.id : [])))];
  const collects = [...new Set(names.flatMap((name) => ("collectId" in name ? name.collectId : [])))];
  if (ids.length + collects.length === 0) return () => undefined;
  if (ids.length > MAX_ITEMS || collects.length > MAX_COLLECTS)
    events.note(
      `the map has the places of the first ${countText(Math.min(ids.length, MAX_ITEMS), "item")} and ` +
        countText(Math.min(collects.length, MAX_COLLECTS), "collect"),
    );
  const client = await service.connect();
  const wanted = new Set(ids);
  for (let at = 0; at < Math.min(ids.length, MAX_ITEMS); at += IDS_AT_ONCE) {
    const part = ids.slice(at, Math.min(at + IDS_AT_ONCE, MAX_ITEMS));
    // Several collections may use one id.
    const limit = part.length * 2;
    const pages = fetchSearchPages({ client, body: { ids: part }, limit, pageSize: part.length });
    for await (const { items } of pages) {
      const asked = items.filter(({ id }) => id !== undefined && wanted.has(id));
      for (const item of asked) byId.set(item.id!, [...(byId.get(item.id!) ?? []), item]);
      // If the service ignores the ids, its further pages are the rest of the archive.
      if (asked.length < items.length) break;
    }
  }
  for (const collectId of collects.slice(0, MAX_COLLECTS)) {
    const search = async (prefix: string): Promise<StacItem | undefined> => {
      const body = { query: { [toWireName("vendor:collect_id", prefix)]: { eq: collectId } } };
      for await (const { items } of fetchSearchPages({ client, body, limit: 1, pageSize: 1 }))
        for (const item of items)
          if (readVendorMember(item.properties, "collect_id") === collectId) return item;
      return undefined;
    };
    const found = await searchByPrefix(context, search, (item) => item === undefined);
    if (found !== undefined) byCollect.set(collectId, found);
  }
  return (name) => {
    if ("collectId" in name) return byCollect.get(name.collectId);
    const isSame = ({ collection }: StacItem): boolean =>
      name.collection === undefined || collection === undefined || collection === name.collection;
    return byId.get(name.id)?.find(isSame);
  };
}

/** Returns the items with these ids. Errors: NOT_FOUND for an id that the catalog does not have. */
export async function findItemsById(
  context: AppContext,
  ids: readonly string[],
): Promise<(id: string) => StacItem> {
  const find = await findInCatalog(
    context,
    ids.map((id) => ({ id })),
  );
  return (id) => {
    const item = find({ id });
    if (item !== undefined) return item;
    throw new AppError("service", "NOT_FOUND", `the catalog has no item ${id}`, {
      next: advice`Find items: ${swath`catalog search`}`,
    });
  };
}
