import { sgp4 } from "satellite.js";
import { DAY_MS } from "../time/civil.ts";
import type { Satellite } from "./elements.ts";
import type { Vector } from "./ellipsoid.ts";

/** Position and velocity of a satellite: kilometres and kilometres per second, earth-fixed. */
export interface State {
  position: Vector;
  /** Relative to the turning earth, so that a fixed target has no velocity of its own. */
  velocity: Vector;
}

/** SGP4 has no orbit for a time: it is too far from the elements, or the satellite has re-entered by then. */
export class NoOrbit extends Error {}

/** Returns the state of SGP4 in the inertial frame, rotated with the earth by the sidereal time. */
export function computeState(satellite: Satellite, ms: number): State {
  const inertial = sgp4(satellite.satrec, (ms - satellite.epochMs) / 60_000);
  if (inertial === null) throw new NoOrbit(`no orbit of satellite ${satellite.index + 1} at ${ms}`);
  const angle = computeSiderealTime(ms);
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const { position: r, velocity: v } = inertial;
  const x = cos * r.x + sin * r.y;
  const y = cos * r.y - sin * r.x;
  return {
    position: { x, y, z: r.z },
    velocity: {
      x: cos * v.x + sin * v.y + EARTH_RATE * y,
      y: cos * v.y - sin * v.x - EARTH_RATE * x,
      z: v.z,
    },
  };
}

/** Radians per second at which the earth turns under the satellites. */
export const EARTH_RATE = 7.292115146706979e-5;

const J2000_MS = 946_728_000_000;
const TURN = 2 * Math.PI;

/**
 * Returns Greenwich mean sidereal time in radians, 0 to 2 pi (IAU 1982). Whole turns are dropped before the sum,
 * because a Julian date as one number would lose digits.
 */
export function computeSiderealTime(ms: number): number {
  const days = (ms - J2000_MS) / DAY_MS;
  const centuries = days / 36_525;
  const dayFraction = (((ms - J2000_MS) % DAY_MS) + DAY_MS) / DAY_MS;
  const seconds =
    67_310.54841 + 8_640_184.812866 * centuries + (0.093104 - 6.2e-6 * centuries) * centuries * centuries;
  // The formula's term of 876600 hours per century is one whole turn per day: only the fraction of the day changes
  // the angle.
  const turns = seconds / 86_400 + dayFraction;
  return (turns - Math.floor(turns)) * TURN;
}
