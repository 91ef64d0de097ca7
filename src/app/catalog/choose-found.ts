/** What is kept of the items that a search found, in which order, and how many; and what the scenes of a day cover. */
import { collectOf, productTypes, scenesOf } from "../../domain/catalog/scene.ts";
import type { Region } from "../../geo/flat-polygons.ts";
import { coveringText, leftOutText } from "../../render/search-notes.ts";
import { advice, Command } from "../../hint.ts";
import type { AppContext } from "../context.ts";
import {
  areSimplified,
  footprintsOf,
  gathered,
  type FoundItem,
  type FoundPages as Pages,
} from "./found-items.ts";

type Reporting = Pick<AppContext, "events">;

/** Those that cover at least this share of the area, 0 to 1; a note counts them, in items or in scenes. */
export async function* coveringAtLeast(
  { events }: Reporting,
  pages: Pages,
  { least, hasScenes }: { least: number; hasScenes: boolean },
): AsyncGenerator<readonly FoundItem[]> {
  const [kept, all] = [new Set<unknown>(), new Set<unknown>()];
  const counted = ({ item }: FoundItem): unknown => (hasScenes ? collectOf(item) : undefined) ?? item;
  let [most, isEstimate] = [0, false];
  for await (const page of pages) {
    for (const { cover } of page)
      if (cover !== undefined && cover.share > most) [most, isEstimate] = [cover.share, cover.isEstimate];
    // A share is computed: what it lacks by rounding is not lacking.
    const covering = page.filter(({ cover }) => cover !== undefined && cover.share >= least - 1e-9);
    for (const found of covering) kept.add(counted(found));
    for (const found of page) all.add(counted(found));
    yield covering;
  }
  const best = kept.size === 0 && most > 0 ? { share: most, isEstimate } : undefined;
  events.note(
    coveringText({ kept: kept.size, all: all.size, unit: hasScenes ? "scene" : "item", least, best }),
  );
  if (best === undefined) return;
  const together = new Command([{ text: "--cover" }], "again", { without: ["--min-cover="] });
  events.hint(advice`Choose scenes that cover it together${together}`);
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

/** The first of them, counted in items or in scenes; a note says how many are left out. */
export async function* firstFound(
  { events }: Reporting,
  pages: Pages,
  { limit, hasScenes }: { limit: number; hasScenes: boolean },
): AsyncGenerator<readonly FoundItem[]> {
  const all = await gathered(pages);
  const rows = hasScenes ? scenesOf(all).map(({ items }) => items) : all.map((each) => [each]);
  if (rows.length > limit)
    events.note(leftOutText({ shown: limit, all: rows.length, unit: hasScenes ? "scene" : "item" }));
  const kept = new Set(rows.slice(0, limit).flat());
  yield all.filter((each) => kept.has(each));
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
  // The library behind it is big, and loaded only where it is used.
  const coverOfAll = (await import("../../geo/footprint-union.ts")).coverTogether(area);
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

/** The first of them; a note says how many are left out. */
export async function* firstDays(
  { events }: Reporting,
  pages: AsyncIterable<readonly CoveredDay[]>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly CoveredDay[]> {
  for await (const days of pages) {
    if (days.length > limit) events.note(leftOutText({ shown: limit, all: days.length, unit: "day" }));
    yield days.slice(0, limit);
  }
}
