/** Numbers the rows of a search, and keeps what the numbers stand for once all of them are read. */
import type { FoundItem } from "../../app/catalog/found-items.ts";
import type { Context } from "../../cli/context.ts";
import { forgetRows, keepRows } from "../../cli/input/row-numbers.ts";
import { sceneItem } from "../../app/catalog/find-scenes.ts";
import { collectOf, productTypes } from "../../domain/catalog/scene.ts";
import { advice, swath } from "../../hint.ts";

export async function* numberedRows(
  context: Context,
  pages: AsyncIterable<readonly FoundItem[]>,
  { areScenes }: { areScenes: boolean },
): AsyncGenerator<readonly FoundItem[]> {
  const rows = new Map<unknown, { number: number; items: FoundItem[] }>();
  let isForgotten = false;
  for await (const page of pages) {
    yield page.map((found) => {
      const key = (areScenes ? collectOf(found.item) : undefined) ?? found.item;
      const row = rows.get(key) ?? { number: rows.size + 1, items: [] };
      rows.set(key, row);
      row.items.push(found);
      return { ...found, number: row.number };
    });
    // Some are on the screen: should the rest fail, a number must not stand for a row of the search before.
    if (rows.size > 0 && !isForgotten) await forgetRows(context);
    isForgotten ||= rows.size > 0;
  }
  const kept = await keepRows(
    context,
    Array.from(rows.values(), ({ items }) => items.flatMap(({ item }) => sceneItem(item) ?? [])),
  );
  const first = rows.values().next().value?.items;
  if (!kept || first?.some(({ item }) => sceneItem(item)) !== true) return;
  const [type] = productTypes(first.map(({ item }) => item));
  const row = type === undefined ? "1" : `1:${type}`;
  context.events.hint(advice`See the price of row 1: ${swath`order review ${row}`}`);
}
