/** Numbers the rows of a search, and keeps their items once all rows are read. */
import type { FoundItem } from "../../app/catalog/found-items.ts";
import type { Context } from "../../cli/context.ts";
import { keepRows, MAX_NUMBERED, UNKNOWN_COLLECTION, type ShownItem } from "../../cli/ids/last-search.ts";
import { sceneItem } from "../../app/ids/find-scenes.ts";
import { collectOf, commonProduct, productTypes } from "../../domain/catalog/scene.ts";
import { moneyText, totalPrice } from "../../domain/price/money.ts";
import { swath, advice } from "../../hint.ts";
import { countText, groupedText } from "../../counted.ts";
import { shareText } from "../../render/quantity-text.ts";

export interface NumberedSearch {
  areScenes: boolean;
  mayBeRefused: boolean;
  /** The place of the search, such as `at Lisbon (PT)`. */
  where?: string | undefined;
  /** How the rows are probably bought: by a choice, all of them, or, from export files, by their numbers. */
  purchase: "chosen" | "all" | "offline";
}

/** Returns the item as kept with its row; undefined for an item that cannot be ordered. */
export function shownItem({ item, cover }: FoundItem, isOffline: boolean): ShownItem | undefined {
  const shown = sceneItem(isOffline ? { collection: UNKNOWN_COLLECTION, ...item } : item);
  return shown && { ...shown, ...(cover && { covers: shareText(cover) }) };
}

/**
 * Yields rows that get numbers after the last one is read, because all rows are read before they are shown. They get
 * none if the numbers could not be stored. `mayBeRefused`: the rows may still be refused, which leaves the earlier
 * numbers; they are stored once they are shown, and label shapes on a map in any case.
 */
export async function* numberedRows(
  context: Context,
  pages: AsyncIterable<readonly FoundItem[]>,
  search: NumberedSearch,
): AsyncGenerator<readonly FoundItem[]> {
  const { areScenes, mayBeRefused, where } = search;
  const isOffline = search.purchase === "offline";
  const rows = new Map<unknown, { number: number; items: FoundItem[] }>();
  let isKept = mayBeRefused;
  const keep = async (): Promise<void> => {
    if (rows.size === 0) return;
    const found = Array.from(rows.values(), ({ items }) => items);
    const shown = found.map((items) => items.flatMap((each) => shownItem(each, isOffline) ?? []));
    isKept = await keepRows(context, shown, { where, isOffline });
    if (isKept) hintAtPurchase(context, found, search);
  };
  if (mayBeRefused) context.outcome.beforeShown.push(keep);
  for await (const page of pages) {
    yield page.map((found) => {
      const key = (areScenes ? collectOf(found.item) : undefined) ?? found.item;
      const row = rows.get(key) ?? { number: rows.size + 1, items: [] };
      rows.set(key, row);
      row.items.push(found);
      return {
        ...found,
        get number() {
          return isKept && row.number <= MAX_NUMBERED ? row.number : undefined;
        },
      };
    });
  }
  if (!mayBeRefused) await keep();
}

/** Suggests the purchase, if row 1 can be ordered. */
function hintAtPurchase(
  { notes, dialect }: Context,
  rows: readonly (readonly FoundItem[])[],
  { purchase }: NumberedSearch,
): void {
  if (rows.length > MAX_NUMBERED)
    notes.note(
      `the first ${groupedText(MAX_NUMBERED)} of ${countText(rows.length, "row")} have numbers for the next command`,
    );
  const [first = []] = rows;
  if (!first.some((found) => shownItem(found, purchase === "offline"))) return;
  const bought = purchase === "all" ? rows.slice(0, MAX_NUMBERED) : [first];
  const type = commonProduct(bought.map((row) => row.map(({ item }) => item)));
  if (purchase === "chosen" || type === undefined) {
    notes.hint(advice`Tick scenes, see their price and buy: ${swath`order place`}`);
    return;
  }
  const isOnly = bought.every(({ length }) => length === 1);
  const numbers = `${bought.length === 1 ? "1" : `1-${bought.length}`}${isOnly ? "" : `:${type}`}`;
  const items = bought.flatMap((row) => row.filter(({ item }) => productTypes([item]).includes(type)));
  const total = totalPrice(
    items.map(({ price }) => price?.text),
    dialect["currency.$"],
  );
  const what = purchase === "all" ? `these ${countText(bought.length, "row")}` : "row 1";
  notes.hint(
    advice`Order ${what}${total === undefined ? "" : ` for ${moneyText(total)}`}: ${swath`order place ${numbers}`}`,
  );
}
