/** Finds scenes (collects) by the beginnings of their ids: among known items, else in the catalog. */
import pLimit from "p-limit";
import { fetchSearchPages } from "../../client/pages.ts";
import type { ArchiveItem } from "../../contract/order-item.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { toWireName } from "../../contract/vendor-prefix.ts";
import { findCollectId } from "../../domain/catalog/scene.ts";
import { isAsTyped, isLikelyId, matchWord, splitProducts } from "../../domain/short-ids.ts";
import { parseArchiveItem } from "../../domain/orders/order-items.ts";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { searchByPrefix } from "../service/learn-forms.ts";
import { withoutNotes } from "../surroundings.ts";
import { toFullIds, MAX_LISTED, toLookupError, type Candidate, type PayingFor } from "../full-ids.ts";

/** `collection`: the collection typed before the words. */
type Looking = PayingFor & { collection?: string | undefined };

export interface SceneItem extends ArchiveItem {
  productType?: string;
  collectId?: string;
  /** Date of the collect. */
  date?: string;
}

/** Returns the parts of an item that an order needs; undefined for an item that cannot be ordered. */
export function toSceneItem(item: StacItem): SceneItem | undefined {
  const { id, collection, properties = {} } = item;
  if (id === undefined || collection === undefined) return undefined;
  const { datetime, "sar:product_type": productType } = properties;
  const collectId = findCollectId(item);
  return {
    collectionId: collection,
    granuleId: id,
    ...(typeof productType === "string" && { productType }),
    ...(collectId !== undefined && { collectId }),
    ...(typeof datetime === "string" && { date: datetime }),
  };
}

type Named = Map<string, readonly SceneItem[]>;

/**
 * Returns the items of each word. The beginning of a collect's id selects all items of the collect; the beginning of
 * a `known` item's id selects that item. A word that matches nothing has no entry in the map. Throws the errors of `toFullIds`.
 */
export async function findNamedItems(
  context: AppContext,
  words: readonly string[],
  { known: shown = [], ...options }: Looking & { known?: readonly SceneItem[] } = {},
): Promise<Named> {
  const { collection } = options;
  const known = shown.filter(({ collectionId }) => collection === undefined || collectionId === collection);
  const [scenes, others] = [words.filter(isLikelyId), words.filter((word) => !isLikelyId(word))];
  return new Map([
    ...(await findScenes(context, scenes, known, options)),
    ...(await findKnownItems(context, others, known, options)),
  ]);
}

/** Returns the items of scenes. The catalog is always searched for further scenes, once per beginning. */
async function findScenes(
  context: AppContext,
  words: readonly string[],
  known: readonly SceneItem[],
  options: Looking,
): Promise<Named> {
  const { isPurchase = false, collection } = options;
  let items = known;
  const search = async (beginnings: readonly string[]): Promise<void> => {
    // If the service refuses a search, the known items are used, except for a purchase.
    const mayBeKnown =
      isPurchase && beginnings.some((word) => matchWord(word, listCollects(known)).length > 0);
    const found = await searchBeginnings(context, beginnings, { collection, isPurchase: mayBeKnown });
    items = mergeRepeats([...items, ...found.flatMap((item) => toSceneItem(item) ?? [])]);
  };
  const find = async (short: readonly string[]): Promise<Candidate[]> => {
    const beginnings = listUnsure(short, known, options);
    await search(beginnings);
    return listScenesAndItems(items, beginnings);
  };
  // The notes of `toFullIds` are suppressed: callers note the selected items, which tell more than the id of a scene.
  const ids = await toFullIds(withoutNotes(context), "scene", words, find, options);
  // A UUID may also be a collect.
  if (!context.service.isDryRun) await search(words.filter((word) => isAsTyped(word)));
  return selectByIds(words, ids, items);
}

/** Returns known items. One search for all words checks whether the beginning of an item's id is itself a full id. */
async function findKnownItems(
  context: AppContext,
  words: readonly string[],
  known: readonly SceneItem[],
  options: Looking,
): Promise<Named> {
  let items = known;
  const find = async (short: readonly string[]): Promise<Candidate[]> => {
    items = mergeRepeats([
      ...known,
      ...(await findItemsInFull(context, listUnsure(short, known, options), options)),
    ]);
    return items.map(({ granuleId, date }) => ({ id: granuleId, date }));
  };
  return selectByIds(words, await toFullIds(withoutNotes(context), "item", words, find, options), items);
}

/** Returns the words to search for: outside of a purchase, the whole id of a known item is certain. */
const listUnsure = (
  words: readonly string[],
  known: readonly SceneItem[],
  { isPurchase = false }: Looking,
): readonly string[] =>
  isPurchase ? words : words.filter((word) => known.every(({ granuleId }) => granuleId !== word));

/** Returns the items whose id, or whose scene's id, is the full id of a word. */
function selectByIds(words: readonly string[], ids: readonly string[], items: readonly SceneItem[]): Named {
  const found = words.map((word, at) => {
    const meant = items.filter(({ granuleId, collectId }) => [granuleId, collectId].includes(ids[at]));
    return [word, meant] as const;
  });
  return new Map(found.filter(([, meant]) => meant.length > 0));
}

const mergeRepeats = (items: readonly SceneItem[]): SceneItem[] => [
  ...new Map(items.map((item) => [JSON.stringify([item.collectionId, item.granuleId]), item])).values(),
];

/** Returns collects, and the items whose collect does not begin with the same word. */
function listScenesAndItems(items: readonly SceneItem[], beginnings: readonly string[]): Candidate[] {
  const isFound = ({ collectId = "" }: SceneItem, word: string): boolean =>
    collectId.toLowerCase().startsWith(word.toLowerCase());
  const apart = items.filter((item) => !beginnings.some((word) => isFound(item, word)));
  return [...listCollects(items), ...apart.map(({ granuleId, date }) => ({ id: granuleId, date }))];
}

/** Returns the collects whose ids begin with one of the words. */
export async function findCollects(
  context: AppContext,
  words: readonly string[],
  options: PayingFor = {},
): Promise<Candidate[]> {
  const items = await searchBeginnings(context, words.filter(isLikelyId), options);
  return listCollects(items.flatMap((item) => toSceneItem(item) ?? []));
}

/** Item ids have at least this many characters; the beginning of a scene's id is shorter. */
const MIN_ITEM_ID = 16;

/**
 * Returns the words with collects in place of items: `ID_OF_ITEM`, `COLLECTION/ID_OF_ITEM`. The products of a scene
 * (`1a2b3c4d:GEO`) stand for its collect as well. Other words stay unchanged.
 */
export async function findCollectsOfItems(
  context: AppContext,
  words: readonly string[],
  options: PayingFor = {},
): Promise<string[]> {
  const bare = words.map((word) => {
    const { id } = splitProducts(word);
    return isLikelyId(id) ? id : (parseArchiveItem(word)?.granuleId ?? word);
  });
  if (context.service.isDryRun) return [...words];
  const items = bare.filter((id) => id.length >= MIN_ITEM_ID && !isLikelyId(id));
  if (items.length === 0) return bare;
  const found = await findItemsInFull(context, items, options);
  return bare.map((id, at) => {
    const collects = new Set(found.flatMap((item) => (item.granuleId === id ? (item.collectId ?? []) : [])));
    const [collect, ...others] = collects;
    if (collect === undefined || others.length > 0) return id;
    context.events.note(`${words[at]} is an item of collect ${collect}`);
    return collect;
  });
}

const listCollects = (items: readonly SceneItem[]): Candidate[] =>
  items.flatMap(({ collectId, date }) => (collectId === undefined ? [] : [{ id: collectId, date }]));

/** Items per page; usually one page has all products of a scene, and shows whether there are several scenes. */
const PAGE = 100;

/** Maximum number of items per scene. */
const MAX_READ = 2000;

/**
 * Returns the items of collects whose ids begin with one of the words: all of them, or those of more scenes than an
 * error lists. Sends one request per word, and one for each further page. The catalog compares the ids of collects as
 * texts, but accepts the ids of items only in full. Errors: RESPONSE_UNRECOGNISED when not all could be read.
 */
// Spec silent: whether `lt` and `gte` compare strings. We offer short ids only where the service compares them.
function searchBeginnings(
  context: AppContext,
  words: readonly string[],
  options: Looking = {},
): Promise<StacItem[]> {
  return searchByPrefix(
    context,
    (prefix) => searchWithPrefix(context, words, { ...options, prefix }),
    (found) => words.length > 0 && found.length === 0,
  );
}

async function searchWithPrefix(
  { service, settings }: AppContext,
  words: readonly string[],
  { isPurchase = false, collection, prefix }: Looking & { prefix: string },
): Promise<StacItem[]> {
  const name = toWireName("vendor:collect_id", prefix);
  const begins = [...new Set(words.map((word) => word.toLowerCase()))];
  if (begins.length === 0) return [];
  const client = await service.connect();
  const found = await pLimit(settings.concurrency.value).map(begins, async (begin) => {
    // Hexadecimal digits and the dash sort before "z" by code unit and by language.
    const query = { [name]: { gte: begin, lt: `${begin}z` } };
    const body = { query, ...(collection !== undefined && { collections: [collection] }) };
    const items: StacItem[] = [];
    const collects = new Set<string>();
    let gap: string | undefined;
    try {
      for await (const page of fetchSearchPages({ client, body, limit: MAX_READ, pageSize: PAGE })) {
        for (const item of page.items) {
          const collect = findCollectId(item);
          if (collect?.toLowerCase().startsWith(begin) !== true) throw makeNotComparedError(begin);
          items.push(item);
          collects.add(collect);
        }
        gap = page.note ?? (page.hasMore && items.length >= MAX_READ ? "there are too many" : undefined);
        if (collects.size > MAX_LISTED) break;
      }
    } catch (error) {
      if (isPurchase && error instanceof AppError) throw toLookupError([begin], error);
      if (error instanceof AppError && error.code === "SERVICE_REJECTED") return [];
      throw error;
    }
    if (gap === undefined || collects.size > 1) return items;
    const hidden = new AppError(
      "service",
      "RESPONSE_UNRECOGNISED",
      `not all scenes whose ids begin with ${JSON.stringify(begin)} could be read: ${gap}`,
      { next: "Give the full id" },
    );
    throw isPurchase ? toLookupError([begin], hidden) : hidden;
  });
  return found.flat();
}

const makeNotComparedError = (begin: string): AppError =>
  new AppError(
    "service",
    "SERVICE_REJECTED",
    `the service returned other scenes than those whose ids begin with ${JSON.stringify(begin)}`,
  );

/** Ids in one request: usually one page has the items of all of them, though several collections may use an id. */
const IDS_AT_ONCE = 50;

/**
 * Returns the items with one of these ids; none for a refused search. Errors: for a purchase, those of the service:
 * without an answer a word might be the beginning of another id.
 */
// Spec silent: how a search for an unknown id answers. We accept an empty list or an error.
export async function findItemsInFull(
  { service }: AppContext,
  ids: readonly string[],
  { isPurchase = false, collection }: Looking = {},
): Promise<SceneItem[]> {
  const found: SceneItem[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const part = ids.slice(at, at + IDS_AT_ONCE);
    const body = { ids: part, ...(collection !== undefined && { collections: [collection] }) };
    try {
      const client = await service.connect();
      for await (const { items } of fetchSearchPages({ client, body, limit: MAX_READ })) {
        const asked = items.filter(({ id }) => id !== undefined && part.includes(id));
        found.push(...asked.flatMap((item) => toSceneItem(item) ?? []));
        // If the service ignores the ids, its further pages are the rest of the archive.
        if (asked.length < items.length) break;
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (isPurchase) throw toLookupError(ids, error);
      if (error.code !== "SERVICE_REJECTED" && error.code !== "NOT_FOUND") throw error;
    }
  }
  return found;
}
