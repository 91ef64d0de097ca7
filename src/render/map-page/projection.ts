/**
 * Chooses a projection from the data and puts shapes on a plane. The plane has a fixed scale; zoom and pan are a scale
 * and a shift of it, so that nothing is projected twice. The open page has the same plane without d3-geo: `browser/plane.ts`.
 */
import {
  geoAzimuthalEquidistant,
  geoEqualEarth,
  geoMercator,
  geoStream,
  type GeoPermissibleObjects,
  type GeoProjection,
} from "d3-geo";
import type { Position } from "../../geo/geojson.ts";
import { emptyBox, grow, growByRing, PLANE_SCALE, type FlatRing, type FlatShape } from "./flat-shape.ts";
import type { Shape } from "./shape.ts";

export interface Bounds {
  /** The shortest arc of longitudes that holds everything; `east` may exceed 180. */
  west: number;
  east: number;
  south: number;
  north: number;
}

/** The smallest bounds of positions, across the antimeridian where that is shorter; undefined without any. */
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
  // The widest gap between neighbours is outside.
  let [widest, west] = [longitudes[0]! + 360 - longitudes.at(-1)!, longitudes[0]!];
  let east = longitudes.at(-1)!;
  for (let at = 1; at < longitudes.length; at++) {
    const gap = longitudes[at]! - longitudes[at - 1]!;
    if (gap <= widest) continue;
    [widest, west, east] = [gap, longitudes[at]!, longitudes[at - 1]! + 360];
  }
  const turn = west > 180 || (west + east) / 2 > 180 ? 360 : 0;
  return { west: west - turn, east: east - turn, south, north };
}

export type ProjectionKind = "mercator" | "north-pole" | "south-pole" | "world";

export interface ChosenProjection {
  kind: ProjectionKind;
  /** Longitude in the middle. */
  middle: number;
}

/** Latitudes beyond which Mercator shows little but its own distortion. */
const POLAR = 72;

/** Mercator around the data; azimuthal when the data lies around a pole; the whole world when it lies everywhere. */
export function chooseProjection(bounds: Bounds | undefined): ChosenProjection {
  if (bounds === undefined) return { kind: "world", middle: 0 };
  const { west, east, south, north } = bounds;
  const middle = (west + east) / 2;
  if (north > POLAR && south > 40) return { kind: "north-pole", middle };
  if (south < -POLAR && north < -40) return { kind: "south-pole", middle };
  const isWide = east - west > 200 || north - south > 100 || Math.max(north, -south) > 80;
  return isWide ? { kind: "world", middle: east - west > 200 ? 0 : middle } : { kind: "mercator", middle };
}

/** Azimuthal maps end this far from their pole. */
const POLAR_REACH_DEGREES = 100;

export class Plane {
  readonly kind: ProjectionKind;
  private readonly projection: GeoProjection;

  constructor({ kind, middle }: ChosenProjection) {
    this.kind = kind;
    const projection =
      kind === "mercator"
        ? geoMercator().rotate([-middle, 0])
        : kind === "world"
          ? geoEqualEarth().rotate([-middle, 0])
          : geoAzimuthalEquidistant()
              // The middle longitude points down from the North Pole and up from the South Pole.
              .rotate(kind === "north-pole" ? [-middle, -90] : [-middle, 90])
              .clipAngle(POLAR_REACH_DEGREES);
    this.projection = projection.scale(PLANE_SCALE).translate([0, 0]).precision(0);
  }

  project([longitude = 0, latitude = 0]: Position): [x: number, y: number] {
    return this.projection([longitude, latitude]) ?? [Number.NaN, Number.NaN];
  }

  /** The position that lies there; undefined beyond the edge of the map. */
  invert(x: number, y: number): [longitude: number, latitude: number] | undefined {
    const position = this.projection.invert?.([x, y]);
    if (position == null || !position.every(Number.isFinite) || Math.abs(position[1]) > 90) return undefined;
    const [backX, backY] = this.project(position);
    return Math.abs(backX - x) + Math.abs(backY - y) < 1e-3 * PLANE_SCALE ? position : undefined;
  }

  /** The shape on the plane, cut where the map is cut. An area that d3-geo turned inside out becomes its outline. */
  flatten({ areas, lines, points }: Shape): FlatShape {
    const flat: FlatShape = { areas: [], lines: [], points: [], box: emptyBox() };
    for (const rings of areas) {
      const drawn = this.stream({ type: "Polygon", coordinates: rings });
      if (this.isInsideOut(drawn, rings))
        flat.lines.push(...this.stream({ type: "MultiLineString", coordinates: rings }));
      else flat.areas.push(drawn);
    }
    if (lines.length > 0) flat.lines.push(...this.stream({ type: "MultiLineString", coordinates: lines }));
    for (const position of points) {
      const point = this.project(position);
      if (point.every(Number.isFinite)) flat.points.push(point);
    }
    for (const ring of [...flat.areas.flat(), ...flat.lines]) growByRing(flat.box, ring);
    for (const [x, y] of flat.points) grow(flat.box, x, y);
    return flat;
  }

  /** Whether a ring that spans little of the globe fills what lies far outside it. */
  private isInsideOut(drawn: readonly FlatRing[], [outside = []]: readonly (readonly Position[])[]): boolean {
    const longitudes = outside.map(([longitude = 0]) => longitude);
    const west = longitudes.reduce((one, other) => Math.min(one, other));
    const east = longitudes.reduce((one, other) => Math.max(one, other));
    if (east - west > 170) return false;
    const [own, filled] = [emptyBox(), emptyBox()];
    for (const position of outside) grow(own, ...this.project(position));
    for (const ring of drawn) growByRing(filled, ring);
    const beyond = Math.max(
      own.left - filled.left,
      filled.right - own.right,
      own.top - filled.top,
      filled.bottom - own.bottom,
    );
    return beyond > FAR_OUTSIDE;
  }

  /** The edge of the map. */
  outline(): FlatShape {
    const areas = this.kind === "world" ? [this.worldEdge()] : this.stream({ type: "Sphere" });
    const flat: FlatShape = { areas: [areas], lines: [], points: [], box: emptyBox() };
    for (const ring of areas) growByRing(flat.box, ring);
    return flat;
  }

  /** Up one side of the antimeridian of the middle and down the other: without more positions it would be a hexagon. */
  private worldEdge(): FlatRing {
    const [ring, [middle = 0]]: [number[], number[]] = [[], this.projection.rotate().map((angle) => -angle)];
    for (let step = 0; step < 180; step++) ring.push(...this.project([middle - 179.9999, step - 90]));
    for (let step = 0; step <= 180; step++) ring.push(...this.project([middle + 179.9999, 90 - step]));
    return Float64Array.from([...ring, ring[0]!, ring[1]!]);
  }

  private stream(object: GeoPermissibleObjects): FlatRing[] {
    const rings: FlatRing[] = [];
    let ring: number[] = [];
    let isPolygon = false;
    const sink = {
      point: (x: number, y: number): void => void ring.push(x, y),
      lineStart: (): void => void (ring = []),
      lineEnd: (): void => {
        if (isPolygon && ring.length > 2) ring.push(ring[0]!, ring[1]!);
        if (ring.length > 3) rings.push(Float64Array.from(ring));
      },
      polygonStart: (): void => void (isPolygon = true),
      polygonEnd: (): void => void (isPolygon = false),
    };
    geoStream(object, this.projection.stream(sink));
    return rings;
  }
}

/** Edges have a position a degree, and so hardly bend outwards between two of them. */
const FAR_OUTSIDE = 0.1 * PLANE_SCALE;
