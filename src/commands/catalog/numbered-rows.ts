/** Keeps what the numbers of the rows stand for, once all of them are read. */
import type { FoundItem } from "../../app/catalog/found-items.ts";
import type { Context } from "../../cli/context.ts";
import { keepRows } from "../../cli/input/row-numbers.ts";
import { sceneItem } from "../../app/catalog/find-scenes.ts";
import { productTypes, scenesOf } from "../../domain/catalog/scene.ts";
import { advice, swath } from "../../hint.ts";

export async function* numberedRows(
  context: Context,
  pages: AsyncIterable<readonly FoundItem[]>,
  { areScenes }: { areScenes: boolean },
): AsyncGenerator<readonly FoundItem[]> {
  const all: FoundItem[] = [];
  for await (const page of pages) {
    all.push(...page);
    yield page;
  }
  const rows = areScenes ? scenesOf(all).map(({ items }) => items) : all.map((found) => [found]);
  const kept = await keepRows(
    context,
    rows.map((items) => items.flatMap(({ item }) => sceneItem(item) ?? [])),
  );
  const [first] = rows;
  if (!kept || first?.some(({ item }) => sceneItem(item)) !== true) return;
  const [type] = productTypes(first.map(({ item }) => item));
  const row = type === undefined ? "1" : `1:${type}`;
  context.events.hint(advice`See the price of row 1: ${swath`order review ${row}`}`);
}
