/**
 * Converts GeoJSON for a map. Edges of RFC 7946 are straight in longitude and latitude, and outer rings run
 * counter-clockwise. d3-geo draws the geodesic between two positions, and its inside is to the right of a ring. So
 * edges get positions in between, rings are reversed, and a shape without area is drawn as a line.
 */
import type { Geometry, Position, Region } from "../../geo/geojson.ts";
import { isRegion, listRings, computeSignedArea, listSingleParts } from "../../geo/polygon.ts";
import { takeShorterWay, unrollRing } from "../../geo/antimeridian.ts";
import { toNearMeridian } from "../../geo/position.ts";

export interface Shape {
  /** Polygons, each an outer ring and its holes. */
  areas: Position[][][];
  /** The outline of an area in several parts, without the edges where the parts meet, such as the antimeridian. */
  outline?: Position[][];
  lines: Position[][];
  points: Position[];
}

/** Step between positions at which a geodesic and a straight edge look the same. */
const STEP_DEGREES = 1;

/** Minimum area in square degrees: 15 m by 15 m. d3-geo takes a smaller ring for one around the rest of the globe. */
const MIN_AREA = 2e-8;

export function shapeOf(geometry: Geometry | null | undefined): Shape {
  const shape: Shape = { areas: [], lines: [], points: [] };
  if (geometry) add(shape, geometry);
  return shape;
}

function add(shape: Shape, geometry: Geometry): void {
  if (geometry.type === "GeometryCollection") {
    for (const part of geometry.geometries) add(shape, part);
  } else if (isRegion(geometry)) addAreas(shape, geometry);
  else
    for (const part of listSingleParts(geometry)) {
      if (part.type === "Point") shape.points.push(part.coordinates);
      if (part.type === "LineString") shape.lines.push(densify(unrollRing(part.coordinates)));
    }
}

function addAreas(shape: Shape, geometry: Region): void {
  const polygons = listRings(takeShorterWay(geometry));
  for (const [outside = [], ...holes] of polygons) {
    if (measureGroundArea(outside) < MIN_AREA) {
      shape.lines.push(densify(outside));
      continue;
    }
    const sound = holes.filter((hole) => measureGroundArea(hole) >= MIN_AREA);
    shape.areas.push([turnShape(outside, "clockwise"), ...sound.map((hole) => turnShape(hole, "counter"))]);
  }
  if (shape.areas.length > 1) shape.outline = outlineOf(polygons.flat());
}

/** Returns the area in square degrees of latitude: longitudes are shortened to their length on the ground. */
function measureGroundArea(ring: readonly Position[]): number {
  const mean = ring.reduce((sum, [, latitude = 0]) => sum + latitude, 0) / Math.max(1, ring.length);
  return (Math.abs(computeSignedArea(ring)) / 2) * Math.cos((mean * Math.PI) / 180);
}

function turnShape(ring: readonly Position[], way: "clockwise" | "counter"): Position[] {
  const isClockwise = computeSignedArea(ring) < 0;
  const dense = densify(dropPoleEdges(ring));
  return isClockwise === (way === "clockwise") ? dense : dense.reverse();
}

const POLE = 89.9999;
const isPole = ([, latitude = 0]: Position): boolean => Math.abs(latitude) > POLE;

/**
 * Removes the edges of a ring along a pole. In longitude and latitude such a ring is closed: up a meridian, along the
 * pole, down the same meridian. On the globe this is a line with nothing on either side.
 */
export function dropPoleEdges(ring: readonly Position[]): Position[] {
  const open = ring.slice(0, -1);
  // Starts behind the pole, so that a ring that was cut elsewhere ends at its first meridian and does not follow a
  // parallel.
  const start = open.findIndex((position, at) => !isPole(position) && isPole(open.at(at - 1)!));
  if (start < 0) return [...ring];
  const kept: Position[] = [];
  const turnedRound = [...open.slice(start), ...open.slice(0, start)];
  turnedRound.forEach((position, at) => {
    if (!isPole(position)) return void kept.push(position);
    if (isPole(turnedRound[at - 1]!)) return;
    const before = turnedRound[at - 1]!;
    const after = turnedRound.slice(at).find((other) => !isPole(other)) ?? turnedRound[0]!;
    // Up one meridian and down another: the corner of a sector.
    if (!isSameMeridian(before[0]!, after[0]!))
      kept.push([before[0]!, position[1]!], [after[0]!, position[1]!]);
  });
  const [first, last] = [kept[0]!, kept.at(-1)!];
  if (!isSameMeridian(first[0]!, last[0]!)) return [...kept, first];
  // After a full turn around the pole, the ring ends on its first meridian, 360 degrees further, and closes along it.
  return Math.abs(first[1]! - last[1]!) < 1e-9 ? kept : [...kept, [last[0]!, first[1]!]];
}

const isSameMeridian = (one: number, other: number): boolean =>
  Math.abs(one - toNearMeridian(other, one)) < 1e-6;

/** Returns the line with positions in between, so that no step is longer than a degree. */
export function densify(line: readonly Position[]): Position[] {
  const dense: Position[] = [];
  line.forEach((to, at) => {
    const from = line[at - 1];
    // Edges along a pole need no positions in between.
    if (from !== undefined && !(isPole(from) && isPole(to))) {
      const [x, y] = [to[0]! - from[0]!, to[1]! - from[1]!];
      const steps = Math.ceil(Math.max(Math.abs(x), Math.abs(y)) / STEP_DEGREES);
      for (let step = 1; step < steps; step++)
        dense.push([from[0]! + (x * step) / steps, from[1]! + (y * step) / steps]);
    }
    dense.push([to[0]!, to[1]!]);
  });
  return dense;
}

/** Returns the edges of an area as lines, without those between its own parts. */
function outlineOf(rings: readonly Position[][]): Position[][] {
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, at) => [ring[at]!, to] as const));
  const counts = new Map<string, number>();
  for (const edge of edges) counts.set(formatEdgeKey(edge), (counts.get(formatEdgeKey(edge)) ?? 0) + 1);
  const lines: Position[][] = [];
  for (const [from, to] of edges) {
    if (counts.get(formatEdgeKey([from, to])) !== 1 || (isPole(from) && isPole(to))) continue;
    const line = lines.at(-1);
    // Consecutive edges are one line, so that its dashes continue.
    if (line?.at(-1) === from) line.push(to);
    else lines.push([from, to]);
  }
  return lines.map(densify);
}

/** Returns a key that is equal for both directions and for any number of turns of the longitude. */
function formatEdgeKey([from, to]: readonly [Position, Position]): string {
  const key = ([longitude = 0, latitude = 0]: Position): string =>
    `${(longitude - 360 * Math.floor(longitude / 360)).toFixed(6)} ${latitude.toFixed(6)}`;
  return [key(from), key(to)].sort().join(" ");
}

/** Returns all positions of a shape. */
export const listShapePositions = ({ areas, lines, points }: Shape): Position[] => [
  ...areas.flat(2),
  ...lines.flat(),
  ...points,
];
