/**
 * The words that stand for catalog items: numbers of rows of the last search (`3`, `3:GEO`), beginnings of the ids of
 * scenes and of items (`1a2b3c4d`, `1a2b3c4d:GEO`), and whole ids of items. What they stand for is noted in full.
 */
import type { SceneItem } from "../../app/short-ids/find-scenes.ts";
import { FEWEST_CHARACTERS, isAsTyped, isIdOrBegin, withProducts } from "../../domain/short-ids.ts";
import { archiveItemOf } from "../../domain/orders/order-items.ts";
import { advice, swath } from "../../hint.ts";
import type { Context } from "../context.ts";
import {
  fullItemId,
  isRowNumber,
  itemsOfRows,
  itemsShown,
  oneOfSeveral,
  productsOf,
  refused,
} from "./row-numbers.ts";

/** Whether a word looks like the id of a scene, or its beginning. */
export const looksLikeScene = (word: string): boolean => isIdOrBegin(withProducts(word).id);

/** This many hexadecimal digits are copied, not typed; fewer are the beginning of a scene's id. */
const WHOLE_LENGTH = 16;

/** Whether a word without a collection may be the whole id of an item, which the catalog is then asked for. */
export const mayBeItem = (word: string): boolean =>
  word.length >= FEWEST_CHARACTERS &&
  !(looksLikeScene(word) && withProducts(word).id.length < WHOLE_LENGTH) &&
  archiveItemOf(word) === undefined &&
  !word.split(",").every((part) => part === "" || isRowNumber(part));

/**
 * The items of each word; undefined for one that nothing is known of. A purchase takes no shortened id under --quiet,
 * and no scene of several products whole. Errors: USAGE, ID_AMBIGUOUS.
 */
async function itemsMeant(
  context: Context,
  words: readonly string[],
  { isPurchase = false, hasWholeIds = false }: { isPurchase?: boolean; hasWholeIds?: boolean } = {},
): Promise<(readonly SceneItem[] | undefined)[]> {
  const numbers = words.filter(isRowNumber);
  const rows = await itemsOfRows(context, numbers);
  const ids = words.filter((word) => !isRowNumber(word));
  const found = await itemsOfIds(context, ids, { isPurchase });
  if (hasWholeIds && !context.service.isDryRun)
    await addWholeIds(
      context,
      ids.filter((word) => !found.has(word) && mayBeItem(word)),
      found,
    );
  const meant = words.map((word) => (isRowNumber(word) ? rows[numbers.indexOf(word)] : found.get(word)));
  if (isPurchase) meant.forEach((items = [], at) => requireOneProduct(words[at]!, items));
  return meant;
}

/** A word for an item that may be short: an id alone, or with its collection before it. */
interface ShortWord {
  word: string;
  collection?: string | undefined;
  id: string;
  types?: string | undefined;
}

async function itemsOfIds(
  context: Context,
  words: readonly string[],
  { isPurchase }: { isPurchase: boolean },
): Promise<Map<string, readonly SceneItem[]>> {
  const known = words.length === 0 ? [] : await itemsShown(context);
  const short = words.flatMap((word) => shortWord(word, known) ?? []);
  if (short.length === 0) return new Map();
  const { itemsNamed } = await import("../../app/short-ids/find-scenes.ts");
  const onlyInFull = isPurchase && context.options.quiet === true;
  const meant = new Map<string, readonly SceneItem[]>();
  for (const collection of new Set(short.map((one) => one.collection))) {
    const here = short.filter((one) => one.collection === collection);
    const ids = [...new Set(here.map(({ id }) => id))];
    const named = await itemsNamed(context, ids, { known, onlyInFull, isPurchase, collection });
    for (const { word, id, types } of here) {
      const items = named.get(id);
      if (items === undefined) continue;
      const typed = types === undefined ? word : word.slice(0, -types.length - 1);
      const title = `scene ${id}`;
      meant.set(word, types === undefined ? items : productsOf(items, types, { title, word: typed }));
    }
  }
  return meant;
}

/** Adds what the catalog has of these ids, which no row on the screen shows, with or without products behind them. */
async function addWholeIds(
  context: Context,
  words: readonly string[],
  found: Map<string, readonly SceneItem[]>,
): Promise<void> {
  if (words.length === 0) return;
  const { itemsInFull } = await import("../../app/short-ids/find-scenes.ts");
  const ids = words.flatMap((word) => [word, withProducts(word).id]);
  const items = await itemsInFull(context, [...new Set(ids)]);
  const having = (id: string): SceneItem[] => items.filter(({ granuleId }) => granuleId === id);
  for (const word of words) {
    const { id, types } = withProducts(word);
    const [whole, part] = [having(word), having(id)];
    if (whole.length > 0) found.set(word, whole);
    else if (part.length > 0)
      found.set(word, productsOf(part, types ?? "", { title: `item ${id}`, word: id }));
  }
}

/** Undefined for a word that is an id in full as far as is known. */
function shortWord(word: string, known: readonly SceneItem[]): ShortWord | undefined {
  const item = archiveItemOf(word);
  const [collection, text] = item === undefined ? [undefined, word] : [item.collectionId, item.granuleId];
  const begun = (id: string): readonly SceneItem[] =>
    known.filter(
      ({ collectionId, granuleId }) =>
        (collection === undefined || collectionId === collection) &&
        granuleId.toLowerCase().startsWith(id.toLowerCase()),
    );
  // With its collection an id is taken in full wherever it may be that.
  const isInFull = (id: string, types?: string): boolean =>
    collection !== undefined &&
    (begun(id).some(({ granuleId }) => granuleId === id) || (types === undefined && isAsTyped(id)));
  // A colon may belong to an id: products follow it only where the part before it is the beginning of one.
  const parts: { id: string; types?: string }[] = [{ id: text }, withProducts(text)];
  const meant = parts.find(
    ({ id, types }) => !isInFull(id, types) && (isIdOrBegin(id) || begun(id).length > 0),
  );
  return meant && { word, collection, types: undefined, ...meant };
}

function requireOneProduct(word: string, items: readonly SceneItem[]): void {
  if (items.length < 2 || withProducts(word).types !== undefined) return;
  const types = items.map(({ productType }) => productType ?? "");
  if (new Set(types).size < types.length) throw oneOfSeveral(word, word, items);
  const one = `${word}:${types[0]}`;
  throw refused(
    `${isRowNumber(word) ? "row" : "scene"} ${word} has ${items.length} products: ${types.join(", ")}`,
    advice`Name those to order, such as ${one} or ${word}:${types.join(",")}`,
  );
}

/** Items to order, each noted in full; undefined for a word that nothing is known of. */
export async function orderItemsMeant(
  context: Context,
  words: readonly string[],
  options: { isPurchase: boolean },
): Promise<(readonly SceneItem[] | undefined)[]> {
  const meant = await itemsMeant(context, words, { ...options, hasWholeIds: true });
  meant.forEach((items = [], at) => {
    const word = words[at]!;
    const ids = items.map(fullItemId);
    for (const id of ids) context.notes.note(`${word} is ${id}`);
  });
  noteWholeScenes(context, words, meant);
  return meant;
}

/** Returns one line: the words that mean several products, and how to name one of them. */
function noteWholeScenes(
  { notes }: Pick<Context, "notes">,
  words: readonly string[],
  meant: readonly (readonly SceneItem[] | undefined)[],
): void {
  const counts = new Map<string, number>();
  words.forEach((word, at) => {
    const items = meant[at] ?? [];
    if (items.length > 1 && withProducts(word).types === undefined) counts.set(word, items.length);
  });
  const [[first, count] = ["", 0], ...others] = counts;
  const alone = oneAlone(first, meant[words.indexOf(first)] ?? []);
  if (alone === undefined) return;
  if (others.length === 0) return notes.note(`${first} stands for all its ${count} products: ${alone}`);
  const rest = others.map(([word, number]) => `${word} for ${number}`).join(", ");
  const total = new Set(meant.flatMap((items = []) => items.map(fullItemId))).size;
  notes.note(`${first} stands for ${count} products, ${rest}: ${total} products in all (${alone})`);
}

/** How one of several products is named: by its type where no other has that, else in full. */
function oneAlone(word: string, items: readonly SceneItem[]): string | undefined {
  const isOnly = ({ productType }: SceneItem): boolean =>
    items.filter((item) => item.productType?.toUpperCase() === productType?.toUpperCase()).length === 1;
  const only = items.find((item) => item.productType !== undefined && isOnly(item));
  if (only !== undefined) return `${word}:${only.productType} is ${only.productType} alone`;
  return items[0] && `${fullItemId(items[0])} is one of them alone`;
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
    return item.granuleId;
  });
}

/** Products with the picture of a map come first. */
const PICTURED = ["GEO", "GEC"];

/** The message for a word that is not known. */
export const SHORT_IDS = advice`Short ids stand in the column SCENE: ${swath`catalog search`}`;
