/** Land, borders and towns behind the shapes of a map: the world coarsely, and finely what lies around the data. */
import type { Position } from "../../geo/geojson.ts";
import { cities, cityName } from "../../places/gazetteer.ts";
import { landPolygons } from "../../places/land.ts";
import { borderLines, worldBorders, worldLand } from "../../places/world-map.ts";
import { COARSE, writeShape, type CodedShape } from "./flat-shape.ts";
import { chooseProjection, type Bounds, type Plane } from "./projection.ts";
import { densify, shapeOf } from "./shape.ts";

export interface Background {
  /** The edge of the map. */
  outline: CodedShape;
  land: CodedShape;
  borders: CodedShape;
  /** The same at 1:50m within a frame, where land that was cut has no coast. */
  detail?: { frame: CodedShape; land: CodedShape; coast: CodedShape; borders: CodedShape };
  /** From the largest on, on the plane. */
  towns: (readonly [name: string, x: number, y: number])[];
}

/** Where data spans more than this, the coarse world is fine enough. */
const WIDEST_DETAIL_DEGREES = 50;

const MOST_TOWNS = 60;

export function backgroundFor(bounds: Bounds | undefined, plane: Plane): Background {
  const frame = bounds === undefined ? undefined : frameOf(bounds);
  const areas = (polygons: readonly Position[][][]): CodedShape => {
    const shapes = polygons.flatMap((rings) => shapeOf({ type: "Polygon", coordinates: rings }).areas);
    return writeShape(plane.flatten({ areas: shapes, lines: [], points: [] }), COARSE);
  };
  const lines = (all: readonly Position[][]): CodedShape =>
    writeShape(plane.flatten({ areas: [], lines: [...all], points: [] }), COARSE);
  const detailOf = (within: Bounds): Background["detail"] => {
    const land = landWithin(within);
    return {
      frame: areas([[ringOf(within)]]),
      land: areas(land),
      coast: lines(land.flat().flatMap((ring) => coastsOf(ring, within).map(densify))),
      borders: lines(bordersWithin(within)),
    };
  };
  return {
    outline: writeShape(plane.outline(), COARSE),
    land: areas(worldLand()),
    borders: lines(worldBorders()),
    ...(frame !== undefined && { detail: detailOf(frame) }),
    towns: townsWithin(frame ?? { west: -180, east: 180, south: -60, north: 85 }).flatMap(
      ([name, longitude, latitude]) => {
        const [x, y] = plane.project([longitude, latitude]);
        const isOnMap = Number.isFinite(x + y) && plane.invert(x, y) !== undefined;
        return isOnMap ? [[name, hundredths(x), hundredths(y)] as const] : [];
      },
    ),
  };
}

const ringOf = ({ west, east, south, north }: Bounds): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** A ring as the lines between the edges along which it was cut. */
function coastsOf(ring: readonly Position[], { west, east, south, north }: Bounds): Position[][] {
  const lines: Position[][] = [[]];
  ring.forEach((position, at) => {
    const before = ring[at - 1] ?? position;
    const isCut = (axis: 0 | 1, limit: number): boolean => before[axis] === limit && position[axis] === limit;
    if (at > 0 && (isCut(0, west) || isCut(0, east) || isCut(1, south) || isCut(1, north))) lines.push([]);
    lines.at(-1)!.push(position);
  });
  return lines.filter(({ length }) => length > 1);
}

/** The bounds with as much again on each side, in hundredths of a degree; undefined where that is much of the globe. */
function frameOf(bounds: Bounds): Bounds | undefined {
  const { west, east, south, north } = bounds;
  const { kind } = chooseProjection(bounds);
  const span = Math.max(kind === "mercator" ? east - west : 0, north - south);
  if (span > WIDEST_DETAIL_DEGREES || kind === "world") return undefined;
  const margin = Math.max(2, span);
  const [low, high] = [Math.max(-90, south - margin), Math.min(90, north + margin)];
  // A frame around a pole goes up to it: as a shape it is a disc.
  if (kind === "north-pole") return { west: -180, east: 180, south: hundredths(low), north: 90 };
  if (kind === "south-pole") return { west: -180, east: 180, south: -90, north: hundredths(high) };
  // A degree of longitude is shorter far from the equator.
  const stretch = 1 / Math.cos((Math.min(80, Math.max(Math.abs(low), Math.abs(high))) * Math.PI) / 180);
  const sideways = Math.min(margin * stretch, 80);
  return {
    west: hundredths(west - sideways),
    east: hundredths(east + sideways),
    south: hundredths(low),
    north: hundredths(high),
  };
}

const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100;

const TURNS = [-360, 0, 360];

function landWithin(frame: Bounds): Position[][][] {
  const polygons: Position[][][] = [];
  for (const rings of landPolygons()) {
    for (const turn of TURNS) {
      const [outside, ...holes] = rings.map((ring) =>
        cutRing(
          ring.map(([x = 0, y = 0]) => [x + turn, y]),
          frame,
        ),
      );
      if (outside === undefined || outside.length < 4) continue;
      polygons.push([outside, ...holes.filter(({ length }) => length >= 4)]);
    }
  }
  return polygons;
}

/** Sutherland and Hodgman (1974): the ring cut at each side of the frame in turn. */
function cutRing(ring: readonly Position[], { west, east, south, north }: Bounds): Position[] {
  let kept = ring.slice(0, -1);
  if (!meets(kept, { west, east, south, north })) return [];
  const sides: readonly [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ];
  for (const [axis, limit, sign] of sides) {
    const before = kept;
    kept = [];
    before.forEach((to, at) => {
      const from = before.at(at - 1)!;
      const [isFromIn, isToIn] = [sign * (from[axis]! - limit) >= 0, sign * (to[axis]! - limit) >= 0];
      if (isFromIn !== isToIn) {
        const share = (limit - from[axis]!) / (to[axis]! - from[axis]!);
        const crossing = [from[0]! + share * (to[0]! - from[0]!), from[1]! + share * (to[1]! - from[1]!)];
        crossing[axis] = limit;
        kept.push(crossing);
      }
      if (isToIn) kept.push([...to]);
    });
  }
  return kept.length < 3 ? [] : [...kept, kept[0]!];
}

function meets(positions: readonly Position[], { west, east, south, north }: Bounds): boolean {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x = 0, y = 0] of positions) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return left < east && right > west && low < north && high > south;
}

/** The stretches of border lines with a position inside. */
function bordersWithin(frame: Bounds): Position[][] {
  const lines: Position[][] = [];
  for (const line of borderLines()) {
    for (const turn of TURNS) {
      let stretch: Position[] = [];
      const close = (): void => {
        if (stretch.length > 1) lines.push(stretch);
        stretch = [];
      };
      for (const [x = 0, y = 0] of line) {
        if (isWithin(frame, x + turn, y)) stretch.push([x + turn, y]);
        else close();
      }
      close();
    }
  }
  return lines;
}

const isWithin = ({ west, east, south, north }: Bounds, longitude: number, latitude: number): boolean =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north;

/** The largest towns, none close to a larger one. */
function townsWithin(frame: Bounds): [string, number, number][] {
  const all = cities();
  const inside: number[] = [];
  for (let at = 0; at < all.size; at++) {
    const [longitude, latitude] = [all.longitudes[at]!, all.latitudes[at]!];
    if (TURNS.some((turn) => isWithin(frame, longitude + turn, latitude))) inside.push(at);
  }
  inside.sort((one, other) => all.people[other]! - all.people[one]!);
  const apart = Math.min(8, Math.max(frame.east - frame.west, frame.north - frame.south) / 24);
  const kept: [string, number, number][] = [];
  for (const at of inside) {
    if (kept.length === MOST_TOWNS) break;
    const [longitude, latitude] = [all.longitudes[at]!, all.latitudes[at]!];
    if (kept.some(([, x, y]) => Math.abs(x - longitude) < apart && Math.abs(y - latitude) < apart / 2))
      continue;
    kept.push([cityName(at), longitude, latitude]);
  }
  return kept;
}
