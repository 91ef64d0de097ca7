/** The items of an order that a word of `--item` selects. */
import type { StacItem } from "../../contract/read-items.ts";
import { findCollectId } from "../../domain/catalog/scene.ts";
import { parseArchiveItem } from "../../domain/orders/order-items.ts";
import { canBeginId, splitProducts } from "../../domain/short-ids.ts";
import { AppError } from "../../errors.ts";

/**
 * Returns the items of a word: an id, `<collection>/<id>`, the beginning of an id, or the beginning of a scene's id with or
 * without products (`1a2b3c4d:GEO`). Errors: ID_AMBIGUOUS if a beginning is that of several items or scenes.
 */
export function chooseItems(word: string, items: readonly StacItem[]): StacItem[] {
  const named = parseArchiveItem(word);
  const whole = items.filter(
    ({ id, collection }) =>
      id === word || (named !== undefined && id === named.granuleId && collection === named.collectionId),
  );
  if (whole.length > 0) return whole;
  const { id: typed, types } = splitProducts(word);
  if (!canBeginId(typed)) return [];
  const begins = (id: string | undefined): boolean =>
    id?.toLowerCase().startsWith(typed.toLowerCase()) === true;
  const byScene = items.filter((item) => begins(findCollectId(item)));
  const found = byScene.length > 0 ? byScene : items.filter(({ id }) => begins(id));
  const names = new Set(found.map((item) => (byScene.length > 0 ? findCollectId(item) : item.id)));
  if (names.size > 1)
    throw new AppError("usage", "ID_AMBIGUOUS", `${names.size} items begin with ${word}`, {
      next: "Give the full id",
    });
  if (types === undefined) return found;
  const wanted = new Set(types.toUpperCase().split(","));
  return found.filter(({ properties }) => wanted.has(String(properties?.["sar:product_type"]).toUpperCase()));
}

/** Returns the ids of the chosen items. A word without an item stays, for the error that lists the known ones. */
export const toItemIds = (words: readonly string[], items: readonly StacItem[]): string[] =>
  words.flatMap((word) => {
    const found = chooseItems(word, items).flatMap(({ id }) => id ?? []);
    return found.length > 0 ? found : [word];
  });
