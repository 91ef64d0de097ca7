/**
 * An area as a grid of sample points, each with the square kilometres that it stands for. An estimate: good where an
 * exact overlay fails on what a service gives for a footprint, and for choosing among thousands of footprints.
 */
import { ringAreaKm2 } from "./area.ts";
import type { Bounds } from "./bounds.ts";
import { copiesBeside, flatPolygons, type FlatPolygon, type Region } from "./flat-polygons.ts";

export interface SampleGrid {
  /** Square kilometres of each point. */
  weights: Float64Array;
  totalKm2: number;
  /** The points that a region covers, as indices of `weights`. What lies in an even number of its rings is outside. */
  pointsIn: (region: Region) => number[];
}

/** About so many points, in rows of equal height. An area narrower than its grid still has a point in its middle. */
export function sampleArea(region: Region, wanted = 20_000): SampleGrid {
  const weights: number[] = [];
  const rows: Row[] = [];
  const polygons = flatPolygons(region);
  const boxKm2 = polygons.map(({ bounds }) => ringAreaKm2(boxRing(bounds)));
  const wholeKm2 = boxKm2.reduce((sum, km2) => sum + km2, 0);
  for (const [at, { rings, bounds }] of polygons.entries()) {
    const [west, south, east, north] = bounds;
    const count = Math.max(64, Math.round((wanted * boxKm2[at]!) / wholeKm2));
    const heightShare =
      (north - south) / Math.max(1e-12, (east - west) * Math.cos(((south + north) / 2) * RADIANS));
    const rowCount = Math.min(1000, Math.max(8, Math.round(Math.sqrt(count * heightShare))));
    const columnCount = Math.min(1000, Math.max(8, Math.round(count / rowCount)));
    const [height, width] = [(north - south) / rowCount, (east - west) / columnCount];
    for (let line = 0; line < rowCount; line++) {
      const bottom = south + line * height;
      const km2 = ringAreaKm2(boxRing([west, bottom, west + width, bottom + height]));
      const row: Row = { latitude: bottom + height / 2, first: weights.length, longitudes: [] };
      for (const [from, to] of spansAt(rings, row.latitude)) {
        const start = Math.max(0, Math.ceil((from - west) / width - 0.5));
        for (let column = start; column < columnCount && west + (column + 0.5) * width < to; column++) {
          row.longitudes.push(west + (column + 0.5) * width);
          weights.push(km2);
        }
      }
      if (row.longitudes.length > 0) rows.push(row);
    }
  }
  rows.sort((a, b) => a.latitude - b.latitude);
  const bounds = boundsOfAll(polygons);
  return {
    weights: Float64Array.from(weights),
    totalKm2: weights.reduce((sum, km2) => sum + km2, 0),
    pointsIn: (covering) => pointsIn(rows, bounds, covering),
  };
}

const RADIANS = Math.PI / 180;

interface Row {
  latitude: number;
  /** The index of its first point. */
  first: number;
  /** From west to east. */
  longitudes: number[];
}

function pointsIn(rows: readonly Row[], bounds: Bounds, region: Region): number[] {
  const found: number[] = [];
  const copies = flatPolygons(region).flatMap((polygon) => copiesBeside(polygon, bounds));
  for (const { rings, bounds: box } of copies) {
    const start = firstFrom(rows.length, (at) => rows[at]!.latitude, box[1]);
    for (let at = start; at < rows.length && rows[at]!.latitude <= box[3]; at++) {
      const { latitude, first, longitudes } = rows[at]!;
      for (const [from, to] of spansAt(rings, latitude)) {
        let column = firstFrom(longitudes.length, (place) => longitudes[place]!, from);
        for (; column < longitudes.length && longitudes[column]! < to; column++) found.push(first + column);
      }
    }
  }
  return copies.length > 1 ? [...new Set(found)] : found;
}

/** Where a parallel is inside a polygon: pairs of longitudes. An edge counts with its southern end. */
function spansAt(rings: FlatPolygon["rings"], latitude: number): [number, number][] {
  const crossings: number[] = [];
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at++) {
      const [x1 = 0, y1 = 0] = ring[at - 1]!;
      const [x2 = 0, y2 = 0] = ring[at]!;
      if (y1 <= latitude !== y2 <= latitude) crossings.push(x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  crossings.sort((a, b) => a - b);
  return Array.from({ length: crossings.length >> 1 }, (_, at) => [
    crossings[at * 2]!,
    crossings[at * 2 + 1]!,
  ]);
}

/** The first index whose value, of values that rise, is not below `least`. */
function firstFrom(count: number, valueAt: (at: number) => number, least: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function boundsOfAll(polygons: readonly FlatPolygon[]): Bounds {
  const all: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { bounds } of polygons) {
    all[0] = Math.min(all[0], bounds[0]);
    all[1] = Math.min(all[1], bounds[1]);
    all[2] = Math.max(all[2], bounds[2]);
    all[3] = Math.max(all[3], bounds[3]);
  }
  return all;
}

const boxRing = ([west, south, east, north]: Bounds): number[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
