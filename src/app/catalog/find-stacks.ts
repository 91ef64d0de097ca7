/** Finds stacks among found items, and scenes similar to one item. */
import { readVendorMember } from "../../contract/vendor-prefix.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { FirstScenes } from "../../domain/catalog/scene.ts";
import {
  readCollects,
  connectCollects,
  findPair,
  buildStacks,
  USUAL_LIKENESS,
  type Collect,
  type Likeness,
  type Stack,
} from "../../domain/catalog/stacks.ts";
import { isLikelyId } from "../../domain/short-ids.ts";
import { AppError } from "../../errors.ts";
import { measureGeometryBounds } from "../../geo/bounds.ts";
import { likeTexts, stackTexts } from "../../render/stack-notes.ts";
import type { AppContext } from "../context.ts";
import { findOnlyMatch } from "../full-ids.ts";
import { toFoundItems, gatherPages, type FoundFilter } from "./found-items.ts";
import { findItemsById } from "./item-places.ts";
import type { SearchRequest } from "./search-items.ts";
import { advice, swath } from "../../hint.ts";

export interface StackQuestion {
  likeness: Likeness;
  /** Minimum number of scenes in a stack. */
  least?: number | undefined;
  /** Only the stack around the scene of this item. */
  item?: string | undefined;
  /** Maximum number of pairs per stack, the most similar first. */
  pairs?: number | undefined;
  /** Leaves items out. The scene of `item` stays. */
  filter?: FoundFilter | undefined;
}

/** Reads all items, because any of them may belong to any stack. */
export async function findStacks(
  { events }: AppContext,
  pages: AsyncIterable<readonly StacItem[]>,
  { likeness, least, item, pairs: most, filter }: StackQuestion,
): Promise<Stack[]> {
  const found = readCollects(await gatherPages(pages));
  const around = item === undefined ? undefined : requireCollect(found, item);
  const collects = filter === undefined ? found : await filterCollects(found, filter, around);
  const stacks = buildStacks(collects, likeness, { least, around });
  const kept = most === undefined ? stacks : stacks.map((stack) => limitPairs(stack, most));
  const isConnected = most === undefined && likeness.seasonDays === undefined;
  for (const text of stackTexts(collects, kept, { isConnected })) events.note(text);
  return kept;
}

/** Removes the items that the filter drops, and collects without items. The collect `kept` stays unchanged. */
async function filterCollects(
  collects: readonly Collect[],
  filter: FoundFilter,
  kept: Collect | undefined,
): Promise<Collect[]> {
  const found = await gatherPages(filter(toFoundItems([collects.flatMap(({ items }) => items)])));
  const wanted = new Set(found.map(({ item }) => item));
  return collects.flatMap((collect) => {
    if (collect === kept) return collect;
    const items = collect.items.filter((item) => wanted.has(item));
    return items.length === 0 ? [] : { ...collect, items };
  });
}

function limitPairs(stack: Stack, most: number): Stack {
  const pairs = stack.pairs.slice(0, most);
  return { ...stack, pairs, groups: connectCollects(stack.collects, pairs) };
}

function requireCollect(collects: readonly Collect[], item: string): Collect {
  const found = collects.find(({ id, items }) => id === item || items.some((one) => one.id === item));
  if (found !== undefined) return found;
  const only = isLikelyId(item) ? findOnlyMatch("scene", item, collects) : undefined;
  if (only !== undefined) return only;
  throw new AppError("usage", "ITEM_NOT_FOUND", `no scene found has the item or collect ${item}`, {
    next: advice`Find items: ${swath`catalog search`}`,
  });
}

/**
 * Returns a request for items like the one with this id: with the same orbit direction, look direction, mode and platform. The area is
 * the item's footprint, unless the request has one.
 */
export async function makeRequestAround(
  context: AppContext,
  request: SearchRequest,
  id: string,
): Promise<{ request: SearchRequest; item: StacItem }> {
  const item = (await findItemsById(context, [id]))(id);
  const [collect] = readCollects([item]);
  if (collect === undefined)
    throw new AppError("usage", "ITEM_NOT_FOUND", `item ${id} has no time or no footprint to compare with`, {
      next: advice`Find items: ${swath`catalog search`}`,
    });
  const { body } = request;
  const { properties = {} } = item;
  const same = ["sat:orbit_state", "sar:observation_direction", "sar:instrument_mode", "platform"].flatMap(
    (name) => (properties[name] === undefined ? [] : [[name, { eq: properties[name] }] as const]),
  );
  const hasArea = body.bbox !== undefined || body.intersects !== undefined;
  // Only one part may be sent: a footprint split at the antimeridian is requested by its box.
  const area =
    collect.footprint.type === "Polygon"
      ? { intersects: collect.footprint }
      : { bbox: measureGeometryBounds(collect.footprint) };
  return {
    item,
    request: {
      ...request,
      body: {
        ...body,
        ...(!hasArea && area),
        query: { ...Object.fromEntries(same), ...toJsonObject(body.query) },
      } as SearchRequest["body"],
    },
  };
}

/** Yields pages with similar items of other collects, up to `limit` items or scenes. */
export async function* filterAlike(
  { events }: AppContext,
  pages: AsyncIterable<readonly StacItem[]>,
  item: StacItem,
  { limit = Number.POSITIVE_INFINITY, hasScenes }: { limit?: number | undefined; hasScenes: boolean },
): AsyncGenerator<readonly StacItem[]> {
  const [reference] = readCollects([item]);
  const own = readVendorMember(item.properties, "collect_id");
  const scenes = hasScenes ? new FirstScenes(limit) : undefined;
  let [read, shown] = [0, 0];
  for await (const page of pages) {
    read += page.length;
    const alike = page.filter((other) => {
      const [collect] = readCollects([other]);
      const isOther = other.id !== item.id && (own === undefined || collect?.id !== own);
      return isOther && collect !== undefined && reference !== undefined
        ? findPair(reference, collect, USUAL_LIKENESS) !== undefined
        : false;
    });
    const some = scenes?.take(alike) ?? alike.slice(0, limit - shown);
    shown += some.length;
    yield some;
    if (scenes?.isFull ?? shown >= limit) break;
  }
  for (const text of likeTexts(item.id ?? "", reference, { read, shown })) events.note(text);
}
