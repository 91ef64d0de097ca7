/**
 * Resolves words to catalog items: the beginning of the id of a scene or of an item, with or without its products
 * (`1a2b3c4d`, `1a2b3c4d:GEO`), and full ids of items. The full ids are noted.
 */
import { findItemsInFull, findNamedItems, type SceneItem } from "./find-scenes.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { MIN_CHARACTERS, isAsTyped, isLikelyId, splitProducts } from "../../domain/short-ids.ts";
import { parseArchiveItem } from "../../domain/orders/order-items.ts";
import { AppError, inputError } from "../../errors.ts";
import type { AppContext } from "../context.ts";

const makeUsage = (message: string, next: string): AppError =>
  new AppError("usage", "USAGE", message, { next });

export interface WordOptions {
  /** Items that the person has on the screen: the beginning of an item's id is known among these only. */
  known?: readonly SceneItem[];
  /** Scenes with several products are refused. */
  isPurchase?: boolean;
  /** Refuses a shortened id of a purchase. */
  onlyInFull?: boolean;
}

/** Returns whether a word looks like the id of a scene, or its beginning. */
export const looksLikeScene = (word: string): boolean => isLikelyId(splitProducts(word).id);

/** Words with this many hexadecimal digits are copied full ids; shorter ones are the beginning of a scene's id. */
const WHOLE_LENGTH = 16;

/** Returns whether a word without a collection may be the full id of an item, so that the catalog is asked. */
export const mayBeItem = (word: string): boolean =>
  splitProducts(word).id.length >= MIN_CHARACTERS &&
  !(looksLikeScene(word) && splitProducts(word).id.length < WHOLE_LENGTH) &&
  parseArchiveItem(word) === undefined;

/**
 * Returns the items of each word; undefined for an unknown word. A purchase refuses shortened ids under --quiet, and
 * scenes with several products. Errors: USAGE, ID_AMBIGUOUS.
 */
export async function findItemsMeant(
  context: AppContext,
  words: readonly string[],
  {
    hasWholeIds = false,
    hasCollections = false,
    ...options
  }: WordOptions & { hasWholeIds?: boolean; hasCollections?: boolean } = {},
): Promise<(readonly SceneItem[] | undefined)[]> {
  const found = await findItemsOfIds(context, words, options);
  if (hasCollections && !context.service.isDryRun)
    await addCollectionItems(
      context,
      words.filter((word) => !found.has(word)),
      found,
    );
  if (hasWholeIds && !context.service.isDryRun)
    await addWholeIds(
      context,
      words.filter((word) => !found.has(word) && mayBeItem(word)),
      found,
    );
  if (options.isPurchase === true) for (const word of words) requireOneProduct(word, found.get(word) ?? []);
  return words.map((word) => found.get(word));
}

/** A word for an item that may be short: an id alone, or after its collection. */
interface ShortWord {
  word: string;
  collection?: string | undefined;
  id: string;
  types?: string | undefined;
}

async function findItemsOfIds(
  context: AppContext,
  words: readonly string[],
  { known = [], isPurchase = false, onlyInFull = false }: WordOptions,
): Promise<Map<string, readonly SceneItem[]>> {
  const short = words.flatMap((word) => readShortWord(word, known) ?? []);
  if (short.length === 0) return new Map();
  const meant = new Map<string, readonly SceneItem[]>();
  for (const collection of new Set(short.map((one) => one.collection))) {
    const here = short.filter((one) => one.collection === collection);
    const ids = [...new Set(here.map(({ id }) => id))];
    const named = await findNamedItems(context, ids, { known, onlyInFull, isPurchase, collection });
    for (const { word, id, types } of here) {
      const items = named.get(id);
      if (items === undefined) continue;
      const typed = types === undefined ? word : word.slice(0, -types.length - 1);
      const title = `scene ${id}`;
      meant.set(word, types === undefined ? items : chooseProducts(items, types, { title, word: typed }));
    }
  }
  return meant;
}

/** Adds the catalog's items with these ids that are in no row on the screen, with or without product suffixes. */
async function addWholeIds(
  context: AppContext,
  words: readonly string[],
  found: Map<string, readonly SceneItem[]>,
): Promise<void> {
  if (words.length === 0) return;
  const ids = words.flatMap((word) => [word, splitProducts(word).id]);
  const items = await findItemsInFull(context, [...new Set(ids)]);
  const having = (id: string): SceneItem[] => items.filter(({ granuleId }) => granuleId === id);
  for (const word of words) {
    const { id, types } = splitProducts(word);
    const [whole, part] = [having(word), having(id)];
    if (whole.length > 0) found.set(word, whole);
    else if (part.length > 0)
      found.set(word, chooseProducts(part, types ?? "", { title: `item ${id}`, word: id }));
  }
}

/** Adds the items of words such as `sar-images/ID`. An id that contains a slash is none of them, and stays unknown. */
async function addCollectionItems(
  context: AppContext,
  words: readonly string[],
  found: Map<string, readonly SceneItem[]>,
): Promise<void> {
  const named = words.filter((word) => parseArchiveItem(word) !== undefined);
  if (named.length === 0) return;
  const ids = named.flatMap((word) => parseArchiveItem(word)?.granuleId ?? []);
  for (const item of await findItemsInFull(context, [...new Set(ids)]))
    if (named.includes(formatItemId(item))) found.set(formatItemId(item), [item]);
}

/** Returns undefined for a word that is a full id as far as is known. */
function readShortWord(word: string, known: readonly SceneItem[]): ShortWord | undefined {
  const item = parseArchiveItem(word);
  const [collection, text] = item === undefined ? [undefined, word] : [item.collectionId, item.granuleId];
  const begun = (id: string): readonly SceneItem[] =>
    known.filter(
      ({ collectionId, granuleId }) =>
        (collection === undefined || collectionId === collection) &&
        granuleId.toLowerCase().startsWith(id.toLowerCase()),
    );
  // After a collection (`sar/ID`), an id is full if a known item has exactly this id, or if its form is that of a full id.
  const isInFull = (id: string, types?: string): boolean =>
    collection !== undefined &&
    (begun(id).some(({ granuleId }) => granuleId === id) || (types === undefined && isAsTyped(id)));
  // A colon may belong to an id: product types follow it only if the part before it is the beginning of an id.
  const parts: { id: string; types?: string }[] = [{ id: text }, splitProducts(text)];
  const meant = parts.find(
    ({ id, types }) => !isInFull(id, types) && (isLikelyId(id) || begun(id).length > 0),
  );
  return meant && { word, collection, types: undefined, ...meant };
}

function requireOneProduct(word: string, items: readonly SceneItem[]): void {
  if (items.length < 2 || splitProducts(word).types !== undefined) return;
  const types = items.map(({ productType }) => productType ?? "");
  if (new Set(types).size < types.length) throw makeAmbiguousItem(word, word, items);
  throw makeUsage(
    `scene ${word} has ${types.length} products: ${types.join(", ")}`,
    `Name those to order, such as ${word}:${chooseExample(types)}`,
  );
}

/** Returns the usual product among these, which comes first in the interface's list: GEO before CPHD. */
const chooseExample = (types: readonly (string | undefined)[]): string | undefined =>
  PRODUCT_TYPES.find((known) => types.includes(known)) ?? types[0];

/** Returns `sar-images/1a2b3c4d-...`: an item in the form that every command accepts. */
const formatItemId = ({ collectionId, granuleId }: SceneItem): string => `${collectionId}/${granuleId}`;

/** Returns the error for several items of one type in a scene, or with one id in several collections. */
const makeAmbiguousItem = (word: string, title: string, items: readonly SceneItem[]): AppError =>
  inputError([
    {
      code: "ID_AMBIGUOUS",
      path: "",
      value: word,
      rule: "one item",
      message: `${title} may be any of ${items.length} items: ${items.map(formatItemId).join("; ")}`,
      next: "Give one of them in full",
    },
  ]);

/** Returns the products of a scene, such as GEO,GEC. Errors: USAGE for a missing product, ID_AMBIGUOUS. */
const chooseProducts = (
  items: readonly SceneItem[],
  types: string,
  { title, word }: { title: string; word: string },
): SceneItem[] =>
  types.split(",").map((type) => {
    const [item, ...others] = items.filter(
      ({ productType }) => productType?.toUpperCase() === type.toUpperCase(),
    );
    if (item !== undefined && others.length > 0)
      throw makeAmbiguousItem(`${word}:${type}`, `product ${type} of ${title}`, [item, ...others]);
    if (item !== undefined) return item;
    const known = [...new Set(items.flatMap(({ productType }) => productType ?? []))];
    throw makeUsage(
      `${title} has no product ${type}; it has ${known.join(", ")}`,
      `For example ${word}:${chooseExample(known)}`,
    );
  });

/** Returns items to order, each noted in full; undefined for an unknown word. */
export async function findItemsToOrder(
  context: AppContext,
  words: readonly string[],
  options: WordOptions,
): Promise<(readonly SceneItem[] | undefined)[]> {
  const meant = await findItemsMeant(context, words, { ...options, hasWholeIds: true });
  meant.forEach((items = [], at) => {
    const word = words[at]!;
    for (const item of items) context.events.note(`${word} is ${formatItemId(item)}`);
    if (items.length > 1 && splitProducts(word).types === undefined)
      context.events.note(`${word} means all its ${items.length} products; ${formatProduct(word, items)}`);
  });
  return meant;
}

/** Names one of several products, by its type if no other product has that type, else by its full id. */
function formatProduct(word: string, items: readonly SceneItem[]): string {
  const types = items.map(({ productType }) => productType?.toUpperCase());
  const type = chooseExample(
    types.filter((each, at) => types.indexOf(each) === at && types.lastIndexOf(each) === at),
  );
  return `${type === undefined ? formatItemId(items[0]!) : `${word}:${type}`} is one of them`;
}

/**
 * Returns ids of items, for words that may also be the beginning of an id. If there are several products, the most useful
 * picture is chosen. Unknown words stay unchanged.
 */
export async function findItemIdsMeant(
  context: AppContext,
  words: readonly string[],
  options: Pick<WordOptions, "known"> = {},
): Promise<string[]> {
  const meant = await findItemsMeant(context, words, { ...options, hasCollections: true });
  return words.map((word, at) => {
    const items = meant[at] ?? [];
    const pictured = PICTURED.flatMap((type) => items.filter(({ productType }) => productType === type));
    const [item = items[0]] = pictured;
    if (item === undefined || item.granuleId === word) return word;
    if (formatItemId(item) !== word) context.events.note(`${word} is ${formatItemId(item)}`);
    return item.granuleId;
  });
}

/** Returns the ids of all items of each word; a word that means no scene or known item stays unchanged. */
export async function findAllItemIds(
  context: AppContext,
  words: readonly string[],
  options: Pick<WordOptions, "known"> = {},
): Promise<string[]> {
  const meant = await findItemsMeant(context, words, { ...options, hasCollections: true });
  const ids = words.flatMap((word, at) => {
    const found = meant[at] ?? [];
    if (found.length === 0) return [word];
    const [first, ...others] = found;
    if (others.length > 0) context.events.note(`${word} is a scene with ${found.length} items`);
    else if (first !== undefined && first.granuleId !== word && formatItemId(first) !== word)
      context.events.note(`${word} is ${formatItemId(first)}`);
    return found.map(({ granuleId }) => granuleId);
  });
  return [...new Set(ids)];
}

/** Products with the picture of a map come first. */
const PICTURED = ["GEO", "GEC"];
