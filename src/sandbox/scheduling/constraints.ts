import { secondsOfDay } from "../../time/zone.ts";
import type { Access } from "./accesses-of.ts";
import { angleBetween, isAzimuthWithin } from "./azimuth.ts";
import { describeRange, describeLocalTime } from "./words.ts";
import type { Framing, PassConstraints, SchedulingRequest } from "./request.ts";

/** What may leave no pass, named as the interface names it; a pair of bounds has one name. */
export type ConstraintName =
  | "lookDirection"
  | "ascDesc"
  | "orbitalPlanes"
  | "offNadir"
  | "grazingAngle"
  | "azimuthAngle"
  | "localTime"
  | "squint"
  | "framing";

/** One constraint, ready to judge passes. */
export interface Constraint {
  name: ConstraintName;
  /** As it was asked, such as `look direction left`. */
  says: string;
  isMet: (access: Access) => boolean;
}

// Spec silent: the look angles that hold when none are given. We take 5 to 50 degrees.
const OFF_NADIR = [5, 50] as const;

/** Every constraint of the request that restricts anything but the squint; `zone` is that of the area's centre. */
export function* constraintsOf(
  { constraints, framing }: Pick<SchedulingRequest, "constraints" | "framing">,
  zone: string,
): Generator<Constraint> {
  const { lookDirection, ascDesc, orbitalPlanes = [] } = constraints;
  if (lookDirection === "left" || lookDirection === "right") {
    yield {
      name: "lookDirection",
      says: `look direction ${lookDirection}`,
      isMet: ({ side }) => side === lookDirection,
    };
  }
  if (ascDesc === "ascending" || ascDesc === "descending") {
    yield {
      name: "ascDesc",
      says: `orbit direction ${ascDesc}`,
      isMet: ({ ascending }) => ascending === (ascDesc === "ascending"),
    };
  }
  if (orbitalPlanes.length > 0) {
    yield {
      name: "orbitalPlanes",
      says: `orbital plane ${orbitalPlanes.join(", ")}`,
      isMet: ({ satellite }) => orbitalPlanes.includes(satellite.plane),
    };
  }
  yield* angleConstraints(constraints);
  const span = localSpan(constraints.localTime);
  if (span !== undefined) {
    const [start, end] = span;
    yield {
      name: "localTime",
      says: describeLocalTime(span, zone),
      isMet: ({ ms }) => {
        const seconds = secondsOfDay(zone, ms);
        return start <= end ? seconds >= start && seconds <= end : seconds >= start || seconds <= end;
      },
    };
  }
  if (framing !== undefined) yield framingConstraint(framing);
}

function* angleConstraints(constraints: PassConstraints): Generator<Constraint> {
  const { offNadirMin: lookMin = OFF_NADIR[0], offNadirMax: lookMax = OFF_NADIR[1] } = constraints;
  yield {
    name: "offNadir",
    says: describeRange("off-nadir", lookMin, lookMax),
    isMet: ({ lookAngleDegrees: look }) => look >= lookMin && look <= lookMax,
  };
  const { grazingAngleMin, grazingAngleMax, azimuthAngleMin, azimuthAngleMax } = constraints;
  if (grazingAngleMin !== undefined || grazingAngleMax !== undefined) {
    yield {
      name: "grazingAngle",
      says: describeRange("grazing angle", grazingAngleMin, grazingAngleMax),
      isMet: ({ incidenceAngleDegrees }) => {
        const grazing = 90 - incidenceAngleDegrees;
        return grazing >= (grazingAngleMin ?? -Infinity) && grazing <= (grazingAngleMax ?? Infinity);
      },
    };
  }
  if (azimuthAngleMin !== undefined || azimuthAngleMax !== undefined) {
    yield {
      name: "azimuthAngle",
      says: describeRange("azimuth", azimuthAngleMin, azimuthAngleMax),
      isMet: ({ azimuthDegrees }) => isAzimuthWithin(azimuthDegrees, azimuthAngleMin, azimuthAngleMax),
    };
  }
}

/** Seconds of the local day that `localTime` means; undefined for the whole day. */
function localSpan(
  localTime: PassConstraints["localTime"],
): readonly [startSeconds: number, endSeconds: number] | undefined {
  if (localTime === undefined || localTime === "anytime") return undefined;
  if (localTime === "day") return [21_600, 64_800];
  if (localTime === "night") return [64_800, 21_600];
  return localTime[0] === 0 && localTime[1] === 86_400 ? undefined : localTime;
}

function framingConstraint(framing: Framing): Constraint {
  const { side, ascending, plane, lookAngleDegrees, azimuthDegrees } = framing;
  const { lookAngleTolerance = Infinity, azimuthAngleTolerance = Infinity } = framing;
  return {
    name: "framing",
    says: `the framing of the first collect (${side}, ${ascending ? "ascending" : "descending"}, plane ${plane})`,
    isMet: (access) =>
      access.side === side &&
      access.ascending === ascending &&
      access.satellite.plane === plane &&
      Math.abs(access.lookAngleDegrees - lookAngleDegrees) <= lookAngleTolerance &&
      angleBetween(access.azimuthDegrees, azimuthDegrees) <= azimuthAngleTolerance,
  };
}
