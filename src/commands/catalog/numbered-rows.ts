/** Numbers the rows of a search, and keeps what the numbers stand for once all of them are read. */
import type { FoundItem } from "../../app/catalog/found-items.ts";
import type { Context } from "../../cli/context.ts";
import { keepRows, MOST_NUMBERED } from "../../cli/ids/row-numbers.ts";
import { sceneItem } from "../../app/short-ids/find-scenes.ts";
import { collectOf, productTypes } from "../../domain/catalog/scene.ts";
import { advice, swath } from "../../hint.ts";
import { countText } from "../../render/quantity-text.ts";

/**
 * Those who show the rows read all of them first, so the number of each is known when the last one is read: none where
 * the numbers could not be kept. `mayBeRefused`: what is read may still be refused, and leaves the numbers as they were;
 * it is kept once it is shown, with numbers that label shapes on a map in any case.
 */
export async function* numberedRows(
  context: Context,
  pages: AsyncIterable<readonly FoundItem[]>,
  { areScenes, mayBeRefused }: { areScenes: boolean; mayBeRefused: boolean },
): AsyncGenerator<readonly FoundItem[]> {
  const rows = new Map<unknown, { number: number; items: FoundItem[] }>();
  let isKept = mayBeRefused;
  const keep = async (): Promise<void> => {
    if (rows.size === 0) return;
    isKept = await keepRows(
      context,
      Array.from(rows.values(), ({ items }) => items.flatMap(({ item }) => sceneItem(item) ?? [])),
    );
    if (isKept) hintAtFirst(context, [...rows.values()]);
  };
  if (mayBeRefused) context.beforeShown(keep);
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

function hintAtFirst({ events }: Context, rows: readonly { items: readonly FoundItem[] }[]): void {
  if (rows.length > MOST_NUMBERED)
    events.note(
      `the first ${MOST_NUMBERED} of ${countText(rows.length, "row")} have numbers for the next command`,
    );
  const [first] = rows;
  if (first?.items.some(({ item }) => sceneItem(item)) !== true) return;
  const [type] = productTypes(first.items.map(({ item }) => item));
  const row = type === undefined ? "1" : `1:${type}`;
  events.hint(advice`See the price of row 1: ${swath`order review ${row}`}`);
}
