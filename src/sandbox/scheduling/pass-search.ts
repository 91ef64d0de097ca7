import { centroidOf } from "../../geo/centroid.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import type { Ephemeris } from "../../orbit/propagation.ts";
import { DAY_MS } from "../../time/civil.ts";
import { zoneAt } from "../../time/zone-at.ts";
import type { Window } from "./accesses-of.ts";
import { type Constraint, constraintsOf } from "./constraints.ts";
import type { SchedulingRequest } from "./request.ts";

// Spec silent: how far ahead the scheduler plans. The sandbox plans 7 days ahead, again every day.
export const HORIZON_MS = 7 * DAY_MS;

/** A request prepared for the search of passes. */
export interface PassSearch {
  request: SchedulingRequest;
  center: [longitude: number, latitude: number];
  constraints: readonly Constraint[];
  /** Allowed times for the middle of a collect, so that the whole collect is in the window and the horizon. */
  window: Window;
  /** False when the request's window ends beyond the horizon. */
  isWholeWindow: boolean;
  /** For the last run: the part of the window that earlier runs have planned without success. */
  earlier: Window | undefined;
  ephemeris: Ephemeris;
}

export function passSearchOf(request: SchedulingRequest, nowMs: number, ephemeris: Ephemeris): PassSearch {
  const halfMs = request.type.durationSeconds * 500;
  const horizonMs = nowMs + HORIZON_MS;
  const fromMs = Math.max(request.windowOpenMs, nowMs) + halfMs;
  const firstMs = Math.max(request.windowOpenMs, request.plannedSinceMs ?? nowMs) + halfMs;
  const isWholeWindow = request.windowCloseMs <= horizonMs;
  return {
    request,
    center: centerOf(request.geometry),
    constraints: [...constraintsOf(request, localZone(request.geometry))],
    window: {
      fromMs,
      toMs: Math.min(request.windowCloseMs, horizonMs) - halfMs,
    },
    isWholeWindow,
    earlier: isWholeWindow && firstMs < fromMs ? { fromMs: firstMs, toMs: fromMs } : undefined,
    ephemeris,
  };
}

/** Returns the area's centre, which is the target point of a request. */
function centerOf(geometry: Point | Polygon): [longitude: number, latitude: number] {
  const [longitude = 0, latitude = 0] = centroidOf(geometry);
  return [longitude, latitude];
}

/** Returns the time zone of the area's centre. */
export function localZone(geometry: Point | Polygon): string {
  return zoneAt(...centerOf(geometry));
}
