import { broadsides } from "./broadsides.ts";
import { type Satellite, SATELLITES } from "./constellation.ts";
import { groundPoint } from "./ellipsoid.ts";
import type { Ephemeris } from "./ephemeris.ts";
import { type Look, lookAt } from "./look.ts";
import { squintMoment } from "./squint-moment.ts";

/** One chance to image a target: a satellite, the moment, and how it looks. */
export interface Access extends Look {
  satellite: Satellite;
  ms: number;
}

export interface AccessSearch {
  ephemeris: Ephemeris;
  satellites?: readonly Satellite[];
  /** Steepest and flattest look; 0 to 60 degrees when absent. */
  lookAngles?: readonly [least: number, most: number];
  /** 0 (broadside) when absent; forward is positive. */
  squintAngleDegrees?: number;
}

/** All accesses of `[longitude, latitude]` between two moments (inclusive), in order of time. */
export function accesses(
  target: readonly [longitude: number, latitude: number],
  fromMs: number,
  toMs: number,
  search: AccessSearch,
): Access[] {
  const ground = groundPoint(target[0], target[1]);
  const [least, most] = search.lookAngles ?? [0, 60];
  const found: Access[] = [];
  for (const satellite of search.satellites ?? SATELLITES) {
    for (const guessMs of broadsides(satellite, ground, fromMs, toMs, search.ephemeris)) {
      const moment = squintMoment(satellite, ground.position, guessMs, search.squintAngleDegrees);
      if (moment === undefined || moment.ms < fromMs || moment.ms > toMs) continue;
      const look = lookAt(moment.state, ground);
      const { lookAngleDegrees: angle } = look;
      if (angle >= least && angle <= most) found.push({ satellite, ms: moment.ms, ...look });
    }
  }
  return found.sort((a, b) => a.ms - b.ms || a.satellite.index - b.satellite.index);
}
