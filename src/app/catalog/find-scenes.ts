/** Finds the scenes (collects) that the beginnings of ids stand for: among items known here, else in the catalog. */
import pLimit from "p-limit";
import type { ArchiveItem } from "../../contract/order-item.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { toWireName } from "../../contract/vendor-prefix.ts";
import { collectOf } from "../../domain/catalog/scene.ts";
import { isAsTyped, looksLikeId, meantBy } from "../../domain/short-ids.ts";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { fullIds, notLookedUp, type Candidate, type PayingFor } from "../short-ids.ts";

type Finding = Pick<AppContext, "service" | "dialect" | "events" | "settings">;

export interface SceneItem extends ArchiveItem {
  productType?: string;
  collectId?: string;
  /** Of the collect. */
  date?: string;
}

/** What an order needs of an item; undefined for one that cannot be ordered. */
export function sceneItem(item: StacItem): SceneItem | undefined {
  const { id, collection, properties = {} } = item;
  if (id === undefined || collection === undefined) return undefined;
  const { datetime, "sar:product_type": productType } = properties;
  const collectId = collectOf(item);
  return {
    collectionId: collection,
    granuleId: id,
    ...(typeof productType === "string" && { productType }),
    ...(collectId !== undefined && { collectId }),
    ...(typeof datetime === "string" && { date: datetime }),
  };
}

/**
 * The items that each word stands for: the beginning of a collect's id for all items of the collect, and among `known`
 * items the beginning of an item's id. A word that nothing is found for is missing. Errors: those of `fullIds`.
 */
export async function itemsNamed(
  context: Finding,
  words: readonly string[],
  { known = [], onlyInFull = false }: { known?: readonly SceneItem[]; onlyInFull?: boolean } = {},
): Promise<Map<string, readonly SceneItem[]>> {
  // Its callers note the items, which say more than the id of a scene.
  const quietly = { ...context, events: { ...context.events, note: () => {} } };
  const items = [...known];
  const search = async (short: readonly string[]): Promise<void> => {
    const unknown = short.filter((word) => meantBy(word, collectsOf(known)).length === 0);
    items.push(...(await itemsBeginning(context, unknown)).flatMap((item) => sceneItem(item) ?? []));
  };
  const collects = words.filter(looksLikeId);
  const collectIds = await fullIds(
    quietly,
    "scene",
    collects,
    async (short) => {
      await search(short);
      return collectsOf(items);
    },
    { onlyInFull },
  );
  const others = words.filter((word) => !looksLikeId(word));
  const byId = known.map(({ granuleId, date }) => ({ id: granuleId, date }));
  const itemIds = await fullIds(quietly, "item", others, async () => byId, { onlyInFull });
  const whole = collectIds.filter((id) => isAsTyped(id) && !items.some(({ collectId }) => collectId === id));
  if (!context.service.isDryRun) await search(whole);
  const named = new Map<string, readonly SceneItem[]>();
  const keep = (word: string, isMeant: (item: SceneItem) => boolean): void => {
    const meant = items.filter(isMeant);
    if (meant.length > 0) named.set(word, meant);
  };
  collects.forEach((word, at) => keep(word, ({ collectId }) => collectId === collectIds[at]));
  others.forEach((word, at) => keep(word, ({ granuleId }) => granuleId === itemIds[at]));
  return named;
}

/** The full ids of collects that are given by their beginning. Errors: those of `fullIds`. */
export const fullCollectIds = (
  context: Finding,
  words: readonly string[],
  options: PayingFor = {},
): Promise<string[]> =>
  fullIds(
    context,
    "scene",
    words,
    async (short) => {
      const items = await itemsBeginning(context, short.filter(looksLikeId), options);
      return collectsOf(items.flatMap((item) => sceneItem(item) ?? []));
    },
    options,
  );

const collectsOf = (items: readonly SceneItem[]): Candidate[] =>
  items.flatMap(({ collectId, date }) => (collectId === undefined ? [] : [{ id: collectId, date }]));

/** Products of several scenes: enough to see that there are several. */
const MOST_FOUND = 100;

/**
 * The items of collects whose ids begin with one of the words, by one request a word. The catalog compares the ids of
 * collects as texts; the ids of items it takes only in full.
 */
// Spec silent: whether lt and gte compare texts. A service that refuses them for texts has no short ids.
async function itemsBeginning(
  { service, dialect, settings }: Finding,
  words: readonly string[],
  { isPurchase = false }: PayingFor = {},
): Promise<StacItem[]> {
  const name = toWireName("vendor:collect_id", dialect.vendorPrefix);
  const begins = [...new Set(words.map((word) => word.toLowerCase()))];
  const pages = await pLimit(settings.concurrency.value).map(begins, async (begin) => {
    // Hexadecimal digits and the dash come before "z" by code unit and in the order of a language.
    const query = { [name]: { gte: begin, lt: `${begin}z` } };
    try {
      const { items } = await service.client.searchCatalog({ body: { query, limit: MOST_FOUND } });
      return items.filter((item) => collectOf(item)?.toLowerCase().startsWith(begin) === true);
    } catch (error) {
      if (isPurchase && error instanceof AppError) throw notLookedUp([begin], error);
      if (error instanceof AppError && error.code === "SERVICE_REJECTED") return [];
      throw error;
    }
  });
  return pages.flat();
}
