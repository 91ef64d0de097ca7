/**
 * The plane of the map: the chosen projection of d3-geo at a fixed scale. Each shape is projected once; zoom and pan
 * only scale and shift the plane.
 */
import {
  geoAzimuthalEquidistant,
  geoEqualEarth,
  geoMercator,
  geoStream,
  type GeoPermissibleObjects,
  type GeoProjection,
} from "d3-geo";
import { measureBounds, type Bounds } from "../../geo/bounds.ts";
import type { Position } from "../../geo/geojson.ts";
import { EARTH_RADIUS_KM, measureDistanceKm } from "../../geo/great-circle.ts";
import { toNearMeridian } from "../../geo/position.ts";
import type { Shape } from "./shape.ts";

/** Units of the plane per radian. */
export const PLANE_SCALE = 1000;

/** A point of the plane, or of the screen in pixels. */
export type Point = [x: number, y: number];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A shape on the plane. */
export interface FlatShape {
  /** Polygons as closed rings, filled by the even-odd rule. */
  areas: Point[][][];
  /** The line that is drawn instead of the rings of the areas. */
  outline?: Point[][];
  lines: Point[][];
  points: Point[];
  box: Box;
}

/** Azimuthal maps end this far from their pole. */
const POLAR_REACH_DEGREES = 100;

function makeProjection(kind: ProjectionKind, middle: number): GeoProjection {
  if (kind === "mercator") return geoMercator().rotate([-middle, 0]);
  if (kind === "world") return geoEqualEarth().rotate([-middle, 0]);
  // The central longitude points down from the North Pole and up from the South Pole.
  const pole = kind === "north-pole" ? -90 : 90;
  return geoAzimuthalEquidistant().rotate([-middle, pole]).clipAngle(POLAR_REACH_DEGREES);
}

export class Plane {
  readonly kind: ProjectionKind;
  /** Longitude in the middle of the map. */
  readonly middle: number;
  private readonly projection: GeoProjection;

  constructor({ kind, middle }: ChosenProjection) {
    [this.kind, this.middle] = [kind, middle];
    this.projection = makeProjection(kind, middle).scale(PLANE_SCALE).translate([0, 0]);
  }

  project([longitude = 0, latitude = 0]: Position): Point {
    return this.projection([longitude, latitude]) ?? [Number.NaN, Number.NaN];
  }

  /** Returns the position at a point; undefined beyond the edge of the map. */
  invert(x: number, y: number): [longitude: number, latitude: number] | undefined {
    const position = this.projection.invert?.([x, y]);
    if (position == null || !position.every(Number.isFinite) || Math.abs(position[1]) > 90) return undefined;
    const [back] = this.stream({ type: "Point", coordinates: position }).points;
    const isSame = back !== undefined && Math.hypot(back[0] - x, back[1] - y) < 1e-3 * PLANE_SCALE;
    return isSame ? position : undefined;
  }

  /**
   * Returns the shape on the plane, cut at the edges of the map. d3-geo sometimes fills the outside of a small area. Only
   * the outline of such an area is drawn.
   */
  flatten({ areas, outline, lines, points }: Shape): FlatShape {
    const flat: Omit<FlatShape, "box"> = {
      areas: [],
      outline: outline && this.stream({ type: "MultiLineString", coordinates: outline }).lines,
      lines: this.stream({ type: "MultiLineString", coordinates: lines }).lines,
      points: this.stream({ type: "MultiPoint", coordinates: points }).points,
    };
    for (const rings of areas) {
      const drawn = this.stream({ type: "Polygon", coordinates: rings }).lines;
      if (this.isInsideOut(drawn, rings))
        flat.lines.push(...this.stream({ type: "MultiLineString", coordinates: rings }).lines);
      else flat.areas.push(drawn);
    }
    return { ...flat, box: measureBox(flat.areas.flat(2), flat.lines.flat(), flat.points) };
  }

  /** Returns the kilometres of one unit of the plane at a point, from west to east. */
  kmPerUnit(x: number, y: number): number {
    const step = 1e-4;
    const [from, to] = [this.invert(x - step, y), this.invert(x + step, y)];
    return from === undefined || to === undefined
      ? EARTH_RADIUS_KM / PLANE_SCALE
      : measureDistanceKm(from, to) / (2 * step);
  }

  /** Returns the degrees in a box of the plane, with continuous longitudes; undefined beyond the edge of the map. */
  degreesIn({ left, top, right, bottom }: Box): Bounds | undefined {
    const [middle = 0] = this.invert((left + right) / 2, (top + bottom) / 2) ?? [];
    const positions: Position[] = [];
    for (let column = 0; column <= 12; column++) {
      for (let row = 0; row <= 12; row++) {
        const position = this.invert(
          left + ((right - left) * column) / 12,
          top + ((bottom - top) * row) / 12,
        );
        if (position !== undefined) positions.push([toNearMeridian(position[0], middle), position[1]]);
      }
    }
    if (positions.length === 0) return undefined;
    let [west, south, east, north] = measureBounds(positions);
    const hasPole = [-90, 90].some((pole) => {
      if (this.kind === "mercator") return false;
      const [x, y] = this.project([0, pole]);
      return x >= left && x <= right && y >= top && y <= bottom;
    });
    if (hasPole || east - west > 300) {
      [west, east] = [this.middle - 180, this.middle + 180];
      if (this.kind === "north-pole") north = 90;
      else if (this.kind === "south-pole") south = -90;
      else if (hasPole) [south, north] = [Math.min(south, -85), Math.max(north, 85)];
    }
    return [west, south, east, north];
  }

  /** Returns the edge of the map. */
  outline(): FlatShape {
    const rings = this.stream({ type: "Sphere" }).lines;
    return { areas: [rings], lines: [], points: [], box: measureBox(rings.flat()) };
  }

  /** Returns whether a small ring fills places far outside it. */
  private isInsideOut(drawn: readonly Point[][], [outside = []]: readonly Position[][]): boolean {
    const [west, , east] = measureBounds(outside);
    if (east - west > 170) return false;
    const [own, filled] = [
      measureBox(outside.map((position) => this.project(position))),
      measureBox(drawn.flat()),
    ];
    const beyond = Math.max(
      own.left - filled.left,
      filled.right - own.right,
      own.top - filled.top,
      filled.bottom - own.bottom,
    );
    return beyond > FAR_OUTSIDE;
  }

  private stream(object: GeoPermissibleObjects): { lines: Point[][]; points: Point[] } {
    const [lines, points]: [Point[][], Point[]] = [[], []];
    let line: Point[] | undefined;
    let isPolygon = false;
    const sink = {
      point: (x: number, y: number): void => void (line ?? points).push([x, y]),
      lineStart: (): void => void (line = []),
      lineEnd: (): void => {
        if (isPolygon && line!.length > 1) line!.push(line![0]!);
        if (line!.length > 1) lines.push(line!);
        line = undefined;
      },
      polygonStart: (): void => void (isPolygon = true),
      polygonEnd: (): void => void (isPolygon = false),
    };
    geoStream(object, this.projection.stream(sink));
    return { lines, points };
  }
}

/** Distance at which a place is far outside a ring. Edges have a position per degree, so they bend less than this. */
const FAR_OUTSIDE = 0.1 * PLANE_SCALE;

/** Returns the box of all points; without any, `left` exceeds `right`. */
function measureBox(...groups: readonly (readonly Point[])[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const points of groups) {
    for (const [x, y] of points) {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  return box;
}

/** Returns the box around boxes. */
export const joinBoxes = (boxes: readonly Box[]): Box =>
  boxes.reduce(
    (one, other) => ({
      left: Math.min(one.left, other.left),
      top: Math.min(one.top, other.top),
      right: Math.max(one.right, other.right),
      bottom: Math.max(one.bottom, other.bottom),
    }),
    measureBox(),
  );

// Chooses the projection of a map from its data. `plane.ts` computes it.

/**
 * Returns the smallest bounds of positions; undefined for no positions. If the bounds across the antimeridian are
 * narrower, their east exceeds 180.
 */
export function toBounds(positions: readonly Position[]): Bounds | undefined {
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

type ProjectionKind = "mercator" | "north-pole" | "south-pole" | "world";

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
