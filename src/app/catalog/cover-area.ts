/** Of the scenes that a search found, the fewest or the cheapest that together cover what all of them cover of an area. */
import { footprintOf } from "../../contract/item-footprint.ts";
import { chooseCover } from "../../domain/catalog/choose-cover.ts";
import {
  completeCover,
  MOST_MEASURED,
  SLIVER,
  type CompleteCover,
} from "../../domain/catalog/complete-cover.ts";
import { productTypes, scenesOf, shortSceneId, type Scene } from "../../domain/catalog/scene.ts";
import { moneyText, totalPrice } from "../../domain/spending/money.ts";
import type { Region } from "../../geo/flat-polygons.ts";
import { coverTogether, type CoveredArea } from "../../geo/footprint-union.ts";
import { measureArea } from "../../geo/overlay.ts";
import { sampleArea } from "../../geo/sample-grid.ts";
import { centroidOf } from "../../geo/centroid.ts";
import { countText, groupedText, shareText } from "../../render/quantity-text.ts";
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
  const scenes = isCheapest ? found.map(withCheapest) : found;
  const grid = sampleArea(area);
  const costs = isCheapest ? costsOf(scenes) : scenes.map(() => 1);
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
  const { covered } = complete;
  const chosen = complete.chosen.map((index) => scenes[index]!);
  const unpriced = isCheapest ? withoutPrice(scenes) : new Set<PricedScene>();
  const word =
    !isCheapest || unpriced.size === scenes.length
      ? "fewest"
      : unpriced.size === 0
        ? "cheapest"
        : "cheapest of those with a price";
  events.note(chosenText(chosen.length, scenes.length, covered, word));
  if (isCheapest && chosen.length > 0) {
    const missing = missingText(chosen, { unpriced, found: scenes.length });
    if (missing !== undefined) events.warn(missing);
    const priced = chosen.filter((scene) => !unpriced.has(scene));
    const total = totalPrice(
      priced.map(({ items: [{ price }] }) => price?.text),
      dialect["currency.$"],
    );
    const each = priced.length === chosen.length ? "each" : `the ${priced.length} with a price`;
    if (total !== undefined && priced.length > 0)
      events.note(`the cheapest product of ${each}: ${moneyText(total)} in all`);
  }
  events.note(uncoveredText(complete, measureArea(area).km2));
  if (complete.isSampled)
    events.note(
      `more than ${MOST_MEASURED} scenes were found: these were chosen by sample points, and the others may reach some of what ` +
        "stays uncovered (the share covered is measured; --from or --min-cover leaves fewer scenes)",
    );
  const items = chosen.flatMap((scene) => scene.items);
  if (isForOrder && items.length > chosen.length) events.note(everyProductText(items, chosen.length));
  yield items;
}

function everyProductText(items: readonly FoundItem[], scenes: number): string {
  const [type = "GEO"] = productTypes(items.map(({ item }) => item));
  return (
    `every product of each scene is listed, ${countText(items.length, "item")} of ${countText(scenes, "scene")}: ` +
    `--product-type ${type} lists one product of each, --cheapest the cheapest one`
  );
}

/** `4 of 27 scenes cover 83% of the area: ...` */
function chosenText(chosen: number, found: number, { cover }: CoveredArea, word: string): string {
  const scenes = countText(found, "scene");
  if (chosen === 0) return `none of the ${scenes} found covers any of the area`;
  const verb = chosen === 1 ? "covers" : "cover";
  const text = `${chosen} of ${scenes} ${verb} ${shareText(cover)} of the area`;
  return found === 1
    ? text
    : `${text}: the ${word} by a greedy choice with exchanges, not proven to be the least`;
}

function uncoveredText({ covered: { cover, uncovered }, next }: CompleteCover, km2: number): string {
  const rest = { share: 1 - cover.share, isEstimate: cover.isEstimate };
  if (rest.share < SLIVER) return "nothing of the area stays uncovered";
  const size = `${shareText(rest)} of the area (${areaText(rest.share * km2)})`;
  const end = `stays uncovered${reasonText(next)}`;
  const [largest] = uncovered;
  if (largest === undefined) return `${size} ${end}`;
  const [longitude = 0, latitude = 0] = centroidOf(largest);
  const where = [longitude, latitude]
    .map((degrees) => (Math.round(degrees * 100) / 100 + 0).toFixed(2))
    .join(",");
  return `${size}, ${uncovered.length === 1 ? "in one part" : `in ${uncovered.length} parts, the largest`} around ${where}, ${end}`;
}

/** None where what other scenes would add was not measured. */
function reasonText(next: number | undefined): string {
  if (next === undefined) return "";
  return next === 0
    ? ": none of the scenes found reaches it"
    : `: no further scene found would add as much as ${SLIVER * 100}% of the area`;
}

const areaText = (km2: number): string =>
  km2 < 10 ? `${km2.toPrecision(2)} km²` : `${groupedText(Math.round(km2))} km²`;

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

/** The currency of most prices; undefined where none could be read. */
function usualCurrency(scenes: readonly PricedScene[]): string | undefined {
  const counts = new Map<string, number>();
  for (const {
    items: [{ price }],
  } of scenes) {
    const currency = price?.amount?.currency;
    if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Those whose price could not be read, or is in another currency than most. */
function withoutPrice(scenes: readonly PricedScene[]): Set<PricedScene> {
  const currency = usualCurrency(scenes);
  return new Set(
    scenes.filter(({ items: [{ price }] }) => currency === undefined || price?.amount?.currency !== currency),
  );
}

/** Which scenes the prices did not choose. */
function missingText(
  chosen: readonly PricedScene[],
  { unpriced, found }: { unpriced: ReadonlySet<PricedScene>; found: number },
): string | undefined {
  if (unpriced.size === 0) return undefined;
  if (unpriced.size === found)
    return `no price of the ${countText(found, "scene")} found could be read: these are the fewest scenes, not the cheapest, each with its first product`;
  const without = chosen.filter((scene) => unpriced.has(scene));
  const names = without.flatMap(({ items: [{ item }] }) => shortSceneId(item) ?? []);
  const which = without.length === 0 ? "none of those chosen" : `of those chosen ${names.join(", ")}`;
  return (
    `${unpriced.size} of ${countText(found, "scene")} ${unpriced.size === 1 ? "has" : "have"} no price that could be read and compared, ` +
    `and would be chosen only for ground that no other scene covers: ${which}`
  );
}

const amountOf = ({ price }: FoundItem): number => price?.amount?.amount ?? Number.POSITIVE_INFINITY;

/** The scene with its cheapest product alone; with its first one where no price could be read. */
function withCheapest({ number, items }: Scene<FoundItem>): Scene<FoundItem> {
  const [first] = items;
  const withFootprint = items.filter(({ item }) => footprintOf(item) !== undefined);
  const cheapest = withFootprint.reduce<FoundItem | undefined>(
    (least, each) => (least === undefined || amountOf(each) < amountOf(least) ? each : least),
    undefined,
  );
  return { number, items: [cheapest ?? first] };
}

/** A scene without a price, or in another currency than most, is taken only where no other one covers the ground. */
function costsOf(scenes: readonly Scene<FoundItem>[]): number[] {
  const unpriced = withoutPrice(scenes);
  const prices = scenes.map((scene) =>
    unpriced.has(scene) ? undefined : scene.items[0].price?.amount?.amount,
  );
  const sum = prices.reduce<number>((total, price) => total + (price ?? 0), 0);
  return prices.map((price) => price ?? 1 + 2 * sum);
}
