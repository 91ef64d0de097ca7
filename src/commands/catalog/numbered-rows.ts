/** Numbers the rows of a search, and keeps their items once all rows are read. */
import type { FoundItem } from "../../app/catalog/found-items.ts";
import type { Context } from "../../cli/context.ts";
import { keepRows, MOST_NUMBERED, type ShownItem } from "../../cli/ids/last-search.ts";
import { pictureAsset } from "../../app/catalog/item-pictures.ts";
import { sceneItem } from "../../app/ids/find-scenes.ts";
import { collectOf } from "../../domain/catalog/scene.ts";
import { swath, typed, advice } from "../../hint.ts";
import { countText, groupedText } from "../../counted.ts";
import { shareText } from "../../render/quantity-text.ts";

export interface NumberedSearch {
  areScenes: boolean;
  mayBeRefused: boolean;
  /** The place of the search, such as `at Lisbon (PT)`. */
  where: string | undefined;
  /** Returns a file name for the map page of these rows; undefined if the run makes one. */
  pageFile: (() => Promise<string>) | undefined;
}

function shownItem({ item, cover }: FoundItem): ShownItem | undefined {
  const shown = sceneItem(item);
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
  { areScenes, mayBeRefused, where, pageFile }: NumberedSearch,
): AsyncGenerator<readonly FoundItem[]> {
  const rows = new Map<unknown, { number: number; items: FoundItem[] }>();
  let isKept = mayBeRefused;
  const keep = async (): Promise<void> => {
    if (rows.size === 0) return;
    isKept = await keepRows(
      context,
      Array.from(rows.values(), ({ items }) => items.flatMap((found) => shownItem(found) ?? [])),
      where,
    );
    if (isKept) await hintAtNext(context, [...rows.values()], pageFile);
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
          return isKept && row.number <= MOST_NUMBERED ? row.number : undefined;
        },
      };
    });
  }
  if (!mayBeRefused) await keep();
}

/** Suggests the next steps: the map, a picture, the purchase. */
async function hintAtNext(
  { notes }: Context,
  rows: readonly { items: readonly FoundItem[] }[],
  pageFile: NumberedSearch["pageFile"],
): Promise<void> {
  if (rows.length > MOST_NUMBERED)
    notes.note(
      `the first ${groupedText(MOST_NUMBERED)} of ${countText(rows.length, "row")} have numbers for the next command`,
    );
  const [first] = rows;
  if (first?.items.some(({ item }) => sceneItem(item)) !== true) return;
  if (pageFile !== undefined)
    notes.hint(
      advice`See them on a map page with pictures: add ${typed("--map", await pageFile(), "--thumbnails", "--open")}`,
    );
  if (first.items.some(({ item }) => pictureAsset(item) !== undefined))
    notes.hint(advice`See the picture of row 1: ${swath`catalog preview 1`}`);
  notes.hint(advice`Tick scenes, see their price and buy: ${swath`order place`}`);
}
