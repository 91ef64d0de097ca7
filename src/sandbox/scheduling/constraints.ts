import { computeCentroid } from "../../geo/centroid.ts";
import { DAY_MS } from "../../time/civil.ts";
import { findZone } from "../../time/zone-at.ts";
import { hasAutomaticSquint, isStripmap, LIMITS } from "../../contract/vocabulary.ts";
import { formatClock, findRestrictingSpans } from "../../domain/tasking/local-time.ts";
import { measureAngleBetween, readArc, isWithinArc } from "../../orbit/look.ts";
import { toSecondsOfDay } from "../../time/zone.ts";
import type { Access, Window } from "./find-accesses.ts";
import type { Framing, PassConstraints, SchedulingRequest } from "./request.ts";

/** One constraint, ready to test passes. */
export interface Constraint {
  /** The name in messages, such as `look direction left`. */
  label: string;
  isMet: (access: Access) => boolean;
}

export const areAllMet = (access: Access, constraints: readonly Constraint[]): boolean =>
  constraints.every(({ isMet }) => isMet(access));

// Spec silent: the default look angles. The sandbox uses 5 to 50 degrees.
const OFF_NADIR = [5, 50] as const;

/** Yields every constraint of the request except the squint; `zone` is the time zone of the area's centre. */
export function* listConstraints(
  { constraints, framing }: Pick<SchedulingRequest, "constraints" | "framing">,
  zone: string,
): Generator<Constraint> {
  const { lookDirection, ascDesc, orbitalPlanes = [] } = constraints;
  if (lookDirection === "left" || lookDirection === "right") {
    yield {
      label: `look direction ${lookDirection}`,
      isMet: ({ side }) => side === lookDirection,
    };
  }
  if (ascDesc === "ascending" || ascDesc === "descending") {
    yield {
      label: `orbit direction ${ascDesc}`,
      isMet: ({ ascending }) => ascending === (ascDesc === "ascending"),
    };
  }
  if (orbitalPlanes.length > 0) {
    yield {
      label: `orbital plane ${orbitalPlanes.join(", ")}`,
      isMet: ({ satellite }) => orbitalPlanes.includes(satellite.plane),
    };
  }
  yield* listAngleConstraints(constraints);
  const spans = findRestrictingSpans(constraints.localTime);
  if (spans !== undefined) {
    const clocks = spans.map(([start, end]) => `${formatClock(start)} to ${formatClock(end)}`);
    yield {
      label: `local time ${clocks.join(" or ")} (${zone})`,
      isMet: ({ ms }) => {
        const seconds = toSecondsOfDay(zone, ms);
        return spans.some(([start, end]) =>
          start <= end ? seconds >= start && seconds <= end : seconds >= start || seconds <= end,
        );
      },
    };
  }
  if (framing !== undefined) yield makeFramingConstraint(framing);
}

function* listAngleConstraints(constraints: PassConstraints): Generator<Constraint> {
  const { offNadirMin: lookMin = OFF_NADIR[0], offNadirMax: lookMax = OFF_NADIR[1] } = constraints;
  yield {
    label: describeRange("off-nadir", lookMin, lookMax),
    isMet: ({ lookAngleDegrees: look }) => look >= lookMin && look <= lookMax,
  };
  const { grazingAngleMin, grazingAngleMax, azimuthAngleMin, azimuthAngleMax } = constraints;
  if (grazingAngleMin !== undefined || grazingAngleMax !== undefined) {
    yield {
      label: describeRange("grazing angle", grazingAngleMin, grazingAngleMax),
      isMet: ({ incidenceAngleDegrees }) => {
        const grazing = 90 - incidenceAngleDegrees;
        return grazing >= (grazingAngleMin ?? -Infinity) && grazing <= (grazingAngleMax ?? Infinity);
      },
    };
  }
  if (azimuthAngleMin !== undefined || azimuthAngleMax !== undefined) {
    const arc = readArc(azimuthAngleMin, azimuthAngleMax);
    yield {
      label: describeRange("azimuth", azimuthAngleMin, azimuthAngleMax),
      isMet: ({ azimuthDegrees }) => isWithinArc(azimuthDegrees, arc),
    };
  }
}

function makeFramingConstraint(framing: Framing): Constraint {
  const { side, ascending, plane, lookAngleDegrees, azimuthDegrees } = framing;
  const { lookAngleTolerance = Infinity, azimuthAngleTolerance = Infinity } = framing;
  return {
    label: `the framing of the first collect (${side}, ${ascending ? "ascending" : "descending"}, plane ${plane})`,
    isMet: (access) =>
      access.side === side &&
      access.ascending === ascending &&
      access.satellite.plane === plane &&
      Math.abs(access.lookAngleDegrees - lookAngleDegrees) <= lookAngleTolerance &&
      measureAngleBetween(access.azimuthDegrees, azimuthDegrees) <= azimuthAngleTolerance,
  };
}

/** Every squint of the simulated radar in degrees, positive if the beam points forward. */
export const ALL_SQUINTS = [0, 15, -15, 30, -30] as const;
const STEPS = LIMITS.squintStepsDegrees;
const DEFAULT_MOST = 30;

export interface SquintAngles {
  /** Tried first; only 0 unless the request asks for squint. */
  usual: readonly number[];
  /** Tried when no pass with a usual squint meets the window and the constraints. */
  ifNeeded: readonly number[];
}

/**
 * Returns the allowed squints of a collect. Stripmap types: broadside, unless squint was requested. Spotlight and
 * spotlight-ultra: broadside, or 30 degrees to either side if broadside finds no pass. Others: broadside.
 */
// Spec silent: the squint angles of "0, 15 and 30" and the default of `maxSquintAngle`. The sandbox uses steps of 15
// degrees up to the maximum, 30 by default; `enabled` has both signs and 0.
// Spec silent: whether `squint` changes the automatic squint of spotlight types. The sandbox ignores it there.
export function listSquintAngles({
  type,
  constraints,
}: Pick<SchedulingRequest, "type" | "constraints">): SquintAngles {
  if (hasAutomaticSquint(type.name)) return { usual: [0], ifNeeded: [30, -30] };
  if (!isStripmap(type.name) || constraints.squint === undefined) return { usual: [0], ifNeeded: [] };
  const most = Math.abs(constraints.maxSquintAngle ?? DEFAULT_MOST);
  const steps = STEPS.filter((step) => step <= most);
  const usual = {
    forward: steps,
    backward: steps.map((step) => -step),
    enabled: [0, ...steps.flatMap((step) => [step, -step])],
  }[constraints.squint];
  return { usual, ifNeeded: [] };
}

const formatRounded = (degrees: number): string => String(Math.round(degrees * 100) / 100);

/** Returns `off-nadir 20 to 30`, `grazing angle at least 40`, `azimuth 90`. */
function describeRange(what: string, min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `${what} at most ${formatRounded(max ?? Infinity)}`;
  if (max === undefined) return `${what} at least ${formatRounded(min)}`;
  return min === max
    ? `${what} ${formatRounded(min)}`
    : `${what} ${formatRounded(min)} to ${formatRounded(max)}`;
}

/** Returns `squint 0, 30, -30`. */
export function describeSquints(angles: readonly number[]): string {
  if (angles.length === 0) return "a squint below its first step of 15";
  return angles.length === 1 && angles[0] === 0 ? "broadside looks only" : `squint ${angles.join(", ")}`;
}

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

export function preparePassSearch(request: SchedulingRequest, nowMs: number): PassSearch {
  // The area's centre is the target point of a request, and its local time applies.
  const [longitude = 0, latitude = 0] = computeCentroid(request.geometry);
  const halfMs = request.type.durationSeconds * 500;
  const horizonMs = nowMs + HORIZON_MS;
  const fromMs = Math.max(request.windowOpenMs, nowMs) + halfMs;
  const firstMs = Math.max(request.windowOpenMs, request.plannedSinceMs ?? nowMs) + halfMs;
  const isWholeWindow = request.windowCloseMs <= horizonMs;
  return {
    request,
    center: [longitude, latitude],
    constraints: [...listConstraints(request, findZone(longitude, latitude))],
    squints: listSquintAngles(request),
    window: {
      fromMs,
      toMs: Math.min(request.windowCloseMs, horizonMs) - halfMs,
    },
    isWholeWindow,
    earlier: isWholeWindow && firstMs < fromMs ? { fromMs: firstMs, toMs: fromMs } : undefined,
  };
}
