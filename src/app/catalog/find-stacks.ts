/** Finds stacks among found items, and scenes similar to one item. */
import { readVendorMember } from "../../contract/vendor-prefix.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { FirstScenes } from "../../domain/catalog/scene.ts";
import {
  readCollects,
  findPair,
  buildStacks,
  connectCollects,
  keepNeighbours,
  USUAL_LIKENESS,
  type Collect,
  type Likeness,
  type Stack,
} from "../../domain/catalog/stacks.ts";
import { sortPairs, type PairOrder } from "../../domain/catalog/pairs.ts";
import { countText } from "../../counted.ts";
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
  /** Only the stack around this scene: the id of a collect or of one of its items, or in files its beginning. */
  scene?: string | undefined;
  /** Keeps the pairs of each scene with that many neighbours before and after it in time. */
  neighbours?: number | undefined;
  /** Order of the pairs, by days unless given. */
  sort?: PairOrder | undefined;
  /** Leaves items out. The items of `scene` stay. */
  filter?: FoundFilter | undefined;
}

/** Reads all items, because any of them may belong to any stack. */
export async function findStacks(
  { events }: AppContext,
  pages: AsyncIterable<readonly StacItem[]>,
  { likeness, least, scene, neighbours, sort = "days", filter }: StackQuestion,
): Promise<Stack[]> {
  const found = readCollects(await gatherPages(pages));
  const around = scene === undefined ? undefined : requireCollect(found, scene);
  const collects = filter === undefined ? found : await filterCollects(found, filter, around);
  const stacks = buildStacks(collects, likeness, { least, around }).map((stack): Stack => {
    const kept = neighbours === undefined ? stack.pairs : keepNeighbours(stack.pairs, neighbours);
    const pairs = sortPairs(kept, sort);
    return { ...stack, pairs, groups: connectCollects(stack.collects, pairs) };
  });
  const isPaired = neighbours !== undefined;
  for (const text of stackTexts(collects, stacks, { isPaired, maxDays: likeness.maxDays })) events.note(text);
  return stacks;
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

function requireCollect(collects: readonly Collect[], scene: string): Collect {
  const found = collects.find(({ id, items }) => id === scene || items.some((one) => one.id === scene));
  if (found !== undefined) return found;
  const only = isLikelyId(scene) ? findOnlyMatch("scene", scene, collects) : undefined;
  if (only !== undefined) return only;
  const count = countText(collects.length, "scene");
  throw new AppError("usage", "ITEM_NOT_FOUND", `none of the ${count} found is the scene or item ${scene}`, {
    next: advice`Find items: ${swath`catalog search`}`,
  });
}

/** Returns the item with this id, and its scene with this item only. Errors: NOT_FOUND, ITEM_NOT_FOUND. */
export async function findScene(
  context: AppContext,
  id: string,
): Promise<{ item: StacItem; collect: Collect }> {
  const item = (await findItemsById(context, [id]))(id);
  const [collect] = readCollects([item]);
  if (collect !== undefined) return { item, collect };
  throw new AppError("usage", "ITEM_NOT_FOUND", `item ${id} has no time or no footprint to compare with`, {
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
): Promise<{ request: SearchRequest; item: StacItem; scene: string }> {
  const { item, collect } = await findScene(context, id);
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
    scene: collect.id,
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
