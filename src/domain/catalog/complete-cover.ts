/**
 * A choice of scenes by sample points misses what lies between them. Here the choice is measured exactly: scenes are added
 * until none adds anything that counts, and those that others have made needless are left out.
 */
import { regionOf, type Region } from "../../geo/flat-polygons.ts";
import type { CoveredArea } from "../../geo/footprint-union.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { measureArea, SHARE_ROUNDING } from "../../geo/overlay.ts";
import { CHEAPEST } from "./choose-cover.ts";

export interface Covering {
  footprints: readonly Geometry[];
  /** The sample points that it covers. One that no other scene chosen covers shows without an overlay that it is needed. */
  points: readonly number[];
  /** 1 for the fewest; a price for the cheapest. */
  cost: number;
}

export interface CompleteCover {
  /** Their places in the list given, in its order. */
  chosen: number[];
  covered: CoveredArea;
  /** The most of the area that one more scene would add, as a share; undefined where an overlay failed, or for too many scenes. */
  next: number | undefined;
  /** Too many scenes to measure: the sample points alone chose. `covered` is measured all the same. */
  isSampled: boolean;
}

/** A smaller share of the area is not worth a scene. */
export const SLIVER = 1e-5;

/** Scenes that are measured exactly: one to three seconds (2,000 would take five). Among more the choice by sample points stands as it is. */
export const MOST_MEASURED = 500;

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
  const outlines = scenes.map(({ footprints }) => distinct(footprints));
  const outlinesOf = (places: Iterable<number>): Region[] => [...places].flatMap((place) => outlines[place]!);
  const result = (next: number | undefined): CompleteCover => ({
    chosen: [...chosen].toSorted((a, b) => a - b),
    covered: coverOf(area)(outlinesOf(chosen)),
    next,
    isSampled: scenes.length > MOST_MEASURED,
  });
  const before = result(undefined);
  if (before.isSampled || before.covered.cover.isEstimate) return before;
  let isKnown = true;
  const { km2, coverOf: shareOf } = measureArea(area);
  /** What these scenes leave of parts of the area. A part where the overlay failed stays whole. */
  const remaining = (parts: readonly Region[], places: Iterable<number>): Region[] => {
    const taken = outlinesOf(places);
    return parts.flatMap((part) => {
      const { cover, uncovered } = coverOf(part)(taken);
      return cover.isEstimate ? [part] : uncovered;
    });
  };
  let left = before.covered.uncovered;
  let measuredLeft = measureArea(multiPolygon(left));
  /** The share of the area that a scene adds to those chosen. */
  const gainOf = (place: number): number => {
    const shares = outlines[place]!.map((outline) => {
      const { share, isEstimate } = measuredLeft.coverOf(outline);
      if (isEstimate) isKnown = false;
      return isEstimate ? 0 : share;
    });
    return (Math.max(0, ...shares) * measuredLeft.km2) / km2;
  };

  // What a scene adds only shrinks while others are chosen: its last gain is the most that it adds.
  let gains = [...scenes.keys()].flatMap((place) => {
    const share = chosen.has(place) ? 0 : gainOf(place);
    return share > SHARE_ROUNDING ? [{ place, share }] : [];
  });
  const worthOf = ({ place, share }: { place: number; share: number }): number =>
    share < SLIVER ? 0 : share / Math.max(scenes[place]!.cost, CHEAPEST);
  for (;;) {
    const [best] = gains.toSorted((a, b) => worthOf(b) - worthOf(a));
    if (best === undefined || best.share < SLIVER) break;
    const share = gainOf(best.place);
    const isAdded = share === best.share;
    if (isAdded) {
      chosen.add(best.place);
      left = remaining(left, [best.place]);
      measuredLeft = measureArea(multiPolygon(left));
    }
    gains = gains.flatMap((gain) =>
      gain !== best ? [gain] : isAdded || share <= SHARE_ROUNDING ? [] : [{ ...best, share }],
    );
  }
  /** Leaves out the needless ones among `places`, which alone cover `parts`. Halves keep the parts small. */
  const leaveOut = (places: readonly number[], parts: readonly Region[]): void => {
    if (places.length < 2) {
      const share = parts.reduce((sum, part) => sum + shareOf(part).share, 0);
      if (share <= SHARE_ROUNDING) for (const place of places) chosen.delete(place);
      return;
    }
    const [dearer, cheaper] = [places.slice(0, places.length / 2), places.slice(places.length / 2)];
    leaveOut(dearer, remaining(parts, cheaper));
    const kept = dearer.filter((place) => chosen.has(place));
    leaveOut(cheaper, remaining(parts, kept));
  };
  if (chosen.size > first.length) {
    const doubtful = withoutOwnPoint(scenes, chosen).toSorted((a, b) => scenes[b]!.cost - scenes[a]!.cost);
    const needed = [...chosen].filter((place) => !doubtful.includes(place));
    const { cover, uncovered } = coverOf(area)([...left, ...outlinesOf(needed)]);
    if (!cover.isEstimate) leaveOut(doubtful, uncovered);
  }
  const next = Math.max(0, ...gains.map(({ place }) => gainOf(place)));
  return result(isKnown ? (next > SHARE_ROUNDING ? next : 0) : undefined);
}

/** Those of the chosen scenes whose sample points are all covered by others chosen. */
function withoutOwnPoint(scenes: readonly Covering[], chosen: ReadonlySet<number>): number[] {
  const counts = new Map<number, number>();
  for (const place of chosen)
    for (const point of scenes[place]!.points) counts.set(point, (counts.get(point) ?? 0) + 1);
  return [...chosen].filter((place) => scenes[place]!.points.every((point) => counts.get(point)! > 1));
}

/** The products of a scene often have one outline. */
function distinct(footprints: readonly Geometry[]): Region[] {
  const regions = footprints.flatMap((footprint) => regionOf(footprint) ?? []);
  return [...new Map(regions.map((region) => [JSON.stringify(region.coordinates), region])).values()];
}

const multiPolygon = (parts: readonly Region[]): Region => ({
  type: "MultiPolygon",
  coordinates: parts.flatMap((part) => (part.type === "Polygon" ? [part.coordinates] : part.coordinates)),
});
