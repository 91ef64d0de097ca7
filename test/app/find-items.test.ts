/** `catalog search` by calling `app/` alone: no command line, no terminal, no view. */
import { expect, test } from "vitest";
import { findDays, findItems, type FindRequest } from "../../src/app/catalog/find-items.ts";
import type { FoundItem } from "../../src/app/catalog/found-items.ts";
import { groupScenes } from "../../src/domain/catalog/scene.ts";
import { toRegion } from "../../src/geo/bbox.ts";
import { frontEnd, type Front } from "./app-context.ts";

const bbox: [number, number, number, number] = [-9.5, 38.5, -9, 39];
const area = toRegion(bbox)!;
const search = { body: { bbox }, limit: Number.POSITIVE_INFINITY };

const found = async ({ context }: Front, request: Partial<FindRequest> = {}): Promise<FoundItem[]> =>
  (await Array.fromAsync(findItems(context, { search, ...request }))).flat();

test("VIEW-02 VIEW-03 finds, measures, prices, chooses and sorts items, and lists days", async () => {
  const front = await frontEnd();
  // The cheapest scenes that cover an area are measured only on request, priced, and sorted by price.
  const request = { area, choice: "cheapest", sort: { by: "price", isDescending: true } } as const;
  const chosen = await found(front, request);
  const prices = chosen.map(({ price }) => price?.amount?.amount ?? Number.NaN);
  expect(prices.length).toBeGreaterThan(1);
  expect(prices.every(Number.isFinite)).toBe(true);
  expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  expect(chosen.map(({ cover }) => cover)).toEqual(chosen.map(() => undefined));
  expect(groupScenes(chosen)).toHaveLength(chosen.length);
  const measured = await found(front, { ...request, isMeasured: true });
  expect(measured.map(({ item }) => item.id)).toEqual(chosen.map(({ item }) => item.id));
  for (const { cover } of measured) expect(cover?.share).toBeGreaterThan(0);

  // Scenes with the smallest share are dropped before the choice.
  const large = await found(front, { area, least: 0.1, choice: "fewest" });
  expect(large.length).toBeGreaterThan(0);
  for (const { cover } of large) expect(cover?.share).toBeGreaterThanOrEqual(0.1 - 1e-9);

  // A limit of scenes lists all their products.
  const first = groupScenes(await found(front)).slice(0, 4);
  expect(first).toHaveLength(4);
  const some = await found(front, { search: { ...search, limit: 4, hasScenes: true } });
  expect(some.map(({ item }) => item.id)).toEqual(
    first.flatMap(({ items }) => items.map(({ item }) => item.id)),
  );

  // Each day has the share that its scenes cover together.
  const days = (await Array.fromAsync(findDays(front.context, { search, area }))).flat();
  expect(days.length).toBeGreaterThan(1);
  expect(days.flatMap(({ items }) => items)).toHaveLength((await found(front)).length);
});
