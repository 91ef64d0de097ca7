import type { Ephemeris } from "../orbit/ephemeris.ts";
import type { Commitment, Schedule } from "./outcome.ts";
import type { SchedulingRequest } from "./request.ts";

/**
 * Plans all `requests` around what is `occupied`: urgent, priority, standard, routine, flexible; each takes the earliest
 * pass that fits within the next 7 days. Pure and deterministic.
 */
export type ScheduleRequests = (
  requests: readonly SchedulingRequest[],
  occupied: readonly Commitment[],
  nowMs: number,
  ephemeris: Ephemeris,
) => Schedule;
