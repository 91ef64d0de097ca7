import { areaKm2 } from "../../geo/area.ts";
import type { Polygon } from "../../geo/geojson.ts";
import { groundPoint } from "../../orbit/ellipsoid.ts";
import { norm, subtract } from "../../orbit/vector.ts";
import type { ImagingType } from "../fleet.ts";
import { type Access, accessesOf, countFlights, flightOf } from "./accesses-of.ts";
import { type AreaCells, cellsOf } from "./area-cells.ts";
import { countPasses, explain } from "./explain.ts";
import { feasibleAccesses, missedAccesses, type Booking, bookingOf, type Plan } from "./plan.ts";
import type { PassSearch } from "./pass-search.ts";
import { coverOf, type Strip, stripOf } from "./strip.ts";
import type { Timeline } from "./timeline.ts";

/**
 * Covers a polygon with strips, one per pass, until it is covered. Strips are adjacent only when they are flown in
 * the same direction. So each plane and orbit direction is tried alone, and all of them together; the plan with the
 * fewest strips is used, then the earliest end.
 */
export function planArea(search: PassSearch, timeline: Timeline): Plan {
  const { request, center, window, squints } = search;
  const polygon = request.geometry as Polygon;
  // The angles at a strip far from the centre differ from those at the centre, so `stripOf` checks the constraints
  // there.
  const passes = accessesOf(center, window, [...squints.usual, ...squints.ifNeeded]);
  const flights = countFlights(passes);
  const fewest = fewestStrips(polygon, request.type);
  // A continent is refused before it is split into millions of cells.
  if (fewest > flights) return refused(search, fewest, flights);
  const area = cellsOf(polygon, center);
  let best: Booking[] | undefined;
  for (const group of [...groupsOf(passes), passes]) {
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
  const strips = Math.ceil(area.count / mostCells(area, request.type));
  return refused(search, Math.max(strips, fewest), flights);
}

function refused(search: PassSearch, strips: number, flights: number): Plan {
  // If a constraint leaves no pass at all, that explains more than the area's size.
  if (missedAccesses(search).length === 0 && feasibleAccesses(search).length === 0)
    return { ok: false, reason: explain(search) };
  const { request, center, earlier, squints } = search;
  const { widthKm, lengthKm } = request.type;
  const missed = earlier && accessesOf(center, earlier, squints.usual);
  const passes = countPasses(flights + countFlights(missed));
  const reason = `the area takes at least ${strips} strips of ${widthKm} x ${lengthKm} km, each on a pass of its own; the passes that fit and are free do not cover it (the window has ${passes})`;
  return { ok: false, reason };
}

/** Returns the cells that meet a condition. A loop is three times as fast as `filter`. */
function cellsWhere(cells: Uint32Array, isMeant: (at: number) => boolean): Uint32Array {
  const found = new Uint32Array(cells.length);
  let count = 0;
  for (let index = 0; index < cells.length; index++) {
    const at = cells[index]!;
    if (isMeant(at)) found[count++] = at;
  }
  return found.slice(0, count);
}

const everyCell = ({ count }: AreaCells): Uint32Array => Uint32Array.from({ length: count }, (_, at) => at);

/** Returns, for each pass, the number of flights from there on; the squints of one flight are adjacent. */
function flightsLeft(passes: readonly Access[]): number[] {
  const left: number[] = [];
  for (let at = passes.length - 1; at >= 0; at--) {
    const next = passes[at + 1];
    left[at] = (left[at + 1] ?? 0) + (next !== undefined && flightOf(next) === flightOf(passes[at]!) ? 0 : 1);
  }
  return left;
}

/** Returns the maximum number of cells in a strip, from its size. */
function mostCells({ sizeKm }: AreaCells, { widthKm, lengthKm }: ImagingType): number {
  return Math.ceil((widthKm * lengthKm) / sizeKm ** 2);
}

function groupsOf(passes: readonly Access[]): Access[][] {
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
  const most = mostCells(area, type);
  const flown = new Set<string>();
  const laid: { strip: Strip; booking: Booking }[] = [];
  const flightsFrom = flightsLeft(passes);
  let open = everyCell(area);
  for (const [at, pass] of passes.entries()) {
    if (open.length === 0 || open.length > flightsFrom[at]! * most) break;
    const key = flightOf(pass);
    const strip = flown.has(key) ? undefined : stripOf(pass, open, area, search);
    if (strip === undefined) continue;
    const booking = bookingOf(strip.access, strip.center, search.request, timeline);
    if (booking === undefined) continue;
    const isCovered = coverOf(strip, area, type);
    const left = cellsWhere(open, (at) => !isCovered(at));
    if (left.length === open.length) continue;
    open = left;
    flown.add(key);
    laid.push({ strip, booking });
  }
  return open.length > 0 ? undefined : withoutSuperfluous(laid, area, type).map(({ booking }) => booking);
}

/** Removes superfluous strips: oblique strips may cover all cells of an earlier one. */
function withoutSuperfluous<S extends { strip: Strip }>(
  laid: readonly S[],
  area: AreaCells,
  type: ImagingType,
): S[] {
  const all = everyCell(area);
  const held = laid.map(({ strip }) => cellsWhere(all, coverOf(strip, area, type)));
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
function fewestStrips(polygon: Polygon, { widthKm, lengthKm }: ImagingType): number {
  const byArea = (areaKm2(polygon) * SLACK) / (widthKm * lengthKm);
  const byReach = (reachKm(polygon) * SLACK) / Math.hypot(widthKm, lengthKm);
  return Math.max(1, Math.ceil(byArea), Math.ceil(byReach));
}

/** Returns the longest straight line from the first vertex to another one. */
function reachKm({ coordinates }: Polygon): number {
  const [from, ...others] = (coordinates[0] ?? []).map(
    ([longitude = 0, latitude = 0]) => groundPoint(longitude, latitude).position,
  );
  if (from === undefined) return 0;
  return others.reduce((most, to) => Math.max(most, norm(subtract(to, from))), 0);
}
