import { groundPoint, RADIANS } from "../../orbit/ellipsoid.ts";
import { type Look, lookAt } from "../../orbit/look.ts";
import { broadsides, squintMoment } from "../../orbit/passes.ts";
import type { Ephemeris } from "../../orbit/propagation.ts";
import { type FleetSatellite, SATELLITES } from "../satellites.ts";

/** One chance to image a target: a satellite, the moment and the geometry. */
export interface Access extends Look {
  satellite: FleetSatellite;
  ms: number;
  /** Exactly the squint that was searched for. */
  squintAngleDegrees: number;
  /** About when the satellite is abeam: the same number for all squints of one pass. */
  passMs: number;
}

export interface Window {
  fromMs: number;
  /** Inclusive, as `fromMs` is. */
  toMs: number;
}

export interface Constellation {
  ephemeris: Ephemeris;
  /** All of them when absent. */
  satellites?: readonly FleetSatellite[];
}

/** The largest look angle of the simulated radar, with the squint included. */
export const MOST_LOOK_DEGREES = 60;

/** At 7.1 km/s over the ground: good enough for a first guess of a squinted moment. */
const MS_PER_KM = 1000 / 7.1;

/**
 * Every access of `[longitude, latitude]` within the window, whatever its angles up to 60 degrees off nadir, at each of
 * the squints: pass by pass in order of time, within a pass the least squint first, forward before backward.
 */
export function accessesOf(
  target: readonly [longitude: number, latitude: number],
  window: Window,
  constellation: Constellation,
  squintAnglesDegrees: readonly number[] = [0],
): Access[] {
  const ground = groundPoint(target[0], target[1]);
  const found: Access[] = [];
  for (const satellite of constellation.satellites ?? SATELLITES) {
    for (const passMs of broadsides(satellite, ground, window.fromMs, window.toMs, constellation.ephemeris)) {
      const abeam = squintMoment(satellite, ground.position, passMs);
      if (abeam === undefined) continue;
      const broadside = lookAt(abeam.state, ground);
      // A squinted access has a larger look angle than the broadside one of its pass.
      if (broadside.lookAngleDegrees > MOST_LOOK_DEGREES) continue;
      for (const squintAngleDegrees of squintAnglesDegrees) {
        const aheadMs = Math.tan(squintAngleDegrees * RADIANS) * broadside.rangeKm * MS_PER_KM;
        const moment =
          squintAngleDegrees === 0
            ? abeam
            : squintMoment(satellite, ground.position, abeam.ms - aheadMs, squintAngleDegrees);
        if (moment === undefined || moment.ms < window.fromMs || moment.ms > window.toMs) continue;
        const look = lookAt(moment.state, ground);
        if (look.lookAngleDegrees > MOST_LOOK_DEGREES) continue;
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
