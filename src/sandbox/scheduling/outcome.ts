import type { ConstraintName } from "./constraints.ts";
import type { PlannedCollect, SchedulingRequest } from "./request.ts";

/** A plan that stands already. With its request it may be moved: pass it for flexible requests that are not collected yet. */
export interface Commitment {
  requestId: string;
  collects: readonly Pick<PlannedCollect, "satellite" | "startMs" | "endMs">[];
  movable?: SchedulingRequest;
}

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
  /** Each of these alone, or all together, left no pass; empty when there was none to begin with, or all were taken. */
  constraints: ConstraintName[];
}

/** Nothing found yet, but the window goes on beyond the horizon: ask again at `retryAtMs`. */
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
