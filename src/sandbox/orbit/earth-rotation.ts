import { DAY_MS } from "../../time/civil.ts";

/** Radians per second at which the earth turns under the satellites. */
export const EARTH_RATE = 7.292115146706979e-5;

const J2000_MS = 946_728_000_000;
const TURN = 2 * Math.PI;

/**
 * Greenwich mean sidereal time in radians, 0 to 2 pi (IAU 1982). Whole turns are left out before they cost digits, which a
 * Julian date as one number does.
 */
export function siderealTime(ms: number): number {
  const days = (ms - J2000_MS) / DAY_MS;
  const centuries = days / 36_525;
  const dayFraction = (((ms - J2000_MS) % DAY_MS) + DAY_MS) / DAY_MS;
  const seconds =
    67_310.54841 + 8_640_184.812866 * centuries + (0.093104 - 6.2e-6 * centuries) * centuries * centuries;
  // A Julian century has 876600 hours: a whole turn a day, of which only the fraction of the day counts.
  const turns = seconds / 86_400 + dayFraction;
  return (turns - Math.floor(turns)) * TURN;
}
