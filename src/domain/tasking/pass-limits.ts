/**
 * Converts `collectConstraints` of a request to limits on the geometry of a pass, the satellites and the time of day.
 */
import { toJsonObject } from "../../contract/json-object.ts";
import { ORBITAL_PLANES } from "../../contract/vocabulary.ts";
import { readArc } from "../../orbit/look.ts";
import type { PassLimits } from "../../orbit/pass-windows.ts";
import { findRestrictingSpans, type DaySpan } from "./local-time.ts";

export interface PassConstraints {
  limits: PassLimits;
  /** Empty: any plane. */
  planes: readonly number[];
  /** Undefined: the whole day. */
  localTime: readonly DaySpan[] | undefined;
}

// Spec silent: the default look angles and squint. We show passes of 5 to 50 degrees off nadir with at most 30 degrees
// of squint.
const OFF_NADIR = [5, 50] as const;
const MAX_SQUINT = 30;

/** Reads validated constraints; unknown ones restrict nothing. */
export function readPassConstraints(collectConstraints: unknown): PassConstraints {
  const given = toJsonObject(collectConstraints);
  const number = (name: string): number | undefined =>
    typeof given[name] === "number" ? given[name] : undefined;
  const range = (name: string): readonly [number, number] | undefined => {
    const [least, most] = [number(`${name}Min`), number(`${name}Max`)];
    return least === undefined && most === undefined ? undefined : [least ?? -Infinity, most ?? Infinity];
  };
  const [azimuthMin, azimuthMax] = [number("azimuthAngleMin"), number("azimuthAngleMax")];
  const hasAzimuth = azimuthMin !== undefined || azimuthMax !== undefined;
  const { lookDirection, ascDesc, orbitalPlanes } = given;
  const grazing = range("grazingAngle");
  return {
    limits: {
      offNadir: [number("offNadirMin") ?? OFF_NADIR[0], number("offNadirMax") ?? OFF_NADIR[1]],
      squint: toSquintRange(given["squint"], Math.abs(number("maxSquintAngle") ?? MAX_SQUINT)),
      ...(grazing !== undefined && { grazing }),
      ...(hasAzimuth && { azimuth: readArc(azimuthMin, azimuthMax) }),
      ...((lookDirection === "left" || lookDirection === "right") && { side: lookDirection }),
      ...((ascDesc === "ascending" || ascDesc === "descending") && {
        ascending: ascDesc === "ascending",
      }),
    },
    planes: Array.isArray(orbitalPlanes) ? orbitalPlanes.filter((plane) => typeof plane === "number") : [],
    localTime: findRestrictingSpans(given["localTime"]),
  };
}

const toSquintRange = (squint: unknown, most: number): PassLimits["squint"] =>
  squint === "forward" ? [0, most] : squint === "backward" ? [-most, 0] : [-most, most];

/** The planes of a fleet have names in whole degrees: 97 includes an inclination of 97.5. */
const PLANE_TOLERANCE = 2;

/** Returns the orbital plane of an inclination, or undefined if it matches none. */
export const findPlane = (inclination: number): number | undefined =>
  ORBITAL_PLANES.find((plane) => Math.abs(plane - inclination) <= PLANE_TOLERANCE);
