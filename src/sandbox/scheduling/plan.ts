import { type Access, accessesOf, countFlights, type Window } from "./accesses-of.ts";
import { meetsAll } from "./constraints.ts";
import { countPasses, explain } from "./explain.ts";
import type { PassSearch } from "./pass-search.ts";
import type { PlannedCollect, SchedulingRequest } from "./request.ts";
import type { Timeline } from "./timeline.ts";

/** Collects for one request, and the flexible requests that must be moved; or the reason for none. */
export type Plan =
  | { ok: true; collects: PlannedCollect[]; displaced: SchedulingRequest[] }
  | { ok: false; reason: string };

/** One possible collect of a satellite. */
export interface Booking {
  collect: PlannedCollect;
  displaced: SchedulingRequest[];
}

/** Earlier tiers go first. */
// Spec silent: the rank of the tier `routine`. The sandbox plans it after `standard` and before `flexible`.
const TIER_ORDER = ["urgent", "priority", "standard", "routine", "flexible"];

export function tierRank({ tier }: Pick<SchedulingRequest, "tier">): number {
  return TIER_ORDER.indexOf(tier);
}

/** Returns the collect of an access, unless its satellite is booked for a request that cannot be moved. */
export function bookingOf(
  access: Access,
  center: [longitude: number, latitude: number],
  request: SchedulingRequest,
  timeline: Timeline,
): Booking | undefined {
  const { satellite, ms, passMs: _passMs, ...look } = access;
  const timeMs = Math.round(ms);
  const halfMs = request.type.durationSeconds * 500;
  const collect: PlannedCollect = {
    satellite: satellite.index,
    plane: satellite.plane,
    timeMs,
    startMs: timeMs - halfMs,
    endMs: timeMs + halfMs,
    center,
    ...look,
  };
  const displaced: SchedulingRequest[] = [];
  for (const { movable } of timeline.blockers(collect)) {
    if (movable === undefined || tierRank(movable) <= tierRank(request)) return undefined;
    displaced.push(movable);
  }
  return { collect, displaced };
}

/** Plans the earliest pass that meets all conditions and whose satellite is free. */
export function planPoint(search: PassSearch, timeline: Timeline): Plan {
  const { request, center } = search;
  const feasible = feasibleAccesses(search);
  for (const access of feasible) {
    const booking = bookingOf(access, center, request, timeline);
    if (booking !== undefined) return { ok: true, collects: [booking.collect], displaced: booking.displaced };
  }
  const everFeasible = [...missedAccesses(search), ...feasible];
  if (everFeasible.length === 0) return { ok: false, reason: explain(search) };
  const passes = countPasses(countFlights(everFeasible));
  return { ok: false, reason: `${passes} would match, but their satellites are booked for other requests` };
}

/** Returns accesses that earlier runs would have used if the satellites had been free. */
export function missedAccesses(search: PassSearch): Access[] {
  const { squints, earlier } = search;
  return earlier === undefined ? [] : meeting(search, earlier, squints.usual);
}

/**
 * Returns accesses that meet window and constraints. The squints of `ifNeeded` are tried only when the usual squints
 * have no access.
 */
export function feasibleAccesses(search: PassSearch): Access[] {
  const { squints, window, isWholeWindow } = search;
  const found = meeting(search, window, squints.usual);
  // If the window ends beyond the horizon, a usual squint may still work later.
  return found.length === 0 && isWholeWindow ? meeting(search, window, squints.ifNeeded) : found;
}

function meeting({ center, constraints }: PassSearch, window: Window, squints: readonly number[]): Access[] {
  return accessesOf(center, window, squints).filter((access) => meetsAll(access, constraints));
}
