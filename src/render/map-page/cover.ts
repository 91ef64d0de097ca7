/**
 * Computes the share of an area that footprints cover. Each of many parallels is measured exactly in longitude and
 * weighted by its strip of the ellipsoid. So the result does not depend on the location of the area or on overlaps.
 */
import type { Geometry, Position } from "../../geo/geojson.ts";

type Interval = readonly [west: number, east: number];

/** A region as its longitudes on each of several parallels. */
export interface Region {
  /** For each parallel its intervals, sorted and disjoint. */
  intervals: readonly (readonly Interval[])[];
}

export class CoverGrid {
  private readonly latitudes: Float64Array;
  private readonly weights: Float64Array;

  /** `middle`: longitudes are counted within 180 degrees of it. */
  constructor({ south, north, middle }: { south: number; north: number; middle: number }, parallels = 400) {
    this.middle = middle;
    this.latitudes = new Float64Array(parallels);
    this.weights = new Float64Array(parallels);
    const height = (north - south) / parallels;
    for (let at = 0; at < parallels; at++) {
      const latitude = south + height * (at + 0.5);
      this.latitudes[at] = latitude;
      this.weights[at] = stripKm2(latitude, height);
    }
  }

  private readonly middle: number;

  /** Returns the region of a geometry whose edges take the shorter way. */
  region(geometry: Geometry | null | undefined): Region {
    const polygons = polygonsIn(geometry);
    const heights = polygons.flat(2).map(([, latitude = 0]) => latitude);
    const [south, north] = [heights.reduce(least, Infinity), heights.reduce(most, -Infinity)];
    return {
      intervals: Array.from(this.latitudes, (latitude) =>
        latitude < south || latitude > north
          ? []
          : union(polygons.flatMap((rings) => this.crossings(rings, latitude))),
      ),
    };
  }

  /** Returns the union of the regions, within `frame`. */
  union(regions: readonly Region[], frame?: Region): Region {
    return {
      intervals: Array.from(this.latitudes, (_, at) => {
        const all = union(regions.flatMap(({ intervals }) => intervals[at]!));
        return frame === undefined ? all : intersection(all, frame.intervals[at]!);
      }),
    };
  }

  areaKm2({ intervals }: Region): number {
    let sum = 0;
    intervals.forEach((row, at) => {
      for (const [west, east] of row) sum += (east - west) * this.weights[at]!;
    });
    return sum;
  }

  /** Returns longitudes between an odd and an even crossing, shifted to within 180 degrees of the middle. */
  private crossings(rings: readonly (readonly Position[])[], latitude: number): Interval[] {
    const found: number[] = [];
    for (const ring of rings) {
      for (let at = 1; at < ring.length; at++) {
        const [[fromX, fromY], [toX, toY]] = [ring[at - 1], ring[at]] as [Position, Position];
        if (fromY! > latitude === toY! > latitude) continue;
        found.push(fromX! + ((toX! - fromX!) * (latitude - fromY!)) / (toY! - fromY!));
      }
    }
    found.sort((one, other) => one - other);
    const intervals: Interval[] = [];
    const [low, high] = [this.middle - 180, this.middle + 180];
    for (let at = 1; at < found.length; at += 2) {
      const turn = 360 * Math.floor((found[at - 1]! - low) / 360);
      const [west, east] = [found[at - 1]! - turn, found[at]! - turn];
      intervals.push([west, Math.min(east, high)]);
      if (east > high) intervals.push([low, Math.min(east - 360, high)]);
    }
    return intervals;
  }
}

const least = (one: number, other: number): number => Math.min(one, other);
const most = (one: number, other: number): number => Math.max(one, other);

function polygonsIn(geometry: Geometry | null | undefined): Position[][][] {
  if (geometry?.type === "GeometryCollection") return geometry.geometries.flatMap(polygonsIn);
  if (geometry?.type === "MultiPolygon") return geometry.coordinates;
  return geometry?.type === "Polygon" ? [geometry.coordinates] : [];
}

function union(intervals: readonly Interval[]): Interval[] {
  if (intervals.length < 2) return [...intervals];
  const joined: [number, number][] = [];
  for (const [west, east] of intervals.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last !== undefined && west <= last[1]) last[1] = Math.max(last[1], east);
    else joined.push([west, east]);
  }
  return joined;
}

function intersection(one: readonly Interval[], other: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  for (const [west, east] of one) {
    for (const [left, right] of other) {
      if (right > west && left < east) common.push([Math.max(west, left), Math.min(east, right)]);
    }
  }
  return common;
}

const RADIUS_KM = 6378.137;
const ECCENTRICITY_2 = 0.006_694_379_990_141_317;
const RADIANS = Math.PI / 180;

/** Returns the square kilometres of a strip one degree of longitude wide. */
function stripKm2(latitude: number, height: number): number {
  const sine = Math.sin(latitude * RADIANS);
  const squash = 1 - ECCENTRICITY_2 * sine * sine;
  const density = (Math.cos(latitude * RADIANS) * (1 - ECCENTRICITY_2)) / (squash * squash);
  return RADIUS_KM * RADIUS_KM * density * height * RADIANS * RADIANS;
}
