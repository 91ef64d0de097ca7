/** The totals of the ticked rows: number, coverage and price, with notes. */
import { timeForPeople } from "../../../time/timestamp.ts";
import { countText, groupedText } from "../../../counted.ts";

import type { MapPrice } from "../model.ts";
import type { PageData } from "../page-data.ts";
import type { PageRow, PageRows } from "./page-rows.ts";

export function tickedSum(rows: PageRows, { madeAt = "" }: PageData): { total: string; note: string } {
  const { ticked } = rows;
  const noun = rows.hasScenes ? "product" : "row";
  if (ticked.length === 0) {
    const note =
      rows.all.length === 0 ? "" : `Nothing ticked: tick ${noun}s in the table, or click a footprint.`;
    return { total: "", note };
  }
  const items = orderItemsOf(ticked).length;
  // A row may represent several items, all ordered by its command.
  const holding = items > ticked.length ? `, ${countText(items, "item")}` : "";
  const parts = [`${countText(ticked.length, noun)} ticked${holding}`];
  const { percent, km2 } = rows.coverage.together(ticked.map(({ data }) => data.geometry));
  if (percent !== undefined) parts.push(`${percent} % of the area`);
  else if (km2 !== undefined && km2 > 0) parts.push(`${areaText(km2)} km²`);
  const prices = ticked.flatMap(({ data: { price } }) => price ?? []);
  for (const currency of new Set(prices.map((price) => price.currency)))
    parts.push(priceSumText(prices.filter((price) => price.currency === currency)));
  const notes: string[] = [];
  if (prices.length === 0 && rows.hasScenes) notes.push("prices not read");
  if (prices.length > 0) {
    const without = ticked.length - prices.length;
    if (without > 0) notes.push(`${countText(without, noun)} without a price`);
    if (madeAt !== "") notes.push(`prices read ${timeForPeople(madeAt, true)}`);
  }
  return { total: parts.join(" · "), note: notes.join(" · ") };
}

/** Returns the order items of all rows, each once: two pairs may share a scene. */
export function orderItemsOf(rows: readonly PageRow[]): unknown[] {
  const all = rows.flatMap(({ data: { items = [] } }) => items);
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}

const areaText = (km2: number): string => (km2 < 10 ? km2.toFixed(2) : groupedText(Math.round(km2)));

/** Returns the sum of prices of one currency, in the format of the first. */
function priceSumText(prices: readonly MapPrice[]): string {
  const [{ currency, text = `${currency} 0` }] = prices as readonly [MapPrice];
  const [, before, after] = /^(\D*)[\d.,]+(.*)$/.exec(text) ?? [text, `${currency} `, ""];
  const [whole = "", cents] = prices
    .reduce((sum, { amount }) => sum + amount, 0)
    .toFixed(2)
    .split(".");
  return `${before}${groupedText(Number(whole))}.${cents}${after}`;
}
