import { DAY_MS } from "../../time/civil.ts";
import type { Constellation } from "./accesses-of.ts";
import type { ConstraintName } from "./constraints.ts";
import { planArea } from "./plan-area.ts";
import { planPoint, tierRank } from "./plan.ts";
import { HORIZON_MS, passSearchOf } from "./pass-search.ts";
import type { PlannedCollect, SchedulingRequest } from "./request.ts";
import { type Commitment, createTimeline } from "./timeline.ts";

/** One collect for a point, one or more strips for a polygon, in order of time. */
export interface Assignment {
  requestId: string;
  collects: PlannedCollect[];
}

/** A flexible plan that gave way; what became of its request is among the assignments, rejections or deferrals. */
interface Displacement {
  requestId: string;
  byRequestId: string;
}

export interface Rejection {
  requestId: string;
  /** In words, fit for the record's status message. */
  reason: string;
  /** Each of these alone, or all together, left no pass; empty when there was no pass at all, or all were taken. */
  constraints: ConstraintName[];
}

/** No pass found yet, but the window goes on beyond the horizon: plan again at `retryAtMs`. */
interface Deferral extends Rejection {
  retryAtMs: number;
}

/** Every request, and every displaced one, has exactly one of an assignment, a rejection and a deferral. */
export interface Schedule {
  assignments: Assignment[];
  displacements: Displacement[];
  rejections: Rejection[];
  deferrals: Deferral[];
}

/**
 * Plans all `requests` around what is `occupied`: urgent, priority, standard, routine, flexible; within a tier the earlier
 * submission first; each takes the earliest pass that fits within the next 7 days. Planned flexible requests that may be
 * moved give way to other tiers and are planned anew within their windows. Pure: the same arguments, the same schedule.
 */
export function schedule(
  requests: readonly SchedulingRequest[],
  occupied: readonly Commitment[],
  nowMs: number,
  constellation: Constellation,
): Schedule {
  const timeline = createTimeline(occupied);
  const result: Schedule = { assignments: [], displacements: [], rejections: [], deferrals: [] };
  const displacedBy = new Map<SchedulingRequest, SchedulingRequest>();

  const place = (request: SchedulingRequest): void => {
    const search = passSearchOf(request, nowMs, constellation);
    const plan = request.geometry.type === "Point" ? planPoint(search, timeline) : planArea(search, timeline);
    const requestId = request.id;
    if (!plan.ok) {
      const winner = displacedBy.get(request);
      const why = winner === undefined ? "" : `made room for a request of tier ${winner.tier}: `;
      const { constraints } = plan;
      const reason = why + plan.reason;
      if (search.isWholeWindow) result.rejections.push({ requestId, reason, constraints });
      else result.deferrals.push({ requestId, reason, constraints, retryAtMs: retryAt(request, nowMs) });
      return;
    }
    for (const movable of new Set(plan.displaced)) {
      timeline.free(movable.id);
      displacedBy.set(movable, request);
      result.displacements.push({ requestId: movable.id, byRequestId: requestId });
    }
    timeline.book({ requestId, collects: plan.collects });
    result.assignments.push({ requestId, collects: plan.collects });
  };

  const isFlexible = ({ tier }: SchedulingRequest): boolean => tier === "flexible";
  for (const request of inOrder(requests.filter((request) => !isFlexible(request)))) place(request);
  // Only flexible requests give way, so one round plans the new ones and the displaced.
  for (const request of inOrder([...requests.filter(isFlexible), ...displacedBy.keys()])) place(request);
  return result;
}

function inOrder(requests: readonly SchedulingRequest[]): SchedulingRequest[] {
  return requests.toSorted(
    (a, b) => tierRank(a) - tierRank(b) || a.submittedMs - b.submittedMs || (a.id < b.id ? -1 : 1),
  );
}

/** A day later there are passes that are new; for a window that opens far ahead, when its first day is within reach. */
function retryAt({ windowOpenMs }: SchedulingRequest, nowMs: number): number {
  return Math.max(nowMs, windowOpenMs - HORIZON_MS) + DAY_MS;
}
