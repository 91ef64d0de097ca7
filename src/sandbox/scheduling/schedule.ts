import { DAY_MS } from "../../time/civil.ts";
import { HORIZON_MS, preparePassSearch } from "./constraints.ts";
import { planArea } from "./plan-area.ts";
import { planPoint, rankTier, Timeline, type Busy } from "./plan.ts";
import type { PlannedCollect, SchedulingRequest } from "./request.ts";

/** One collect for a point, one or more strips for a polygon, sorted by time. */
export interface Assignment {
  requestId: string;
  collects: PlannedCollect[];
}

export interface Rejection {
  requestId: string;
  /** Text for the record's status message. */
  reason: string;
}

/** No pass found yet, but the window ends beyond the horizon: plan again at `retryAtMs`. */
interface Deferral extends Rejection {
  retryAtMs: number;
}

/** Every request, including displaced ones, has exactly one assignment, rejection or deferral. */
export interface Schedule {
  assignments: Assignment[];
  /** Requests whose flexible plan was removed; they are among the assignments, rejections or deferrals. */
  displaced: string[];
  rejections: Rejection[];
  deferrals: Deferral[];
}

/**
 * Plans all `requests` around `occupied`, by tier: urgent, priority, standard, routine, flexible; within a tier by
 * submission. Each request gets the earliest free pass within the next 7 days. Flexible plans that may be moved are
 * displaced by other tiers and planned again within their windows. The result depends only on the arguments.
 */
export function schedule(
  requests: readonly SchedulingRequest[],
  occupied: readonly Busy[],
  nowMs: number,
): Schedule {
  const timeline = new Timeline();
  for (const busy of occupied) timeline.book(busy);
  const result: Schedule = { assignments: [], displaced: [], rejections: [], deferrals: [] };
  const displacedBy = new Map<SchedulingRequest, SchedulingRequest>();

  const place = (request: SchedulingRequest): void => {
    const search = preparePassSearch(request, nowMs);
    const plan = request.geometry.type === "Point" ? planPoint(search, timeline) : planArea(search, timeline);
    const requestId = request.id;
    if (!plan.ok) {
      const winner = displacedBy.get(request);
      const why = winner === undefined ? "" : `made room for a request of tier ${winner.tier}: `;
      const reason = why + plan.reason;
      if (search.isWholeWindow) result.rejections.push({ requestId, reason });
      else result.deferrals.push({ requestId, reason, retryAtMs: retryAt(request, nowMs) });
      return;
    }
    for (const movable of new Set(plan.displaced)) {
      timeline.free(movable.id);
      displacedBy.set(movable, request);
      result.displaced.push(movable.id);
    }
    for (const collect of plan.collects) timeline.book({ requestId, ...collect });
    result.assignments.push({ requestId, collects: plan.collects });
  };

  const isFlexible = ({ tier }: SchedulingRequest): boolean => tier === "flexible";
  for (const request of compareRequests(requests.filter((request) => !isFlexible(request)))) place(request);
  // Only flexible requests are displaced, so one round plans the new and the displaced ones.
  for (const request of compareRequests([...requests.filter(isFlexible), ...displacedBy.keys()]))
    place(request);
  return result;
}

function compareRequests(requests: readonly SchedulingRequest[]): SchedulingRequest[] {
  return requests.toSorted(
    (a, b) => rankTier(a) - rankTier(b) || a.submittedMs - b.submittedMs || (a.id < b.id ? -1 : 1),
  );
}

/**
 * Returns the time of the next run: a day later, when there are new passes. For a window far ahead: as soon as the
 * horizon reaches its first day.
 */
function retryAt({ windowOpenMs }: SchedulingRequest, nowMs: number): number {
  return Math.max(nowMs, windowOpenMs - HORIZON_MS) + DAY_MS;
}
