/**
 * A choice of scenes by sample points misses what lies between them. Here the choice is measured exactly: scenes are added
 * until none adds anything that counts, and those that others have made needless are left out.
 */
import { regionOf, type Region } from "../../geo/flat-polygons.ts";
import type { CoveredArea } from "../../geo/footprint-union.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { measureArea } from "../../geo/overlay.ts";

export interface Covering {
  footprints: readonly Geometry[];
  /** 1 for the fewest; a price for the cheapest. */
  cost: number;
}

export interface CompleteCover {
  /** Their places in the list given, in its order. */
  chosen: number[];
  covered: CoveredArea;
  /** The largest share of the area that one more scene would add; undefined where an overlay failed, or for too many scenes. */
  next: number | undefined;
}

/** A smaller share of the area is not worth a scene. */
export const SLIVER = 1e-5;

/** Scenes that are measured exactly: some seconds. Among more the choice by sample points stands as it is. */
const MOST_MEASURED = 200;

/** What two outlines with a common edge seem to share, by rounding. */
const ROUNDING = 1e-9;

interface Choice {
  area: Region;
  scenes: readonly Covering[];
  /** The choice so far. */
  chosen: readonly number[];
  /** `coverTogether`, whose library is big. */
  coverOf: (area: Region) => (footprints: readonly Geometry[]) => CoveredArea;
}

export function completeCover({ area, scenes, chosen: first, coverOf }: Choice): CompleteCover {
  const chosen = new Set(first);
  const footprintsOf = (places: Iterable<number>): Geometry[] =>
    [...places].flatMap((place) => scenes[place]!.footprints);
  const result = (next: number | undefined): CompleteCover => ({
    chosen: [...chosen].toSorted((a, b) => a - b),
    covered: coverOf(area)(footprintsOf(chosen)),
    next,
  });
  const before = result(undefined);
  if (scenes.length > MOST_MEASURED || before.covered.cover.isEstimate) return before;
  let isKnown = true;
  const { coverOf: shareOf } = measureArea(area);
  const outlines = scenes.map(({ footprints }) =>
    distinct(footprints).map((region) => ({ region, coverBy: coverOf(region) })),
  );
  /** The share of the area that a scene covers and these do not. Only what overlaps the scene is looked at. */
  const gainOf = (place: number, others: Iterable<number>): number => {
    const footprints = footprintsOf(others);
    const gains = outlines[place]!.map(({ coverBy }) => {
      const { cover, uncovered } = coverBy(footprints);
      if (cover.isEstimate) isKnown = false;
      return uncovered.reduce((sum, part) => sum + shareOf(part).share, 0);
    });
    return Math.max(0, ...gains);
  };
  const without = (place: number): number[] => [...chosen].filter((other) => other !== place);

  // What a scene adds only shrinks while others are chosen: its last gain is the most that it adds.
  let gains = [...scenes.keys()].flatMap((place) => {
    const share = chosen.has(place) ? 0 : gainOf(place, chosen);
    return share > ROUNDING ? [{ place, share }] : [];
  });
  const worthOf = ({ place, share }: { place: number; share: number }): number =>
    share < SLIVER ? 0 : share / Math.max(scenes[place]!.cost, CHEAPEST);
  for (;;) {
    const [best] = gains.toSorted((a, b) => worthOf(b) - worthOf(a));
    if (best === undefined || best.share < SLIVER) break;
    const share = gainOf(best.place, chosen);
    const isAdded = share === best.share;
    if (isAdded) chosen.add(best.place);
    gains = gains.flatMap((gain) =>
      gain !== best ? [gain] : isAdded || share <= ROUNDING ? [] : [{ ...best, share }],
    );
  }
  if (chosen.size > first.length)
    for (const place of [...chosen].toSorted((a, b) => scenes[b]!.cost - scenes[a]!.cost))
      if (gainOf(place, without(place)) <= ROUNDING) chosen.delete(place);
  const next = Math.max(0, ...gains.map(({ place }) => gainOf(place, chosen)));
  return result(isKnown ? (next > ROUNDING ? next : 0) : undefined);
}

/** What is free is still compared by what it adds. */
const CHEAPEST = 1e-6;

/** The products of a scene often have one outline. */
function distinct(footprints: readonly Geometry[]): Region[] {
  const regions = footprints.flatMap((footprint) => regionOf(footprint) ?? []);
  return [...new Map(regions.map((region) => [JSON.stringify(region.coordinates), region])).values()];
}
