/** Of the scenes that a search found, the fewest or the cheapest that together cover what all of them cover of an area. */
import { footprintOf } from "../../contract/item-footprint.ts";
import { chooseCover } from "../../domain/catalog/choose-cover.ts";
import { completeCover, SLIVER, type CompleteCover } from "../../domain/catalog/complete-cover.ts";
import { productTypes, scenesOf, type Scene } from "../../domain/catalog/scene.ts";
import { moneyText, totalPrice } from "../../domain/spending/money.ts";
import type { Region } from "../../geo/flat-polygons.ts";
import { coverTogether, type CoveredArea } from "../../geo/footprint-union.ts";
import { measureArea } from "../../geo/overlay.ts";
import { sampleArea } from "../../geo/sample-grid.ts";
import { centroidOf } from "../../geo/centroid.ts";
import { countText, shareText } from "../../render/quantity-text.ts";
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
  const word = isCheapest ? "cheapest" : "fewest";
  events.note(chosenText(chosen.length, scenes.length, covered, word));
  if (isCheapest) {
    const prices = chosen.map(({ items: [{ price }] }) => price);
    const total = totalPrice(
      prices.map((price) => price?.text),
      dialect["currency.$"],
    );
    const missing = prices.filter((price) => price?.amount === undefined).length;
    if (missing > 0)
      events.warn(`${missing} of them ${missing === 1 ? "has" : "have"} no price that could be read`);
    else if (total !== undefined && chosen.length > 0)
      events.note(`the cheapest product of each: ${moneyText(total)} in all`);
  }
  events.note(uncoveredText(complete, measureArea(area).km2));
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
  const where = `${longitude.toFixed(2)},${latitude.toFixed(2)}`;
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
  km2 < 10
    ? `${km2.toPrecision(2)} km²`
    : `${String(Math.round(km2)).replaceAll(/\B(?=(\d{3})+$)/g, ",")} km²`;

/** The products of a scene have nearly one outline; where they differ, what one of them covers is covered. */
function unionOfPoints(items: readonly FoundItem[], pointsIn: (region: Region) => number[]): number[] {
  const points = new Set<number>();
  for (const footprint of footprintsOf(items)) {
    if (footprint.type !== "Polygon" && footprint.type !== "MultiPolygon") continue;
    for (const point of pointsIn(footprint)) points.add(point);
  }
  return [...points];
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
  const prices = scenes.map(({ items: [{ price }] }) => price?.amount);
  const sum = prices.reduce((total, price) => total + (price?.amount ?? 0), 0);
  const currency = prices.find((price) => price !== undefined)?.currency;
  return prices.map((price) =>
    price?.currency === currency && price !== undefined ? price.amount : 1 + 2 * sum,
  );
}
