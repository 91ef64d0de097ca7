/** Of the items that a search found those that cover enough of the area, or that together cover it with the least. */
import { footprintOf, isFootprintSimplified } from "../../contract/item-footprint.ts";
import { chooseCover } from "../../domain/catalog/choose-cover.ts";
import { productTypes, scenesOf, type Scene } from "../../domain/catalog/scene.ts";
import { moneyText, totalPrice } from "../../domain/spending/money.ts";
import type { Region } from "../../geo/flat-polygons.ts";
import type { Geometry } from "../../geo/geojson.ts";
import type { CoveredArea } from "../../geo/footprint-union.ts";
import { measureArea } from "../../geo/overlay.ts";
import { sampleArea } from "../../geo/sample-grid.ts";
import { centroidOf } from "../../geo/centroid.ts";
import { countText, shareText } from "../../render/quantity-text.ts";
import type { AppContext } from "../context.ts";
import type { FoundItem } from "./found-items.ts";

type Reporting = Pick<AppContext, "events" | "dialect">;
type Pages = AsyncIterable<readonly FoundItem[]>;

/** Those that cover at least this share of the area, 0 to 1. */
export async function* coveringAtLeast(
  { events }: Reporting,
  pages: Pages,
  least: number,
): AsyncGenerator<readonly FoundItem[]> {
  let [kept, all] = [0, 0];
  for await (const page of pages) {
    // A share is computed: what it lacks by rounding is not lacking.
    const covering = page.filter(({ cover }) => cover !== undefined && cover.share >= least - 1e-9);
    kept += covering.length;
    all += page.length;
    yield covering;
  }
  events.note(
    `${kept} of ${countText(all, "item")} cover at least ${Number((least * 100).toFixed(6))}% of the area`,
  );
}

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
  pages: Pages,
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
  const chosen = chooseCover(grid.weights, candidates).map((index) => scenes[index]!);
  const covered = (await covering(area))(
    chosen.flatMap(({ items }) => footprintsOf(items)),
    { isEstimate: chosen.some(({ items }) => areSimplified(items)) },
  );
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
  events.note(uncoveredText(covered, measureArea(area).km2));
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

function uncoveredText({ cover, uncovered }: CoveredArea, km2: number): string {
  const rest = { share: 1 - cover.share, isEstimate: cover.isEstimate };
  if (rest.share < 1e-5) return "nothing of the area stays uncovered";
  const size = `${shareText(rest)} of the area (${areaText(rest.share * km2)})`;
  const end = "stays uncovered: none of the scenes found reaches it";
  const [largest] = uncovered;
  if (largest === undefined) return `${size} ${end}`;
  const [longitude = 0, latitude = 0] = centroidOf(largest);
  const where = `${longitude.toFixed(2)},${latitude.toFixed(2)}`;
  return `${size}, ${uncovered.length === 1 ? "in one part" : `in ${uncovered.length} parts, the largest`} around ${where}, ${end}`;
}

const areaText = (km2: number): string =>
  km2 < 10
    ? `${km2.toPrecision(2)} km²`
    : `${String(Math.round(km2)).replaceAll(/\B(?=(\d{3})+$)/g, ",")} km²`;

/** The library behind it is big, and loaded only where it is used. */
const covering = async (area: Region) => (await import("../../geo/footprint-union.ts")).coverTogether(area);

async function gathered(pages: Pages): Promise<FoundItem[]> {
  const all: FoundItem[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

const footprintsOf = (items: readonly FoundItem[]): Geometry[] =>
  items.flatMap(({ item }) => footprintOf(item) ?? []);

const areSimplified = (items: readonly FoundItem[]): boolean =>
  items.some(({ item }) => isFootprintSimplified(item));

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

/** What is worked out or read here, which the service cannot sort by. */
export interface FoundSort {
  by: "covers" | "price";
  isDescending: boolean;
}

/** Of all that was found; what has no share or price comes last, and what is equal stays in the order of the service. */
export async function* sortedFound(
  pages: Pages,
  { by, isDescending }: FoundSort,
): AsyncGenerator<readonly FoundItem[]> {
  const sign = isDescending ? -1 : 1;
  const numberOf = ({ cover, price }: FoundItem): number | undefined =>
    by === "covers" ? cover?.share : price?.amount?.amount;
  const all = await gathered(pages);
  const [known, unknown] = [true, false].map((isKnown) =>
    all.filter((found) => (numberOf(found) !== undefined) === isKnown),
  );
  yield [...known!.toSorted((a, b) => sign * (numberOf(a)! - numberOf(b)!)), ...unknown!];
}

/** The scenes of one day, and what they cover together. */
export interface CoveredDay {
  /** In UTC: `2026-03-01`. */
  day: string;
  scenes: number;
  products: string[];
  /** 0 to 1. */
  covers: number;
  isEstimate: boolean;
  items: FoundItem["item"][];
}

/** One row a day, in the order in which the days stand in the list. Items without a time are in none. */
export async function* coveredDays(
  pages: Pages,
  area: Region,
  least = 0,
): AsyncGenerator<readonly CoveredDay[]> {
  const coverOfAll = await covering(area);
  const days = new Map<string, FoundItem[]>();
  for (const found of await gathered(pages)) {
    const time = found.item.properties?.["datetime"];
    const day = typeof time === "string" ? /^\d{4}-\d\d-\d\d/.exec(time)?.[0] : undefined;
    if (day !== undefined) days.set(day, [...(days.get(day) ?? []), found]);
  }
  const rows = [...days].map(([day, found]): CoveredDay => {
    const { share, isEstimate } = coverOfAll(footprintsOf(found), { isEstimate: areSimplified(found) }).cover;
    const items = found.map(({ item }) => item);
    return {
      day,
      scenes: scenesOf(found).length,
      products: productTypes(items),
      covers: share,
      isEstimate,
      items,
    };
  });
  yield rows.filter(({ covers }) => covers >= least - 1e-9);
}
