/**
 * The words that stand for catalog items: numbers of rows of the last search (`3`, `3:GEO`), and beginnings of the ids
 * of scenes and of items (`1a2b3c4d`, `1a2b3c4d:GEO`). What they stand for is noted in full.
 */
import type { SceneItem } from "../../app/catalog/find-scenes.ts";
import { isIdOrBegin, withProducts } from "../../domain/short-ids.ts";
import { advice, swath } from "../../hint.ts";
import type { Context } from "../context.ts";
import { isRowNumber, itemsOfRows, itemsShown, productsOf, refused } from "./row-numbers.ts";

/** Whether a word looks like the id of a scene, or its beginning. */
export const looksLikeScene = (word: string): boolean => isIdOrBegin(withProducts(word).id);

/**
 * The items of each word; undefined for one that nothing is known of. A purchase takes no shortened id under --quiet,
 * and no scene of several products whole. Errors: USAGE, ID_AMBIGUOUS.
 */
export async function itemsMeant(
  context: Context,
  words: readonly string[],
  { isPurchase = false }: { isPurchase?: boolean } = {},
): Promise<(readonly SceneItem[] | undefined)[]> {
  const numbers = words.filter(isRowNumber);
  const rows = await itemsOfRows(context, numbers);
  const ids = words.filter((word) => !isRowNumber(word));
  const found = await itemsOfIds(context, ids, { isPurchase });
  const meant = words.map((word) => (isRowNumber(word) ? rows[numbers.indexOf(word)] : found.get(word)));
  if (isPurchase) meant.forEach((items = [], at) => requireOneProduct(words[at]!, items));
  return meant;
}

async function itemsOfIds(
  context: Context,
  words: readonly string[],
  { isPurchase }: { isPurchase: boolean },
): Promise<Map<string, readonly SceneItem[]>> {
  const known = words.length === 0 ? [] : await itemsShown(context);
  const isKnown = (id: string): boolean =>
    known.some(({ granuleId }) => granuleId.toLowerCase().startsWith(id.toLowerCase()));
  const short = words.flatMap((word) => {
    // A colon may belong to an id: products follow it only where the part before it is the beginning of one.
    const parts = [{ id: word }, withProducts(word)] as const;
    const meant = parts.find(({ id }) => isIdOrBegin(id) || isKnown(id));
    return meant === undefined ? [] : [{ word, types: undefined, ...meant }];
  });
  if (short.length === 0) return new Map();
  const { itemsNamed } = await import("../../app/catalog/find-scenes.ts");
  const ids = [...new Set(short.map(({ id }) => id))];
  const onlyInFull = isPurchase && context.options.quiet === true;
  const named = await itemsNamed(context, ids, { known, onlyInFull });
  return new Map(
    short.flatMap(({ word, id, types }): [string, readonly SceneItem[]][] => {
      const items = named.get(id);
      if (items === undefined) return [];
      const title = `scene ${id}`;
      return [[word, types === undefined ? items : productsOf(items, types, { title, word: id })]];
    }),
  );
}

function requireOneProduct(word: string, items: readonly SceneItem[]): void {
  if (items.length < 2 || withProducts(word).types !== undefined) return;
  const types = items.map(({ productType }) => productType ?? "");
  throw refused(
    `${isRowNumber(word) ? "row" : "scene"} ${word} has ${items.length} products: ${types.join(", ")}`,
    `Name those to order, such as ${word}:${types[0]} or ${word}:${types.join(",")}`,
  );
}

/** Items to order, each noted in full; undefined for a word that nothing is known of. */
export async function orderItemsMeant(
  context: Context,
  words: readonly string[],
  options: { isPurchase: boolean },
): Promise<(readonly SceneItem[] | undefined)[]> {
  const meant = await itemsMeant(context, words, options);
  meant.forEach((items = [], at) => {
    const word = words[at]!;
    const full = items.map(({ collectionId, granuleId }) => `${collectionId}/${granuleId}`);
    for (const id of full) context.notes.note(`${word} is ${id}`);
    if (full.length === 1) context.world.ids?.meant(word, full[0]!);
  });
  const whole = words.find(
    (word, at) => (meant[at]?.length ?? 0) > 1 && withProducts(word).types === undefined,
  );
  const types = meant[words.indexOf(whole ?? "")]?.map(({ productType }) => productType) ?? [];
  if (whole !== undefined && types[0] !== undefined)
    context.notes.note(
      `${whole} stands for all its ${types.length} products: ${whole}:${types[0]} is ${types[0]} alone`,
    );
  return meant;
}

/**
 * Ids of items, where a word may also be a number of a row or the beginning of an id: of several products the one that
 * shows most on a picture. What nothing is known of stays as it is.
 */
export async function itemIdsMeant(context: Context, words: readonly string[]): Promise<string[]> {
  const meant = await itemsMeant(context, words);
  return words.map((word, at) => {
    const items = meant[at] ?? [];
    const pictured = PICTURED.flatMap((type) => items.filter(({ productType }) => productType === type));
    const [item = items[0]] = pictured;
    if (item === undefined || item.granuleId === word) return word;
    context.notes.note(`${word} is ${item.collectionId}/${item.granuleId}`);
    context.world.ids?.meant(word, item.granuleId);
    return item.granuleId;
  });
}

/** Products with the picture of a map come first. */
const PICTURED = ["GEO", "GEC"];

/** What to say where nothing is known of a word. */
export const SHORT_IDS = advice`Short ids stand in the column SCENE: ${swath`catalog search`}`;
