import type { Point, Polygon } from "../../../../src/geo/geojson.ts";
import { type ImagingType, findImagingType } from "../../../../src/sandbox/fleet.ts";
import type { PlannedCollect, SchedulingRequest } from "../../../../src/sandbox/scheduling/request.ts";
import { type Schedule, schedule } from "../../../../src/sandbox/scheduling/schedule.ts";
import type { Busy } from "../../../../src/sandbox/scheduling/plan.ts";

export const NOW = Date.parse("2026-03-02T00:00:00Z");
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export function typeNamed(name: string): ImagingType {
  const type = findImagingType(name);
  if (type === undefined) throw new Error(`no type ${name}`);
  return type;
}

export const point = (longitude: number, latitude: number): Point => ({
  type: "Point",
  coordinates: [longitude, latitude],
});

export const box = (west: number, south: number, east: number, north: number): Polygon => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

/** A week over the port of Lisbon, in broadside spotlight_wide, which has no squint by itself. */
export function request(overrides: Partial<SchedulingRequest> = {}): SchedulingRequest {
  return {
    id: "a",
    tier: "standard",
    submittedMs: NOW,
    geometry: point(-9.14, 38.69),
    windowOpenMs: NOW,
    windowCloseMs: NOW + 7 * DAY,
    type: typeNamed("spotlight_wide"),
    constraints: {},
    ...overrides,
  };
}

/** An existing plan. */
export interface Plan extends Pick<Busy, "requestId" | "movable"> {
  collects: readonly Pick<Busy, "satellite" | "startMs" | "endMs">[];
}

export function plan(
  requests: readonly SchedulingRequest[],
  plans: readonly Plan[] = [],
  nowMs = NOW,
): Schedule {
  const occupied = plans.flatMap(({ collects, ...ids }) =>
    collects.map((collect) => ({ ...collect, ...ids })),
  );
  return schedule(requests, occupied, nowMs);
}

/** The single collect of a request. */
export function collectOf(
  overrides: Partial<SchedulingRequest> = {},
  plans: readonly Plan[] = [],
): PlannedCollect {
  const { assignments, rejections, deferrals } = plan([request(overrides)], plans);
  const collect = assignments[0]?.collects[0];
  if (collect === undefined)
    throw new Error([...rejections, ...deferrals].map(({ reason }) => reason).join());
  return collect;
}
