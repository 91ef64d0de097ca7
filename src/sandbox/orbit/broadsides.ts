import { DAY_MS } from "../../time/civil.ts";
import type { Satellite } from "./constellation.ts";
import type { GroundPoint } from "./ellipsoid.ts";
import { type DayTrack, type Ephemeris, SAMPLE_MS } from "./ephemeris.ts";

/**
 * Farthest sample of a pass within 60 degrees of look: the slant range (1,300 km) and what is flown in one sample
 * interval, plus what a squint of 35 degrees adds.
 */
const REACH_KM = 2400;

/** About a minute and a half on each side: a squinted look happens before or after the broadside one. */
const MARGIN_MS = 240_000;

/** Rough moments at which the target is abeam and near, found between the samples of the cached tracks. */
export function* broadsides(
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
