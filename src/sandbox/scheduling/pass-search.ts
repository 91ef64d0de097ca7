import { centroidOf } from "../../geo/centroid.ts";
import { DAY_MS } from "../../time/civil.ts";
import { zoneAt } from "../../time/zone-at.ts";
import type { Window } from "./accesses-of.ts";
import { type Constraint, constraintsOf, type SquintAngles, squintAngles } from "./constraints.ts";
import type { SchedulingRequest } from "./request.ts";

// Spec silent: how far ahead the scheduler plans. The sandbox plans 7 days ahead, again every day.
export const HORIZON_MS = 7 * DAY_MS;

/** A request prepared for the search of passes. */
export interface PassSearch {
  request: SchedulingRequest;
  center: [longitude: number, latitude: number];
  constraints: readonly Constraint[];
  squints: SquintAngles;
  /** Allowed times for the middle of a collect, so that the whole collect is in the window and the horizon. */
  window: Window;
  /** False when the request's window ends beyond the horizon. */
  isWholeWindow: boolean;
  /** For the last run: the part of the window that earlier runs have planned without success. */
  earlier: Window | undefined;
}

export function passSearchOf(request: SchedulingRequest, nowMs: number): PassSearch {
  // The area's centre is the target point of a request, and its local time applies.
  const [longitude = 0, latitude = 0] = centroidOf(request.geometry);
  const halfMs = request.type.durationSeconds * 500;
  const horizonMs = nowMs + HORIZON_MS;
  const fromMs = Math.max(request.windowOpenMs, nowMs) + halfMs;
  const firstMs = Math.max(request.windowOpenMs, request.plannedSinceMs ?? nowMs) + halfMs;
  const isWholeWindow = request.windowCloseMs <= horizonMs;
  return {
    request,
    center: [longitude, latitude],
    constraints: [...constraintsOf(request, zoneAt(longitude, latitude))],
    squints: squintAngles(request),
    window: {
      fromMs,
      toMs: Math.min(request.windowCloseMs, horizonMs) - halfMs,
    },
    isWholeWindow,
    earlier: isWholeWindow && firstMs < fromMs ? { fromMs: firstMs, toMs: fromMs } : undefined,
  };
}
