import { toGroundPoint, RADIANS } from "../../orbit/ellipsoid.ts";
import { computeLook, type Look } from "../../orbit/look.ts";
import { findBroadsides, findSquintMoment } from "../../orbit/passes.ts";
import { SATELLITES, type FleetSatellite } from "../fleet.ts";

/** One opportunity to image a target: a satellite, the time and the geometry. */
export interface Access extends Look {
  satellite: FleetSatellite;
  ms: number;
  /** The squint, which is exactly the requested one. */
  squintAngleDegrees: number;
  /** Approximate time at which the satellite is abeam: one number for all squints of a pass. */
  passMs: number;
}

export interface Window {
  fromMs: number;
  /** Inclusive, like `fromMs`. */
  toMs: number;
}

/** Returns the key of one pass of one satellite, at any squint. */
export const formatFlight = ({ satellite, passMs }: Access): string => `${satellite.index} ${passMs}`;

export const countFlights = (accesses: readonly Access[] = []): number =>
  new Set(accesses.map(formatFlight)).size;

/** The largest look angle of the simulated radar, including squint. */
export const MAX_LOOK_DEGREES = 60;

/** Milliseconds per kilometre at 7.1 km/s over the ground, for a first guess of a squinted time. */
const MS_PER_KM = 1000 / 7.1;

/**
 * Returns every access of `[longitude, latitude]` within the window at each of the squints, up to 60 degrees off
 * nadir. Passes are in order of time; within a pass the smallest squint comes first, and forward before backward.
 */
export function findAccesses(
  target: readonly [longitude: number, latitude: number],
  window: Window,
  squintAnglesDegrees: readonly number[] = [0],
): Access[] {
  const ground = toGroundPoint(target[0], target[1]);
  const found: Access[] = [];
  for (const satellite of SATELLITES) {
    for (const passMs of findBroadsides(satellite, ground, window.fromMs, window.toMs)) {
      const abeam = findSquintMoment(satellite, ground.position, passMs);
      if (abeam === undefined) continue;
      const broadside = computeLook(abeam.state, ground);
      // A squinted access has a larger look angle than the broadside access of its pass.
      if (broadside.lookAngleDegrees > MAX_LOOK_DEGREES) continue;
      for (const squintAngleDegrees of squintAnglesDegrees) {
        const aheadMs = Math.tan(squintAngleDegrees * RADIANS) * broadside.rangeKm * MS_PER_KM;
        const moment =
          squintAngleDegrees === 0
            ? abeam
            : findSquintMoment(satellite, ground.position, abeam.ms - aheadMs, squintAngleDegrees);
        if (moment === undefined || moment.ms < window.fromMs || moment.ms > window.toMs) continue;
        const look = computeLook(moment.state, ground);
        if (look.lookAngleDegrees > MAX_LOOK_DEGREES) continue;
        found.push({ ...look, satellite, ms: moment.ms, squintAngleDegrees, passMs });
      }
    }
  }
  return found.sort(
    (a, b) =>
      a.passMs - b.passMs ||
      Math.abs(a.squintAngleDegrees) - Math.abs(b.squintAngleDegrees) ||
      b.squintAngleDegrees - a.squintAngleDegrees,
  );
}
