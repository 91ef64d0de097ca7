/** Chooses the projection of a map from its data. `plane.ts` computes it. */
import type { Bounds } from "../../geo/bounds.ts";
import type { Position } from "../../geo/geojson.ts";

/**
 * Returns the smallest bounds of positions; undefined without any. Across the antimeridian, if that is shorter, east
 * exceeds 180.
 */
export function boundsOf(positions: readonly Position[]): Bounds | undefined {
  if (positions.length === 0) return undefined;
  let [south, north] = [90, -90];
  const longitudes = new Float64Array(positions.length);
  positions.forEach(([longitude = 0, latitude = 0], at) => {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    longitudes[at] = longitude - 360 * Math.floor(longitude / 360);
  });
  longitudes.sort();
  // The widest gap between neighbours is outside the bounds.
  let [widest, west] = [longitudes[0]! + 360 - longitudes.at(-1)!, longitudes[0]!];
  let east = longitudes.at(-1)!;
  for (let at = 1; at < longitudes.length; at++) {
    const gap = longitudes[at]! - longitudes[at - 1]!;
    if (gap <= widest) continue;
    [widest, west, east] = [gap, longitudes[at]!, longitudes[at - 1]! + 360];
  }
  const turn = west > 180 || (west + east) / 2 > 180 ? 360 : 0;
  return [west - turn, south, east - turn, north];
}

export type ProjectionKind = "mercator" | "north-pole" | "south-pole" | "world";

export interface ChosenProjection {
  kind: ProjectionKind;
  /** Central longitude. */
  middle: number;
}

/** Latitude beyond which Mercator mostly shows its own distortion. */
const POLAR = 72;

/** Chooses Mercator around the data, azimuthal for data around a pole, and the whole world for data everywhere. */
export function chooseProjection(bounds: Bounds | undefined): ChosenProjection {
  if (bounds === undefined) return { kind: "world", middle: 0 };
  const [west, south, east, north] = bounds;
  const middle = east - west > 200 ? 0 : (west + east) / 2;
  const isAroundPole = east - west > 300;
  if (south > 40 && (north > POLAR || isAroundPole)) return { kind: "north-pole", middle };
  if (north < -40 && (south < -POLAR || isAroundPole)) return { kind: "south-pole", middle };
  const isWide = east - west > 200 || north - south > 100 || Math.max(north, -south) > 80;
  return isWide ? { kind: "world", middle } : { kind: "mercator", middle };
}
