import { DAY_MS } from "../../time/civil.ts";
import { type Satellite, SATELLITES } from "./constellation.ts";
import { groundPoint, type GroundPoint } from "./ellipsoid.ts";
import { type DayTrack, type Ephemeris, SAMPLE_MS } from "./ephemeris.ts";
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

/**
 * Farthest sample of a pass within 60 degrees of look: the slant range (1,300 km) and what is flown in one sample
 * interval, plus what a squint of 35 degrees adds.
 */
const REACH_KM = 2400;

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

/** About a minute and a half on each side: a squinted look happens before or after the broadside one. */
const MARGIN_MS = 240_000;

/** Rough moments at which the target is abeam and near, found between the samples of the cached tracks. */
function* broadsides(
  satellite: Satellite,
  target: GroundPoint,
  fromMs: number,
  toMs: number,
  ephemeris: Ephemeris,
): Generator<number> {
  const lastDay = Math.floor((toMs + MARGIN_MS) / DAY_MS);
  for (let day = Math.floor((fromMs - MARGIN_MS) / DAY_MS); day <= lastDay; day++) {
    const track = ephemeris.day(satellite, day);
    const startMs = day * DAY_MS;
    const first = Math.max(0, Math.floor((fromMs - MARGIN_MS - startMs) / SAMPLE_MS));
    const last = Math.min(DAY_MS / SAMPLE_MS, Math.ceil((toMs + MARGIN_MS - startMs) / SAMPLE_MS));
    let before = approach(track, first, target);
    for (let sample = first + 1; sample <= last; sample++) {
      const now = approach(track, sample, target);
      // Positive while it comes closer, negative while it leaves.
      if (before > 0 && now <= 0 && isNear(track, sample, target)) {
        yield startMs + (sample - 1 + before / (before - now)) * SAMPLE_MS;
      }
      before = now;
    }
  }
}

function approach(track: DayTrack, sample: number, { position: t }: GroundPoint): number {
  const at = sample * 6;
  return (
    (t.x - (track[at] as number)) * (track[at + 3] as number) +
    (t.y - (track[at + 1] as number)) * (track[at + 4] as number) +
    (t.z - (track[at + 2] as number)) * (track[at + 5] as number)
  );
}

function isNear(track: DayTrack, sample: number, { position: t }: GroundPoint): boolean {
  const at = sample * 6;
  const x = t.x - (track[at] as number);
  const y = t.y - (track[at + 1] as number);
  const z = t.z - (track[at + 2] as number);
  return x * x + y * y + z * z < REACH_KM * REACH_KM;
}
