/**
 * Chooses, among the scenes of a search, the fewest or the cheapest that cover the same part of an area as all of
 * them.
 */
import { partition } from "../../partition.ts";
import { readFootprint } from "../../contract/item-footprint.ts";
import { countText } from "../../counted.ts";
import { chooseCover, SLIVER } from "../../domain/catalog/choose-cover.ts";
import { listItemProducts, groupScenes, findShortSceneId, type Scene } from "../../domain/catalog/scene.ts";
import { makeAmountReader, sumMoney } from "../../domain/price/money.ts";
import { measureKm2 } from "../../geo/area.ts";
import { measureBounds, type Bounds } from "../../geo/bounds.ts";
import type { Region } from "../../geo/geojson.ts";
import { MeasuredArea, toPolygons, type Ground } from "../../geo/overlay.ts";
import { listPositions } from "../../geo/polygon.ts";
import {
  describeCheapestTotal,
  describeChosenScenes,
  describeUncovered,
  describeWithoutPrice,
} from "../../render/cover-notes.ts";
import type { AppContext } from "../context.ts";
import { measureCovered, gatherPages, type FoundItem, type FoundPages } from "./found-items.ts";
import { advice, swath, type Hint } from "../../hint.ts";
import { boxToPolygon } from "../../geo/bbox.ts";

export interface CoverOptions {
  area: Region;
  /** By price instead of number: only the cheapest product of each scene counts, and is listed. */
  isCheapest: boolean;
  /** Whether the listed items may be ordered unchanged. */
  isForOrder: boolean;
}

/** Yields the fewest, or the cheapest, scenes that cover the same part of the area as all found scenes. */
export async function* chooseCovering(
  { events, dialect }: AppContext,
  pages: FoundPages,
  { area, isCheapest, isForOrder }: CoverOptions,
): AsyncGenerator<readonly FoundItem[]> {
  const found = groupScenes(await gatherPages(pages));
  const compared = makeAmountReader(found.flatMap(({ items }) => items.map(({ price }) => price?.amount)));
  const amountOf: AmountOf = ({ price }) => compared(price?.amount);
  const scenes = isCheapest ? found.map((scene) => withCheapest(scene, amountOf)) : found;
  const whole = new MeasuredArea(area);
  const costs = isCheapest ? computeCosts(scenes, amountOf) : scenes.map(() => 1);
  const choice = chooseCover(
    whole,
    // The products of a scene have nearly equal outlines; the scene covers the union of them.
    scenes.map(({ items }, index) => ({ ground: measureCovered(whole, items), cost: costs[index]! })),
  );
  const chosen = choice.chosen.map((index) => scenes[index]!);
  const unpriced = isCheapest ? listUnpriced(scenes, amountOf) : new Set<PricedScene>();
  const counts = { chosen: chosen.length, found: scenes.length };
  const by =
    !isCheapest || unpriced.size === scenes.length ? "number" : unpriced.size === 0 ? "price" : "some-prices";
  events.note(describeChosenScenes({ ...counts, cover: whole.coverOf(choice.covered), by }));
  if (isCheapest && chosen.length > 0) {
    const [without, priced] = partition(chosen, (scene) => unpriced.has(scene));
    const names = without.flatMap(({ items: [{ item }] }) => findShortSceneId(item) ?? []);
    if (unpriced.size > 0)
      events.warn(describeWithoutPrice({ unpriced: unpriced.size, found: scenes.length, names }));
    const total = sumMoney(
      priced.map(({ items: [{ price }] }) => price?.text),
      dialect["currency.$"],
    );
    if (total !== undefined && priced.length > 0)
      events.note(describeCheapestTotal(chosen.length, { priced: priced.length, total }));
  }
  events.note(describeUncovered(choice, whole));
  const box = findLargestBox(choice.left, whole);
  if (box !== undefined && chosen.length === 0) events.hint(suggestTask(box));
  const items = chosen.flatMap((scene) => scene.items);
  if (isForOrder && items.length > chosen.length) {
    const [type = "GEO"] = listItemProducts(items.map(({ item }) => item));
    const listed = `${countText(items.length, "item")} of ${countText(chosen.length, "scene")}`;
    events.note(
      `every product of each scene is listed, ${listed}`,
      `--product-type ${type} lists one product of each`,
    );
  }
  yield items;
}

function suggestTask(box: Bounds): Hint {
  const ring = boxToPolygon([...box]).coordinates[0]!.map((position) => position.join(" "));
  return advice`Task the largest uncovered part: ${swath`task create --file ${`POLYGON((${ring.join(",")}))`} --type stripmap_100 --window-open now --window 7d`}`;
}

/**
 * Returns a box around the largest uncovered part, rounded to about 100 m; undefined for slivers, and across the
 * antimeridian.
 */
function findLargestBox(left: Ground, area: MeasuredArea): Bounds | undefined {
  const [largest] = toPolygons(left);
  if (largest === undefined || measureKm2(largest) < SLIVER * area.km2) return undefined;
  const [west, south, east, north] = measureBounds(listPositions(largest));
  if (east - west > 180) return undefined;
  const rounded = (round: (thousandths: number) => number, degrees: number): number =>
    round(degrees * 1000) / 1000;
  const [down, up] = [Math.floor, Math.ceil];
  return [rounded(down, west), rounded(down, south), rounded(up, east), rounded(up, north)];
}

type PricedScene = Scene<FoundItem>;

/** The price as a number; undefined for an unreadable price, or one in an unusual currency. */
type AmountOf = (found: FoundItem) => number | undefined;

const listUnpriced = (scenes: readonly PricedScene[], amountOf: AmountOf): Set<PricedScene> =>
  new Set(scenes.filter(({ items: [first] }) => amountOf(first) === undefined));

/** Returns the scene with its cheapest product only; with its first product when no price is readable. */
function withCheapest({ items }: PricedScene, amountOf: AmountOf): PricedScene {
  const [first] = items;
  const costOf = (item: FoundItem): number => amountOf(item) ?? Number.POSITIVE_INFINITY;
  const withFootprint = items.filter(({ item }) => readFootprint(item) !== undefined);
  const cheapest = withFootprint.reduce<FoundItem | undefined>(
    (least, each) => (least === undefined || costOf(each) < costOf(least) ? each : least),
    undefined,
  );
  return { items: [cheapest ?? first] };
}

/** A scene without a comparable price is chosen only if no other scene covers its ground. */
function computeCosts(scenes: readonly PricedScene[], amountOf: AmountOf): number[] {
  const prices = scenes.map(({ items: [first] }) => amountOf(first));
  const sum = prices.reduce<number>((total, price) => total + (price ?? 0), 0);
  return prices.map((price) => price ?? 1 + 2 * sum);
}
