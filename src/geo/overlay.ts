/**
 * How much of an area a footprint covers, in square kilometres on the WGS84 ellipsoid. Edges are straight in longitude
 * and latitude, and the shorter way round the globe is theirs, as in `area.ts`. One footprint is measured by clipping;
 * what several cover together is in `footprint-union.ts`.
 */
import { ringAreaKm2 } from "./area.ts";
import { convexOverlapKm2, convexRing, simpleOverlapKm2, toPieces } from "./convex-clip.ts";
import { copiesBeside, flatPolygons, regionOf, type FlatPolygon, type Region } from "./flat-polygons.ts";
import type { Geometry } from "./geojson.ts";
import { checkRing } from "./ring.ts";
import { boundsOfAll, sampleArea, type SampleGrid } from "./sample-grid.ts";

/** Shares are computed: two outlines with a common edge seem to share so much, and a share may lack so much, by rounding. */
export const SHARE_ROUNDING = 1e-9;

/** A share of the area, 0 to 1. */
export interface Cover {
  share: number;
  /** True when the outline crosses itself and a grid of sample points was counted instead; shown as `~`. */
  isEstimate: boolean;
}

export interface MeasuredArea {
  km2: number;
  /** The share that one footprint covers; none for a footprint without a surface. */
  coverOf: (footprint: Geometry) => Cover;
}

/** Prepares an area that many footprints are compared with. */
export function measureArea(area: Region): MeasuredArea {
  const polygons = flatPolygons(area);
  const pieces = toPieces(polygons);
  const bounds = boundsOfAll(polygons);
  const km2 = flatAreaKm2(polygons);
  let grid: SampleGrid | undefined;
  const ringOverlap = (ring: FlatPolygon["rings"][number]): number => {
    const convex = convexRing(ring);
    return convex === undefined ? simpleOverlapKm2(pieces, ring) : convexOverlapKm2(pieces, convex);
  };
  return {
    km2,
    coverOf: (footprint) => {
      const region = regionOf(footprint);
      if (region === undefined || km2 === 0) return { share: 0, isEstimate: false };
      const footprints = flatPolygons(region);
      const areSimple = footprints.every(({ rings }) => rings.every((ring) => checkRing(ring).ok));
      if (!areSimple) return estimateCover((grid ??= sampleArea(area)), [region]);
      let part = 0;
      for (const { rings } of footprints.flatMap((polygon) => copiesBeside(polygon, bounds)))
        for (const [at, ring] of rings.entries()) part += ringOverlap(ring) * (at === 0 ? 1 : -1);
      return { share: Math.min(1, Math.max(0, part / km2)), isEstimate: false };
    },
  };
}

/** By the sample points that the regions cover. */
export function estimateCover(grid: SampleGrid, regions: readonly Region[]): Cover {
  let part = 0;
  for (const point of new Set(regions.flatMap(grid.pointsIn))) part += grid.weights[point]!;
  return { share: grid.totalKm2 > 0 ? Math.min(1, part / grid.totalKm2) : 0, isEstimate: true };
}

/** Square kilometres that two shapes have in common, and the area of each: for the likeness of two footprints. */
export function overlap(
  a: Geometry,
  b: Geometry,
): { km2: number; aKm2: number; bKm2: number; isEstimate: boolean } {
  const [regionA, regionB] = [regionOf(a), regionOf(b)];
  if (regionA === undefined || regionB === undefined) return { km2: 0, aKm2: 0, bKm2: 0, isEstimate: false };
  const measured = measureArea(regionA);
  const { share, isEstimate } = measured.coverOf(b);
  return {
    km2: share * measured.km2,
    aKm2: measured.km2,
    bKm2: flatAreaKm2(flatPolygons(regionB)),
    isEstimate,
  };
}

/** What two shapes have in common, as a share of the larger one: 1 for equal shapes, 0 for shapes apart. */
export function overlapShare(a: Geometry, b: Geometry): Cover {
  const { km2, aKm2, bKm2, isEstimate } = overlap(a, b);
  const larger = Math.max(aKm2, bKm2);
  return { share: larger > 0 ? Math.min(1, km2 / larger) : 0, isEstimate };
}

export function flatAreaKm2(polygons: readonly FlatPolygon[]): number {
  let total = 0;
  for (const { rings } of polygons)
    for (const [at, ring] of rings.entries()) total += Math.abs(ringAreaKm2(ring)) * (at === 0 ? 1 : -1);
  return total;
}
