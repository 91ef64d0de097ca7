import type { Access } from "./accesses-of.ts";
import type { Explanation } from "./explain.ts";
import type { PlannedCollect, SchedulingRequest } from "./request.ts";
import type { Timeline } from "./timeline.ts";

/** Collects for one request, and the flexible requests that have to give way; or why there are none. */
export type Plan =
  | { ok: true; collects: PlannedCollect[]; displaced: SchedulingRequest[] }
  | ({ ok: false } & Explanation);

/** One collect that a satellite could make. */
export interface Booking {
  collect: PlannedCollect;
  displaced: SchedulingRequest[];
}

/** Earlier tiers go first. */
// Spec silent: where `routine`, the tier of series, stands among the tiers of single tasks. We plan it after `standard`
// and before `flexible`.
const TIER_ORDER = ["urgent", "priority", "standard", "routine", "flexible"];

export function tierRank({ tier }: Pick<SchedulingRequest, "tier">): number {
  return TIER_ORDER.indexOf(tier);
}

/** The collect that an access becomes, when its satellite is free then, or only flexible requests of later tiers hold it. */
export function bookingOf(
  access: Access,
  center: [longitude: number, latitude: number],
  request: SchedulingRequest,
  timeline: Timeline,
): Booking | undefined {
  const timeMs = Math.round(access.ms);
  const halfMs = request.type.durationSeconds * 500;
  const collect: PlannedCollect = {
    satellite: access.satellite.index,
    plane: access.satellite.plane,
    timeMs,
    startMs: timeMs - halfMs,
    endMs: timeMs + halfMs,
    center,
    side: access.side,
    ascending: access.ascending,
    lookAngleDegrees: access.lookAngleDegrees,
    incidenceAngleDegrees: access.incidenceAngleDegrees,
    azimuthDegrees: access.azimuthDegrees,
    headingDegrees: access.headingDegrees,
    squintAngleDegrees: access.squintAngleDegrees,
    rangeKm: access.rangeKm,
  };
  const displaced: SchedulingRequest[] = [];
  for (const { movable } of timeline.blockers(collect.satellite, collect.startMs, collect.endMs)) {
    if (movable === undefined || tierRank(movable) <= tierRank(request)) return undefined;
    displaced.push(movable);
  }
  return { collect, displaced };
}
