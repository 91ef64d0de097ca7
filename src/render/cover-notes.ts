/** Notes about the scenes chosen to cover an area together, and about the uncovered part. */
import { SLIVER, type ChosenCover } from "../domain/catalog/choose-cover.ts";
import { formatMoney, type Money } from "../domain/price/money.ts";
import { computeCentroid } from "../geo/centroid.ts";
import { toPolygons, type Cover, type MeasuredArea } from "../geo/overlay.ts";
import { countText, groupedText } from "../counted.ts";
import { shareText } from "./quantity-text.ts";

export interface ChosenScenes {
  chosen: number;
  found: number;
  cover: Cover;
  /** The criterion of the choice; `some-prices`: scenes without a price were compared with priced ones. */
  by: "number" | "price" | "some-prices";
}

const LEAST = {
  number: "fewest",
  price: "cheapest",
  "some-prices": "cheapest of those with a price",
} as const;

/** Returns `4 of 27 scenes cover 83% of the area: ...`. */
export function describeChosenScenes({ chosen, found, cover, by }: ChosenScenes): string {
  const scenes = countText(found, "scene");
  if (chosen === 0) return `none of the ${scenes} found covers any of the area`;
  const verb = chosen === 1 ? "covers" : "cover";
  const text = `${chosen} of ${scenes} ${verb} ${shareText(cover)} of the area`;
  return found === 1 ? text : `${text}: approximately the ${LEAST[by]}`;
}

/** Returns the total of the chosen scenes with a price. */
export const describeCheapestTotal = (
  chosen: number,
  { priced, total }: { priced: number; total: Money },
): string =>
  `the cheapest product of ${priced === chosen ? "each" : `the ${priced} with a price`}: ${formatMoney(total)} in all`;

/** Reports the scenes that were not chosen by price: `names` are the chosen ones among them. */
export function describeWithoutPrice({
  unpriced,
  found,
  names,
}: {
  unpriced: number;
  found: number;
  names: readonly string[];
}): string {
  const scenes = countText(found, "scene");
  if (unpriced === found)
    return `no prices are available for the ${scenes} found: the fewest scenes were chosen instead, each with its first product`;
  const chosen = names.length === 0 ? "; none was chosen" : `; chosen: ${names.join(", ")}`;
  return (
    `${unpriced} of ${scenes} ${unpriced === 1 ? "has" : "have"} no price that can be compared; a scene without such a price is chosen ` +
    `only for ground that no other scene covers${chosen}`
  );
}

/** Reports the uncovered part of an area, with the reason. */
export function describeUncovered(
  { covered, left, next }: Pick<ChosenCover, "covered" | "left" | "next">,
  area: MeasuredArea,
): string {
  const { share, isEstimate } = area.coverOf(covered);
  const rest = { share: 1 - share, isEstimate };
  const uncovered = toPolygons(left);
  if (rest.share < SLIVER) return "the whole area is covered";
  const size = `${shareText(rest)} of the area (${formatSurface(rest.share * area.km2)})`;
  const end = `stays uncovered${describeReason(next)}`;
  const [largest] = uncovered;
  if (largest === undefined) return `${size} ${end}`;
  const [longitude = 0, latitude = 0] = computeCentroid(largest);
  const where = [longitude, latitude]
    .map((degrees) => (Math.round(degrees * 100) / 100 + 0).toFixed(2))
    .join(",");
  return `${size}, ${uncovered.length === 1 ? "in one part" : `in ${uncovered.length} parts, the largest`} around ${where}, ${end}`;
}

/**
 * Returns the reason why an area stays uncovered. `next` is undefined if the gain of other scenes was not
 * measured.
 */
function describeReason(next: number | undefined): string {
  if (next === undefined) return "";
  return next === 0
    ? ": none of the scenes found reaches it"
    : `: no further scene found would add as much as ${SLIVER * 100}% of the area`;
}

const formatSurface = (km2: number): string =>
  km2 < 10 ? `${km2.toPrecision(2)} km²` : `${groupedText(Math.round(km2))} km²`;
