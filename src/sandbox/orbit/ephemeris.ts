import { DAY_MS } from "../../time/civil.ts";
import type { Satellite } from "./constellation.ts";
import { stateAt } from "./state.ts";

/** Milliseconds between two samples: a satellite flies about 900 km in it. */
export const SAMPLE_MS = 120_000;
const SAMPLES = DAY_MS / SAMPLE_MS + 1;

/** x, y, z, vx, vy, vz of every sample of one UTC day, its first of the next day included. */
export type DayTrack = Float64Array;

/** Earth-fixed tracks by satellite and UTC day, computed once; the oldest are dropped beyond `mostDays`. */
export interface Ephemeris {
  day(satellite: Satellite, dayNumber: number): DayTrack;
}

export function createEphemeris(mostDays = 400): Ephemeris {
  const tracks = new Map<number, DayTrack>();
  return {
    day(satellite, dayNumber) {
      const key = dayNumber * 64 + satellite.index;
      const known = tracks.get(key);
      if (known !== undefined) return known;
      const track = flyDay(satellite, dayNumber * DAY_MS);
      const [oldest] = tracks.keys();
      if (tracks.size >= mostDays && oldest !== undefined) tracks.delete(oldest);
      tracks.set(key, track);
      return track;
    },
  };
}

function flyDay(satellite: Satellite, dayStartMs: number): DayTrack {
  const track = new Float64Array(SAMPLES * 6);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { position: r, velocity: v } = stateAt(satellite, dayStartMs + sample * SAMPLE_MS);
    track.set([r.x, r.y, r.z, v.x, v.y, v.z], sample * 6);
  }
  return track;
}
