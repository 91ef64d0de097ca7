/**
 * Continues longitudes past 180 degrees: takes the shorter way of an edge, closes a ring around a pole, and copies an
 * outline to other turns of the globe.
 */
import { measureBounds, type Bounds } from "./bounds.ts";
import type { MultiPolygon, Polygon, Position, Region } from "./geojson.ts";
import { computeSignedArea, listRings } from "./polygon.ts";

/**
 * Returns a polygon whose edges take the shorter way round the globe: the edge from 179 to -179 becomes one from 179 to
 * 181. An edge from exactly -180 to 180 follows its parallel, as in a box of the world, because its shorter way would have
 * no length. A ring once around the globe contains the pole nearer to its mean latitude.
 */
// Spec silent: the direction of an edge from 179 to -179 degrees. We take the shorter way, across the antimeridian, for area, centre, time zone
// and coverage; the ring is sent unchanged, with a warning.
export function takeShorterWay<G extends Region>(geometry: G): G {
  const { type, coordinates } = geometry;
  const rings = type === "Polygon" ? coordinates : coordinates.flat();
  if (!rings.some((ring) => findJump(ring) !== undefined)) return geometry;
  const [origin = 0] = rings[0]?.[0] ?? [];
  const turn = (ring: readonly Position[]): Position[] => turnRing(ring, origin);
  return {
    ...geometry,
    coordinates: type === "Polygon" ? coordinates.map(turn) : coordinates.map((part) => part.map(turn)),
  };
}

/** Returns a ring whose edges take the shorter way (`takeShorterWay`), or the given ring if no edge jumps. */
export function takeShorterWayOfRing(ring: readonly Position[]): readonly Position[] {
  return findJump(ring) === undefined ? ring : turnRing(ring, ring[0]?.[0] ?? 0);
}

const turnRing = (ring: readonly Position[], origin: number): Position[] =>
  closeOverPole(unrollRing(ring, origin));

/** Returns the longitudes of the first edge that, as written, goes more than half around the globe. */
export function findJump(ring: readonly Position[]): [from: number, to: number] | undefined {
  const at = ring.findIndex((position, place) => place > 0 && isJump(position[0]! - ring[place - 1]![0]!));
  return at < 0 ? undefined : [ring[at - 1]![0]!, ring[at]![0]!];
}

const isJump = (degrees: number): boolean => Math.abs(degrees) > 180 && Math.abs(degrees) < 360;

/**
 * Returns a line whose longitudes continue past 180 after a jump. The first position is within 180 degrees of `origin`,
 * so that the rings of one geometry are side by side.
 */
export function unrollRing(line: readonly Position[], origin = line[0]?.[0] ?? 0): Position[] {
  let offset = Math.round((origin - (line[0]?.[0] ?? origin)) / 360) * 360;
  return line.map(([longitude = 0, latitude = 0], at) => {
    const step = at === 0 ? 0 : longitude - line[at - 1]![0]!;
    if (isJump(step)) offset -= Math.sign(step) * 360;
    return [longitude + offset, latitude];
  });
}

function closeOverPole(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined || Math.abs(last[0]! - first[0]!) < 180) return ring;
  const mean = ring.reduce((sum, [, latitude = 0]) => sum + latitude, 0);
  const pole = mean < 0 ? -90 : 90;
  return [...ring, [last[0]!, pole], [first[0]!, pole], first];
}

/** A polygon without jumps: its outer ring, then its holes. Longitudes may exceed 180 degrees. */
export interface FlatPolygon {
  rings: readonly (readonly Position[])[];
  bounds: Bounds;
}

export function flattenPolygons(region: Region): FlatPolygon[] {
  return listRings(takeShorterWay(region)).flatMap((rings) => {
    const plain = rings.map(closeRing).filter((ring) => ring.length >= 4);
    return plain[0] === undefined ? [] : [{ rings: plain, bounds: measureBounds(plain[0]) }];
  });
}

/** Returns the polygon moved by whole turns of the globe, once for each turn on which it meets the bounds. */
export function copyBeside(
  { rings, bounds }: FlatPolygon,
  [west, south, east, north]: Bounds,
): FlatPolygon[] {
  if (bounds[1] > north || bounds[3] < south) return [];
  const first = Math.ceil((west - bounds[2]) / 360);
  const last = Math.floor((east - bounds[0]) / 360);
  const copies: FlatPolygon[] = [];
  for (let turn = first; turn <= last; turn++)
    copies.push(turn === 0 ? { rings, bounds } : moveRing(rings, turn * 360));
  return copies;
}

function moveRing(rings: FlatPolygon["rings"], degrees: number): FlatPolygon {
  const turned = rings.map((ring) => ring.map(([x = 0, y = 0]): Position => [x + degrees, y]));
  return { rings: turned, bounds: measureBounds(turned[0]!) };
}

/** Returns a closed ring of two-number positions, without consecutive repeats. */
function closeRing(ring: readonly Position[]): Position[] {
  const closed: Position[] = [];
  for (const [x = 0, y = 0] of ring) {
    const last = closed.at(-1);
    if (last?.[0] !== x || last[1] !== y) closed.push([x, y]);
  }
  const [first, last] = [closed[0], closed.at(-1)];
  if (first !== undefined && (first[0] !== last![0] || first[1] !== last![1])) closed.push(first);
  return closed;
}

/**
 * Returns the polygon of a MultiPolygon whose two parts are one area that is cut at the antimeridian (RFC 7946, section
 * 3.1.9): a ring with an edge from 179 to -179. Undefined for other parts, and for parts with holes.
 */
export function joinAtAntimeridian({ coordinates }: MultiPolygon): Polygon | undefined {
  const rings = coordinates.map(([ring, ...holes]) => (holes.length === 0 ? ring : undefined));
  const [one, other, ...others] = rings;
  if (one === undefined || other === undefined || others.length > 0) return undefined;
  const isEast = one.some(([longitude]) => longitude === 180);
  const [east, west] = isEast ? [one, other] : [other, one];
  const start = openAtMeridian(turnCounterClockwise(east), 180);
  const end = openAtMeridian(turnCounterClockwise(west), -180);
  if (start === undefined || end === undefined) return undefined;
  // Each list runs from one end of the cut to its other end, so that the second one ends where the first one starts.
  const isNear = (a: Position, b: Position): boolean => Math.abs(a[1]! - b[1]!) <= CUT_ROUNDING;
  const isSameCut = isNear(start[0]!, end.at(-1)!) && isNear(start.at(-1)!, end[0]!);
  if (!isSameCut) return undefined;
  const ring = [...start, ...end.slice(1, -1)];
  return { type: "Polygon", coordinates: [dropCutPositions([...ring, ring[0]!])] };
}

const turnCounterClockwise = (ring: readonly Position[]): readonly Position[] =>
  computeSignedArea(ring) < 0 ? ring.toReversed() : ring;

/**
 * Returns the positions of a ring from the end of its only run along a meridian to the start of that run; undefined if it
 * touches the meridian nowhere, at one position, or in several runs.
 */
function openAtMeridian(ring: readonly Position[], meridian: number): Position[] | undefined {
  const open = ring.slice(0, -1);
  const isOn = (at: number): boolean => open[(at + open.length) % open.length]![0] === meridian;
  const starts = open.flatMap((_, at) => (isOn(at) && !isOn(at - 1) ? [at] : []));
  const ends = open.flatMap((_, at) => (isOn(at) && !isOn(at + 1) ? [at] : []));
  const [first, last] = [starts[0], ends[0]];
  if (starts.length !== 1 || first === undefined || last === undefined || first === last) return undefined;
  const length = ((first - last + open.length) % open.length) + 1;
  return Array.from({ length }, (_, step) => open[(last + step) % open.length]!);
}

/** Drops the positions on the meridian that lie on a straight line between their neighbours: the cut made them. */
function dropCutPositions(ring: readonly Position[]): Position[] {
  const flat = unrollRing(ring);
  const open = ring.slice(0, -1).filter(([longitude = 0], at) => {
    if (Math.abs(longitude) !== 180) return true;
    const [before, here, after] = [flat.at(at === 0 ? -2 : at - 1)!, flat[at]!, flat[at + 1]!];
    const turn =
      (here[0]! - before[0]!) * (after[1]! - here[1]!) - (here[1]! - before[1]!) * (after[0]! - here[0]!);
    const scale = Math.hypot(here[0]! - before[0]!, here[1]! - before[1]!);
    return Math.abs(turn) > CUT_ROUNDING * Math.max(scale, 1);
  });
  return [...open, open[0]!];
}

/** Rounding of a latitude that a program computed at the antimeridian, in degrees. */
const CUT_ROUNDING = 1e-7;
