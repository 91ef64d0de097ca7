/** Filters, sorts and limits the items of a search. */
import { partition } from "../../partition.ts";
import { countText } from "../../counted.ts";
import { SHARE_ROUNDING } from "../../geo/area.ts";
import { findCollectId, groupScenes } from "../../domain/catalog/scene.ts";
import { makeAmountReader } from "../../domain/price/money.ts";
import { shareText } from "../../render/quantity-text.ts";
import type { AppContext } from "../context.ts";
import { gatherPages, type FoundItem, type FoundPages } from "./found-items.ts";
import { SHOW_MORE } from "../incomplete-list.ts";

/** Yields the items that cover at least this share of the area, 0 to 1; a note counts them, in items or in scenes. */
export async function* filterCovering(
  { events }: AppContext,
  pages: FoundPages,
  { least, hasScenes }: { least: number; hasScenes: boolean },
): AsyncGenerator<readonly FoundItem[]> {
  const [kept, all] = [new Set<unknown>(), new Set<unknown>()];
  const counted = ({ item }: FoundItem): unknown => (hasScenes ? findCollectId(item) : undefined) ?? item;
  let [most, isEstimate] = [0, false];
  for await (const page of pages) {
    for (const { cover } of page)
      if (cover !== undefined && cover.share > most) [most, isEstimate] = [cover.share, cover.isEstimate];
    const covering = page.filter(({ cover }) => cover !== undefined && cover.share >= least - SHARE_ROUNDING);
    for (const found of covering) kept.add(counted(found));
    for (const found of page) all.add(counted(found));
    yield covering;
  }
  const best = kept.size === 0 && most > 0 ? { share: most, isEstimate } : undefined;
  const verb = kept.size === 1 ? "covers" : "cover";
  const percent = Number((least * 100).toFixed(6));
  const only = best === undefined ? "" : `; the best one covers ${shareText(best)}`;
  const counts = `${kept.size} of ${countText(all.size, hasScenes ? "scene" : "item")}`;
  events.note(`${counts} ${verb} at least ${percent}% of the area${only}`);
  if (best === undefined) return;
  events.hint("Add --cover in place of --min-cover: it chooses scenes that cover the area together");
}

/** A value computed or read here, by which the service cannot sort. */
export interface FoundSort {
  by: "covers" | "price";
  isDescending: boolean;
}

/** Reads `price`, `-covers` or `covers:desc`; returns undefined for a sort of the service. */
export function readFoundSort(text: string): FoundSort | undefined {
  const [, sign, by, direction = sign === "-" ? "desc" : "asc"] =
    /^([-+]?)(covers|price)(?::(asc|desc))?$/i.exec(text) ?? [];
  if (by === undefined) return undefined;
  return { by: by.toLowerCase() as FoundSort["by"], isDescending: direction.toLowerCase() === "desc" };
}

/**
 * Sorts all results. Items without a share or price, or with a price in an unusual currency, come last. Equal items
 * keep the service's order.
 */
export async function* sortFound(
  pages: FoundPages,
  { by, isDescending }: FoundSort,
): AsyncGenerator<readonly FoundItem[]> {
  const sign = isDescending ? -1 : 1;
  const all = await gatherPages(pages);
  const amountOf = makeAmountReader(all.map(({ price }) => price?.amount));
  const numberOf = ({ cover, price }: FoundItem): number | undefined =>
    by === "covers" ? cover?.share : amountOf(price?.amount);
  const [known, unknown] = partition(all, (found) => numberOf(found) !== undefined);
  yield [...known.toSorted((a, b) => sign * (numberOf(a)! - numberOf(b)!)), ...unknown];
}

/** Yields the first items, counted in items or in scenes; a note reports the number of the omitted ones. */
export async function* limitFound(
  { events }: AppContext,
  pages: FoundPages,
  { limit, hasScenes }: { limit: number; hasScenes: boolean },
): AsyncGenerator<readonly FoundItem[]> {
  const all = await gatherPages(pages);
  const rows = hasScenes ? groupScenes(all).map(({ items }) => items) : all.map((each) => [each]);
  if (rows.length > limit)
    events.note(`showing ${limit} of ${countText(rows.length, hasScenes ? "scene" : "item")}`, SHOW_MORE);
  const kept = new Set(rows.slice(0, limit).flat());
  yield all.filter((each) => kept.has(each));
}
