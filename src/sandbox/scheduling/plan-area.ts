import { measureKm2 } from "../../geo/area.ts";
import type { Polygon, Position } from "../../geo/geojson.ts";
import {
  toGroundPoint,
  findGroundMeeting,
  POLE_KM,
  RADIANS,
  toGeodetic,
  norm,
  subtract,
  addScaled,
  dot,
  type GroundPoint,
  type Vector,
} from "../../orbit/ellipsoid.ts";
import { computeLook } from "../../orbit/look.ts";
import { findSquintMoment } from "../../orbit/passes.ts";
import type { ImagingType } from "../fleet.ts";
import { areAllMet, type PassSearch } from "./constraints.ts";
import { findAccesses, countFlights, formatFlight, MAX_LOOK_DEGREES, type Access } from "./find-accesses.ts";
import {
  countPasses,
  explain,
  findFeasibleAccesses,
  findMissedAccesses,
  toBooking,
  type Booking,
  type Plan,
  type Timeline,
} from "./plan.ts";

/**
 * Covers a polygon with strips, one per pass, until it is covered. Strips are adjacent only when they are flown in
 * the same direction. So each plane and orbit direction is tried alone, and all of them together; the plan with the
 * fewest strips is used, then the earliest end.
 */
export function planArea(search: PassSearch, timeline: Timeline): Plan {
  const { request, center, window, squints } = search;
  const polygon = request.geometry as Polygon;
  // The angles at a strip far from the centre differ from those at the centre, so `findStrip` checks the constraints
  // there.
  const passes = findAccesses(center, window, [...squints.usual, ...squints.ifNeeded]);
  const flights = countFlights(passes);
  const fewest = findFewestStrips(polygon, request.type);
  // A continent is refused before it is split into millions of cells.
  if (fewest > flights) return refuseArea(search, fewest, flights);
  const area = divideIntoCells(polygon, center);
  let best: Booking[] | undefined;
  for (const group of [...groupByFlight(passes), passes]) {
    const cover = coverWith(group, area, search, timeline);
    if (cover !== undefined && (best === undefined || isBetter(cover, best))) best = cover;
  }
  if (best !== undefined) {
    return {
      ok: true,
      collects: best.map(({ collect }) => collect).toSorted((a, b) => a.timeMs - b.timeMs),
      displaced: best.flatMap(({ displaced }) => displaced),
    };
  }
  const strips = Math.ceil(area.count / countCells(area, request.type));
  return refuseArea(search, Math.max(strips, fewest), flights);
}

function refuseArea(search: PassSearch, strips: number, flights: number): Plan {
  // If a constraint leaves no pass at all, that explains more than the area's size.
  if (findMissedAccesses(search).length === 0 && findFeasibleAccesses(search).length === 0)
    return { ok: false, reason: explain(search) };
  const { request, center, earlier, squints } = search;
  const { widthKm, lengthKm } = request.type;
  const missed = earlier && findAccesses(center, earlier, squints.usual);
  const passes = countPasses(flights + countFlights(missed));
  const reason = `the area takes at least ${strips} strips of ${widthKm} x ${lengthKm} km, each on a pass of its own; the passes that fit and are free do not cover it (the window has ${passes})`;
  return { ok: false, reason };
}

/** Returns the cells that meet a condition. A loop is three times as fast as `filter`. */
function findCells(cells: Uint32Array, isMeant: (at: number) => boolean): Uint32Array {
  const found = new Uint32Array(cells.length);
  let count = 0;
  for (let index = 0; index < cells.length; index++) {
    const at = cells[index]!;
    if (isMeant(at)) found[count++] = at;
  }
  return found.slice(0, count);
}

const listAllCells = ({ count }: AreaCells): Uint32Array =>
  Uint32Array.from({ length: count }, (_, at) => at);

/** Returns, for each pass, the number of flights from there on; the squints of one flight are adjacent. */
function countFlightsLeft(passes: readonly Access[]): number[] {
  const left: number[] = [];
  for (let at = passes.length - 1; at >= 0; at--) {
    const next = passes[at + 1];
    left[at] =
      (left[at + 1] ?? 0) + (next !== undefined && formatFlight(next) === formatFlight(passes[at]!) ? 0 : 1);
  }
  return left;
}

/** Returns the maximum number of cells in a strip, from its size. */
function countCells({ sizeKm }: AreaCells, { widthKm, lengthKm }: ImagingType): number {
  return Math.ceil((widthKm * lengthKm) / sizeKm ** 2);
}

function groupByFlight(passes: readonly Access[]): Access[][] {
  const groups = Map.groupBy(passes, (pass) => `${pass.satellite.plane} ${pass.ascending}`);
  return groups.size < 2 ? [] : [...groups.values()];
}

/** Compares plans by the number of strips, then by the end. */
function isBetter(a: readonly Booking[], b: readonly Booking[]): boolean {
  const endOf = (bookings: readonly Booking[]): number => bookings.at(-1)?.collect.timeMs ?? 0;
  return a.length < b.length || (a.length === b.length && endOf(a) < endOf(b));
}

/** Returns strips that cover the area, one per flight; undefined when the passes do not suffice. */
function coverWith(
  passes: readonly Access[],
  area: AreaCells,
  search: PassSearch,
  timeline: Timeline,
): Booking[] | undefined {
  const { type } = search.request;
  const most = countCells(area, type);
  const flown = new Set<string>();
  const laid: { strip: Strip; booking: Booking }[] = [];
  const flightsFrom = countFlightsLeft(passes);
  let open = listAllCells(area);
  for (const [at, pass] of passes.entries()) {
    if (open.length === 0 || open.length > flightsFrom[at]! * most) break;
    const key = formatFlight(pass);
    const strip = flown.has(key) ? undefined : findStrip(pass, open, area, search);
    if (strip === undefined) continue;
    const booking = toBooking(strip.access, strip.center, search.request, timeline);
    if (booking === undefined) continue;
    const isCovered = makeCoverTest(strip, area, type);
    const left = findCells(open, (at) => !isCovered(at));
    if (left.length === open.length) continue;
    open = left;
    flown.add(key);
    laid.push({ strip, booking });
  }
  return open.length > 0 ? undefined : dropSuperfluous(laid, area, type).map(({ booking }) => booking);
}

/** Removes superfluous strips: oblique strips may cover all cells of an earlier one. */
function dropSuperfluous<S extends { strip: Strip }>(
  laid: readonly S[],
  area: AreaCells,
  type: ImagingType,
): S[] {
  const all = listAllCells(area);
  const held = laid.map(({ strip }) => findCells(all, makeCoverTest(strip, area, type)));
  const strips = new Uint32Array(area.count);
  for (const cells of held) for (const at of cells) strips[at]! += 1;
  return laid.filter((_, index) => {
    const cells = held[index]!;
    if (!cells.every((at) => strips[at]! > 1)) return true;
    for (const at of cells) strips[at]! -= 1;
    return false;
  });
}

/** Allowance for the difference between distances in the cells' plane and on the ellipsoid within one strip. */
const SLACK = 0.98;

/** Returns a lower bound for the strips that cover the polygon, from its area and its vertices. */
function findFewestStrips(polygon: Polygon, { widthKm, lengthKm }: ImagingType): number {
  const byArea = (measureKm2(polygon) * SLACK) / (widthKm * lengthKm);
  const byReach = (computeReachKm(polygon) * SLACK) / Math.hypot(widthKm, lengthKm);
  return Math.max(1, Math.ceil(byArea), Math.ceil(byReach));
}

/** Returns the longest straight line from the first vertex to another one. */
function computeReachKm({ coordinates }: Polygon): number {
  const [from, ...others] = (coordinates[0] ?? []).map(
    ([longitude = 0, latitude = 0]) => toGroundPoint(longitude, latitude).position,
  );
  if (from === undefined) return 0;
  return others.reduce((most, to) => Math.max(most, norm(subtract(to, from))), 0);
}

/** The square pieces of an area, in typed arrays because there are tens of thousands. */
interface AreaCells {
  count: number;
  /** Kilometres from the area's centre, in its tangent plane. */
  east: Float64Array;
  north: Float64Array;
  /** x, y and z of each centre on the ground, earth-fixed. */
  positions: Float64Array;
  sizeKm: number;
  /** A strip that contains a cell's centre, at least this far from its edges, contains the whole cell. */
  marginKm: number;
  /** Minimum ratio of a distance in the plane to the distance on the ground. */
  leastScale: number;
}

const CELLS_ACROSS = 96;
const LARGEST_KM = 1.5;
/** Maximum length of an edge that is straight enough both on the map and in the plane. */
const PIECE_DEGREES = 0.1;

/** Returns the squares of a grid, on the tangent plane of the centre, that the polygon touches. */
function divideIntoCells({ coordinates }: Polygon, center: readonly [number, number]): AreaCells {
  const origin = toGroundPoint(center[0], center[1]);
  const ring = outline(coordinates[0] ?? [], origin);
  const west = ring.reduce((least, [east]) => Math.min(least, east), Infinity);
  const south = ring.reduce((least, [, north]) => Math.min(least, north), Infinity);
  const width = ring.reduce((most, [east]) => Math.max(most, east), -Infinity) - west;
  const height = ring.reduce((most, [, north]) => Math.max(most, north), -Infinity) - south;
  const sizeKm = Math.min(LARGEST_KM, Math.max(width, height) / CELLS_ACROSS) || 1e-3;
  const rows = new Map<number, Set<number>>();
  const mark = (column: number, row: number): void => {
    const columns = rows.get(row) ?? new Set();
    rows.set(row, columns.add(column));
  };
  markEdges(ring, sizeKm, (east, north) =>
    mark(Math.floor((east - west) / sizeKm), Math.floor((north - south) / sizeKm)),
  );
  for (const row of rows.keys()) {
    for (const [from, to] of findInsideSpans(ring, south + (row + 0.5) * sizeKm)) {
      const last = Math.floor((to - west) / sizeKm);
      for (let column = Math.floor((from - west) / sizeKm); column <= last; column++) mark(column, row);
    }
  }
  const count = rows.values().reduce((sum, columns) => sum + columns.size, 0);
  const [east, north] = [new Float64Array(count), new Float64Array(count)];
  const positions = new Float64Array(3 * count);
  let at = 0;
  for (const [row, columns] of [...rows].toSorted(([a], [b]) => a - b)) {
    for (const column of [...columns].toSorted((a, b) => a - b)) {
      east[at] = west + (column + 0.5) * sizeKm;
      north[at] = south + (row + 0.5) * sizeKm;
      const { x, y, z } = findGroundBelow(origin, east[at]!, north[at]!);
      positions.set([x, y, z], 3 * at);
      at += 1;
    }
  }
  // Half a diagonal is 0.71; the rest covers the part of a corner that an edge cuts off between two marks.
  return { count, east, north, positions, sizeKm, marginKm: sizeKm * 0.85, leastScale: findLeastScale(ring) };
}

/** Returns the scale at the vertex farthest from the centre, where projected distances shrink most. */
function findLeastScale(ring: readonly Flat[]): number {
  const farthest = ring.reduce((most, [east, north]) => Math.max(most, Math.hypot(east, north)), 0);
  return Math.sqrt(Math.max(0, 1 - (farthest / POLE_KM) ** 2));
}

/** Returns the ground straight below a point of the tangent plane. */
function findGroundBelow(origin: GroundPoint, east: number, north: number): Vector {
  const flat = addScaled(addScaled(origin.position, origin.east, east), origin.north, north);
  // Beyond the horizon of the centre there is no ground below, and no pass over the centre reaches that far.
  return findGroundMeeting(flat, addScaled({ x: 0, y: 0, z: 0 }, origin.up, -1)) ?? flat;
}

type Flat = readonly [east: number, north: number];

/** Returns the closed ring in the tangent plane, with long edges split. */
function outline(ring: readonly Position[], origin: GroundPoint): Flat[] {
  const points: Flat[] = [];
  for (const [at, [longitude = 0, latitude = 0]] of ring.entries()) {
    const [fromLongitude = longitude, fromLatitude = latitude] = ring[at - 1] ?? [];
    // The shorter way round the globe, on whichever side of the antimeridian the two ends are written.
    const lon = ((((longitude - fromLongitude + 540) % 360) + 360) % 360) - 180;
    const lat = latitude - fromLatitude;
    const pieces = Math.max(1, Math.ceil(Math.hypot(lon, lat) / PIECE_DEGREES));
    for (let piece = 1; piece <= pieces; piece++) {
      const share = piece / pieces;
      const way = subtract(
        toGroundPoint(fromLongitude + lon * share, fromLatitude + lat * share).position,
        origin.position,
      );
      points.push([dot(way, origin.east), dot(way, origin.north)]);
    }
  }
  return points;
}

function markEdges(ring: readonly Flat[], sizeKm: number, mark: (east: number, north: number) => void): void {
  for (const [at, [east, north]] of ring.entries()) {
    const [fromEast, fromNorth] = ring[at - 1] ?? [east, north];
    const steps = Math.ceil((Math.hypot(east - fromEast, north - fromNorth) / sizeKm) * 4) || 1;
    for (let step = 0; step <= steps; step++) {
      mark(fromEast + ((east - fromEast) * step) / steps, fromNorth + ((north - fromNorth) * step) / steps);
    }
  }
}

/** Returns the parts of a line from west to east inside the ring. */
function findInsideSpans(ring: readonly Flat[], north: number): [number, number][] {
  const crossings: number[] = [];
  for (const [at, [toEast, toNorth]] of ring.entries()) {
    const [fromEast, fromNorth] = ring[at - 1] ?? [toEast, toNorth];
    if (fromNorth > north === toNorth > north) continue;
    crossings.push(fromEast + ((north - fromNorth) / (toNorth - fromNorth)) * (toEast - fromEast));
  }
  crossings.sort((a, b) => a - b);
  const spans: [number, number][] = [];
  for (let at = 1; at < crossings.length; at += 2) spans.push([crossings[at - 1]!, crossings[at]!]);
  return spans;
}

/** One strip of an area, with the access at its own centre. */
interface Strip {
  access: Access;
  center: [longitude: number, latitude: number];
  /** The centre in the area's plane, in kilometres. */
  east: number;
  north: number;
}

/** Returns the direction perpendicular to the track, towards the satellite, in radians clockwise from north. */
const turnAcrossTrack = ({ headingDegrees, side }: Access): number =>
  ((headingDegrees + (side === "right" ? 270 : 90)) % 360) * RADIANS;

/**
 * Returns the strip that a pass would image, along its ground track, from the cells that are still open. The strip is at the
 * edge farthest from the satellite, so that later strips are beside it; if one strip covers all cells, it is in the
 * middle. Returns undefined when the pass does not meet the constraints there.
 */
function findStrip(pass: Access, open: Uint32Array, area: AreaCells, search: PassSearch): Strip | undefined {
  const { type } = search.request;
  const towards = turnAcrossTrack(pass);
  const [sin, cos] = [Math.sin(towards), Math.cos(towards)];
  const [acrossReach, alongReach] = [type.widthKm, type.lengthKm].map(
    (km) => (km / 2 - area.marginKm) * area.leastScale,
  ) as [number, number];
  const acrossOf = (at: number): number => area.east[at]! * sin + area.north[at]! * cos;
  let [least, most] = [Infinity, -Infinity];
  for (let index = 0; index < open.length; index++) {
    const at = open[index]!;
    const value = acrossOf(at);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const across = computeMiddle(least, most, acrossReach);
  [least, most] = [Infinity, -Infinity];
  for (let index = 0; index < open.length; index++) {
    const at = open[index]!;
    if (Math.abs(acrossOf(at) - across) > acrossReach) continue;
    const value = area.north[at]! * sin - area.east[at]! * cos;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const along = computeMiddle(least, most, alongReach);
  const [east, north] = [across * sin - along * cos, across * cos + along * sin];
  const below = toGeodetic(findGroundBelow(toGroundPoint(...search.center), east, north));
  const [longitude, latitude] = below.map((degrees) => Math.round(degrees * 1e6) / 1e6);
  const center: Strip["center"] = [longitude ?? 0, latitude ?? 0];
  const ground = toGroundPoint(...center);
  const moment = findSquintMoment(pass.satellite, ground.position, pass.ms, pass.squintAngleDegrees);
  if (moment === undefined || moment.ms < search.window.fromMs || moment.ms > search.window.toMs)
    return undefined;
  const access: Access = { ...pass, ...computeLook(moment.state, ground), ms: moment.ms };
  access.squintAngleDegrees = pass.squintAngleDegrees;
  if (access.lookAngleDegrees > MAX_LOOK_DEGREES) return undefined;
  return areAllMet(access, search.constraints) ? { access, center, east, north } : undefined;
}

/**
 * Returns the centre of an interval of half width `reach`: halfway between `least` and `most` if it contains both,
 * else flush with `least`.
 */
const computeMiddle = (least: number, most: number, reach: number): number =>
  most - least <= 2 * reach ? (least + most) / 2 : least + reach;

/** Centres of strips are rounded to millionths of a degree. */
const ROUNDING_KM = 0.001;

/** Returns a test of whether a strip's footprint contains a whole cell, by the cell's number. */
function makeCoverTest(
  { access, center, ...middle }: Strip,
  { marginKm, east, north, positions }: AreaCells,
  { widthKm, lengthKm }: { widthKm: number; lengthKm: number },
): (at: number) => boolean {
  const ground = toGroundPoint(...center);
  const towards = turnAcrossTrack(access);
  const [sin, cos] = [Math.sin(towards), Math.cos(towards)];
  const [across, along] = [widthKm / 2 - marginKm, lengthKm / 2 - marginKm];
  const farthest = Math.hypot(across, along) + ROUNDING_KM;
  const [p, e, n] = [ground.position, ground.east, ground.north];
  return (at) => {
    // Most cells are far away in the plane already, and a distance in the plane is never longer than on the ground.
    const [planeEast, planeNorth] = [east[at]! - middle.east, north[at]! - middle.north];
    if (planeEast * planeEast + planeNorth * planeNorth > farthest * farthest) return false;
    const [x, y, z] = [positions[3 * at]! - p.x, positions[3 * at + 1]! - p.y, positions[3 * at + 2]! - p.z];
    const toEast = x * e.x + y * e.y + z * e.z;
    const toNorth = x * n.x + y * n.y + z * n.z;
    return (
      Math.abs(toEast * sin + toNorth * cos) <= across && Math.abs(toNorth * sin - toEast * cos) <= along
    );
  };
}
