import { formatTimestamp } from "../../time/timestamp.ts";
import { areAllMet, ALL_SQUINTS, describeSquints, type Constraint, type PassSearch } from "./constraints.ts";
import { findAccesses, countFlights, MAX_LOOK_DEGREES, type Access, type Window } from "./find-accesses.ts";
import type { PlannedCollect, SchedulingRequest } from "./request.ts";

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

export function rankTier({ tier }: Pick<SchedulingRequest, "tier">): number {
  return TIER_ORDER.indexOf(tier);
}

/** Returns the collect of an access, unless its satellite is booked for a request that cannot be moved. */
export function toBooking(
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
    if (movable === undefined || rankTier(movable) <= rankTier(request)) return undefined;
    displaced.push(movable);
  }
  return { collect, displaced };
}

/** Plans the earliest pass that meets all conditions and whose satellite is free. */
export function planPoint(search: PassSearch, timeline: Timeline): Plan {
  const { request, center } = search;
  const feasible = findFeasibleAccesses(search);
  for (const access of feasible) {
    const booking = toBooking(access, center, request, timeline);
    if (booking !== undefined) return { ok: true, collects: [booking.collect], displaced: booking.displaced };
  }
  const everFeasible = [...findMissedAccesses(search), ...feasible];
  if (everFeasible.length === 0) return { ok: false, reason: explain(search) };
  const passes = countPasses(countFlights(everFeasible));
  return { ok: false, reason: `${passes} would match, but their satellites are booked for other requests` };
}

/** Returns accesses that earlier runs would have used if the satellites had been free. */
export function findMissedAccesses(search: PassSearch): Access[] {
  const { squints, earlier } = search;
  return earlier === undefined ? [] : findMeeting(search, earlier, squints.usual);
}

/**
 * Returns accesses that meet window and constraints. The squints of `ifNeeded` are tried only when the usual squints
 * have no access.
 */
export function findFeasibleAccesses(search: PassSearch): Access[] {
  const { squints, window, isWholeWindow } = search;
  const found = findMeeting(search, window, squints.usual);
  // If the window ends beyond the horizon, a usual squint may still work later.
  return found.length === 0 && isWholeWindow ? findMeeting(search, window, squints.ifNeeded) : found;
}

function findMeeting(
  { center, constraints }: PassSearch,
  window: Window,
  squints: readonly number[],
): Access[] {
  return findAccesses(center, window, squints).filter((access) => areAllMet(access, constraints));
}

/**
 * Returns the reason why no pass meets a request. A constraint is reported when removing it alone would allow a pass. If no
 * single constraint is responsible, the smallest set that leaves no pass is reported.
 */
export function explain(search: PassSearch): string {
  const { window: current, earlier, center, squints } = search;
  // The last run reports the findings of all runs.
  const window = { fromMs: earlier?.fromMs ?? current.fromMs, toMs: current.toMs };
  const [from, to] = [window.fromMs, window.toMs].map((ms) => formatTimestamp(Math.round(ms)));
  if (window.fromMs > window.toMs) {
    return `the window leaves no time for a collect (from ${from} to ${to})`;
  }
  // Earlier runs did not try these squints, because a usual squint might have worked later.
  const wasTried = ({ ms, squintAngleDegrees }: Access): boolean =>
    ms >= current.fromMs || !squints.ifNeeded.includes(squintAngleDegrees);
  const all = findAccesses(center, window, ALL_SQUINTS).filter(wasTried);
  const span = `between ${from} and ${to}`;
  if (all.length === 0) {
    return `no satellite comes within ${MAX_LOOK_DEGREES} degrees off nadir of the area ${span}`;
  }
  const constraints = [...search.constraints, makeSquintConstraint(search)];
  const alone = constraints.flatMap((constraint) => {
    const others = constraints.filter((other) => other !== constraint);
    const passes = countFlights(filterAccesses(all, others));
    return passes === 0 ? [] : [`${constraint.label} (${countPasses(passes)} without it)`];
  });
  if (alone.length > 0) return `no pass ${span} meets ${joinWords(alone)}`;
  const together = findFewestConflicting(all, constraints).map(({ label }) => label);
  return `none of ${countPasses(countFlights(all))} ${span} meets ${joinWords(together)}`;
}

function filterAccesses(accesses: readonly Access[], constraints: readonly Constraint[]): Access[] {
  return accesses.filter((access) => areAllMet(access, constraints));
}

/** Removes one constraint after the other while the rest still leave no pass. */
function findFewestConflicting(all: readonly Access[], constraints: readonly Constraint[]): Constraint[] {
  let kept = [...constraints];
  for (const constraint of constraints) {
    const fewer = kept.filter((other) => other !== constraint);
    if (filterAccesses(all, fewer).length === 0) kept = fewer;
  }
  return kept;
}

function makeSquintConstraint({ squints }: PassSearch): Constraint {
  const allowed = [...squints.usual, ...squints.ifNeeded];
  return {
    label: describeSquints(allowed),
    isMet: ({ squintAngleDegrees }) => allowed.includes(squintAngleDegrees),
  };
}

/** Returns `a`, `a and b`, or `a, b and c`. */
function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** Returns `1 pass`, `12 passes`. */
export function countPasses(passes: number): string {
  return passes === 1 ? "1 pass" : `${passes} passes`;
}

/** An interval during which a satellite is busy with a collect. */
export interface Busy {
  requestId: string;
  satellite: number;
  startMs: number;
  endMs: number;
  /** The request, if it is flexible and not collected yet. */
  movable?: SchedulingRequest | undefined;
}

/** Gap between two collects of one satellite, in which it turns to the other target. */
export const GAP_MS = 60_000;

/** The bookings of all satellites. */
export class Timeline {
  readonly #satellites = new Map<number, Busy[]>();

  /** Returns all bookings that are less than the gap away from a collect between the two moments. */
  blockers({ satellite, startMs, endMs }: Pick<Busy, "satellite" | "startMs" | "endMs">): Busy[] {
    const bookings = this.#satellites.get(satellite) ?? [];
    return bookings.filter((busy) => busy.startMs < endMs + GAP_MS && busy.endMs > startMs - GAP_MS);
  }

  book(busy: Busy): void {
    const bookings = this.#satellites.get(busy.satellite);
    if (bookings === undefined) this.#satellites.set(busy.satellite, [busy]);
    else bookings.push(busy);
  }

  free(requestId: string): void {
    for (const [satellite, bookings] of this.#satellites) {
      this.#satellites.set(
        satellite,
        bookings.filter((busy) => busy.requestId !== requestId),
      );
    }
  }
}
