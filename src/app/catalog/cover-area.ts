/** Of the scenes that a search found, the fewest or the cheapest that together cover what all of them cover of an area. */
import { footprintOf } from "../../contract/item-footprint.ts";
import { chooseCover } from "../../domain/catalog/choose-cover.ts";
import { completeCover } from "../../domain/catalog/complete-cover.ts";
import { productTypes, scenesOf, shortSceneId, type Scene } from "../../domain/catalog/scene.ts";
import { comparableAmounts, totalPrice } from "../../domain/spending/money.ts";
import type { Region } from "../../geo/flat-polygons.ts";
import { coverTogether } from "../../geo/footprint-union.ts";
import { measureArea } from "../../geo/overlay.ts";
import { sampleArea } from "../../geo/sample-grid.ts";
import {
  cheapestTotalText,
  chosenScenesText,
  everyProductText,
  SAMPLED_TEXT,
  uncoveredText,
  withoutPriceText,
} from "../../render/cover-notes.ts";
import type { AppContext } from "../context.ts";
import { areSimplified, footprintsOf, gathered, type FoundItem, type FoundPages } from "./found-items.ts";

type Reporting = Pick<AppContext, "events" | "dialect">;

export interface CoverOptions {
  area: Region;
  /** By price in place of their number: of each scene only its cheapest product counts, and is listed. */
  isCheapest: boolean;
  /** What is listed may be ordered as it is. */
  isForOrder: boolean;
}

/** The fewest, or the cheapest, scenes that cover all of the area that the scenes found cover together. */
export async function* fewestCovering(
  { events, dialect }: Reporting,
  pages: FoundPages,
  { area, isCheapest, isForOrder }: CoverOptions,
): AsyncGenerator<readonly FoundItem[]> {
  const found = scenesOf(await gathered(pages));
  const compared = comparableAmounts(found.flatMap(({ items }) => items.map(({ price }) => price?.amount)));
  const amountOf: AmountOf = ({ price }) => compared(price?.amount);
  const scenes = isCheapest ? found.map((scene) => withCheapest(scene, amountOf)) : found;
  const grid = sampleArea(area);
  const costs = isCheapest ? costsOf(scenes, amountOf) : scenes.map(() => 1);
  const candidates = scenes.map(({ items }, index) => ({
    points: unionOfPoints(items, (footprint) => grid.pointsIn(footprint)),
    cost: costs[index]!,
  }));
  const isEstimate = scenes.some(({ items }) => areSimplified(items));
  const complete = completeCover({
    area,
    scenes: scenes.map(({ items }, index) => ({ footprints: footprintsOf(items), ...candidates[index]! })),
    chosen: chooseCover(grid.weights, candidates),
    coverOf: (region) => {
      const covering = coverTogether(region);
      return (footprints) => covering(footprints, { isEstimate });
    },
  });
  const chosen = complete.chosen.map((index) => scenes[index]!);
  const unpriced = isCheapest ? withoutPrice(scenes, amountOf) : new Set<PricedScene>();
  const counts = { chosen: chosen.length, found: scenes.length };
  const by =
    !isCheapest || unpriced.size === scenes.length ? "number" : unpriced.size === 0 ? "price" : "some-prices";
  events.note(chosenScenesText({ ...counts, cover: complete.covered.cover, by }));
  if (isCheapest && chosen.length > 0) {
    const [without, priced] = [true, false].map((isWithout) =>
      chosen.filter((scene) => unpriced.has(scene) === isWithout),
    ) as [PricedScene[], PricedScene[]];
    const names = without.flatMap(({ items: [{ item }] }) => shortSceneId(item) ?? []);
    if (unpriced.size > 0)
      events.warn(withoutPriceText({ unpriced: unpriced.size, found: scenes.length, names }));
    const total = totalPrice(
      priced.map(({ items: [{ price }] }) => price?.text),
      dialect["currency.$"],
    );
    if (total !== undefined && priced.length > 0)
      events.note(cheapestTotalText(chosen.length, { priced: priced.length, total }));
  }
  events.note(uncoveredText(complete, measureArea(area).km2));
  if (complete.isSampled) events.note(SAMPLED_TEXT);
  const items = chosen.flatMap((scene) => scene.items);
  if (isForOrder && items.length > chosen.length) {
    const [type = "GEO"] = productTypes(items.map(({ item }) => item));
    events.note(everyProductText({ items: items.length, scenes: chosen.length, type }));
  }
  yield items;
}

/** The products of a scene have nearly one outline; where they differ, what one of them covers is covered. */
function unionOfPoints(items: readonly FoundItem[], pointsIn: (region: Region) => number[]): number[] {
  const points = new Set<number>();
  for (const footprint of footprintsOf(items)) {
    if (footprint.type !== "Polygon" && footprint.type !== "MultiPolygon") continue;
    for (const point of pointsIn(footprint)) points.add(point);
  }
  return [...points];
}

type PricedScene = Scene<FoundItem>;

/** The price as a number; undefined where it could not be read, or is in another currency than most. */
type AmountOf = (found: FoundItem) => number | undefined;

const withoutPrice = (scenes: readonly PricedScene[], amountOf: AmountOf): Set<PricedScene> =>
  new Set(scenes.filter(({ items: [first] }) => amountOf(first) === undefined));

/** The scene with its cheapest product alone; with its first one where no price could be read. */
function withCheapest({ number, items }: PricedScene, amountOf: AmountOf): PricedScene {
  const [first] = items;
  const costOf = (item: FoundItem): number => amountOf(item) ?? Number.POSITIVE_INFINITY;
  const withFootprint = items.filter(({ item }) => footprintOf(item) !== undefined);
  const cheapest = withFootprint.reduce<FoundItem | undefined>(
    (least, each) => (least === undefined || costOf(each) < costOf(least) ? each : least),
    undefined,
  );
  return { number, items: [cheapest ?? first] };
}

/** A scene without a price, or in another currency than most, is taken only where no other one covers the ground. */
function costsOf(scenes: readonly PricedScene[], amountOf: AmountOf): number[] {
  const prices = scenes.map(({ items: [first] }) => amountOf(first));
  const sum = prices.reduce<number>((total, price) => total + (price ?? 0), 0);
  return prices.map((price) => price ?? 1 + 2 * sum);
}
