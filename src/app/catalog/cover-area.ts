/** Of the scenes that a search found, the fewest or the cheapest that together cover what all of them cover of an area. */
import { footprintOf } from "../../contract/item-footprint.ts";
import { chooseCover } from "../../domain/catalog/choose-cover.ts";
import { productTypes, scenesOf, shortSceneId, type Scene } from "../../domain/catalog/scene.ts";
import { comparableAmounts, totalPrice } from "../../domain/spending/money.ts";
import type { Region } from "../../geo/geojson.ts";
import { MeasuredArea } from "../../geo/overlay.ts";
import {
  cheapestTotalText,
  chosenScenesText,
  everyProductText,
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
  const whole = new MeasuredArea(area);
  const costs = isCheapest ? costsOf(scenes, amountOf) : scenes.map(() => 1);
  const choice = chooseCover(
    whole,
    scenes.map(({ items }, index) => {
      // The products of a scene have nearly one outline; where they differ, the scene covers what one of them covers.
      const ground = whole.covered(footprintsOf(items));
      const isEstimate = ground.isEstimate || areSimplified(items);
      return { ground: { ...ground, isEstimate }, cost: costs[index]! };
    }),
  );
  const chosen = choice.chosen.map((index) => scenes[index]!);
  const unpriced = isCheapest ? withoutPrice(scenes, amountOf) : new Set<PricedScene>();
  const counts = { chosen: chosen.length, found: scenes.length };
  const by =
    !isCheapest || unpriced.size === scenes.length ? "number" : unpriced.size === 0 ? "price" : "some-prices";
  events.note(chosenScenesText({ ...counts, cover: whole.coverOf(choice.covered), by }));
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
  events.note(uncoveredText(choice, whole));
  const items = chosen.flatMap((scene) => scene.items);
  if (isForOrder && items.length > chosen.length) {
    const [type = "GEO"] = productTypes(items.map(({ item }) => item));
    events.note(everyProductText({ items: items.length, scenes: chosen.length, type }));
  }
  yield items;
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
