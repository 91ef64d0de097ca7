/** Resolves words to catalog items, which may also be the beginnings of the ids of the latest search on this terminal. */
import type { SceneItem } from "../../app/ids/find-scenes.ts";
import type { Context } from "../context.ts";
import { readLastSearch } from "./last-search.ts";

const readKnown = async (context: Context): Promise<readonly SceneItem[]> =>
  (await readLastSearch(context))?.items ?? [];

/** Returns items to order, each noted in full; undefined for an unknown word. A quiet purchase refuses shortened ids. */
export async function findItemsToOrder(
  context: Context,
  words: readonly string[],
  { isPurchase }: { isPurchase: boolean },
): Promise<(readonly SceneItem[] | undefined)[]> {
  const { findItemsToOrder: find } = await import("../../app/ids/item-words.ts");
  const onlyInFull = isPurchase && context.options.quiet === true;
  return find(context, words, { known: await readKnown(context), isPurchase, onlyInFull });
}

/** Returns ids of items for words, as the function of `app/` does. */
export async function findItemIdsMeant(context: Context, words: readonly string[]): Promise<string[]> {
  const { findItemIdsMeant: find } = await import("../../app/ids/item-words.ts");
  return find(context, words, { known: await readKnown(context) });
}

/** Returns the ids of all items of each word, as the function of `app/` does. */
export async function findAllItemIds(context: Context, words: readonly string[]): Promise<string[]> {
  const { findAllItemIds: find } = await import("../../app/ids/item-words.ts");
  return find(context, words, { known: await readKnown(context) });
}
