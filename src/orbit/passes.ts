import { DAY_MS } from "../time/civil.ts";
import type { Satellite } from "./elements.ts";
import { RADIANS, dot, norm, subtract, type GroundPoint, type Vector } from "./ellipsoid.ts";
import { computeState, EARTH_RATE, computeSiderealTime, type State } from "./propagation.ts";

/** Milliseconds between two samples, in which a satellite flies about 900 km. */
const SAMPLE_MS = 120_000;
const SAMPLES = DAY_MS / SAMPLE_MS + 1;

/** x, y, z, vx, vy, vz of every sample of one UTC day and of the first sample of the next day; earth-fixed. */
type DayTrack = Float64Array;

/** Number of days whose tracks are kept for one satellite. */
const MAX_DAYS = 40;

const tracks = new WeakMap<Satellite, Map<number, DayTrack>>();

/** Returns the track of a UTC day, computed once; the oldest track is dropped for a new one. */
function trackOf(satellite: Satellite, day: number): DayTrack {
  const days = tracks.get(satellite) ?? new Map<number, DayTrack>();
  tracks.set(satellite, days);
  const known = days.get(day);
  if (known !== undefined) return known;
  const track = new Float64Array(SAMPLES * 6);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { position: r, velocity: v } = computeState(satellite, day * DAY_MS + sample * SAMPLE_MS);
    track.set([r.x, r.y, r.z, v.x, v.y, v.z], sample * 6);
  }
  const [oldest] = days.keys();
  if (days.size >= MAX_DAYS && oldest !== undefined) days.delete(oldest);
  days.set(day, track);
  return track;
}

/**
 * Maximum distance of the samples of a usable pass. It is the sum of the slant range at a look angle of 60
 * degrees (1,300 km), the flight of one sample interval, and a margin for squint of 35 degrees.
 */
const REACH_KM = 2400;

/** Added on both sides of the window, because a squinted look happens before or after the broadside one. */
const MARGIN_MS = 240_000;

/** Yields rough times at which the target is abeam and near, found between the samples of the kept tracks. */
export function* findBroadsides(
  satellite: Satellite,
  target: GroundPoint,
  fromMs: number,
  toMs: number,
): Generator<number> {
  const lastDay = Math.floor((toMs + MARGIN_MS) / DAY_MS);
  for (let day = Math.floor((fromMs - MARGIN_MS) / DAY_MS); day <= lastDay; day++) {
    const track = trackOf(satellite, day);
    const startMs = day * DAY_MS;
    const first = Math.max(0, Math.floor((fromMs - MARGIN_MS - startMs) / SAMPLE_MS));
    const last = Math.min(DAY_MS / SAMPLE_MS, Math.ceil((toMs + MARGIN_MS - startMs) / SAMPLE_MS));
    let before = computeApproach(track, first, target);
    for (let sample = first + 1; sample <= last; sample++) {
      const now = computeApproach(track, sample, target);
      // Positive while the satellite approaches, negative while it moves away.
      if (before > 0 && now <= 0 && isNear(track, sample, target)) {
        yield startMs + (sample - 1 + before / (before - now)) * SAMPLE_MS;
      }
      before = now;
    }
  }
}

function computeApproach(track: DayTrack, sample: number, { position: t }: GroundPoint): number {
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

interface Moment {
  ms: number;
  state: State;
}

/** Four decimetres of flight. The result is usually far closer than the last step of the secant method. */
const TOLERANCE_MS = 0.05;
const MAX_STEPS = 12;
/** Two seconds of flight: short enough to be nearly straight, long enough for an accurate difference. */
const FIRST_STEP_MS = 2000;

/**
 * Returns the time near `guessMs` at which the satellite sees the target at that squint (0 = broadside, zero
 * Doppler). The secant method over SGP4 states is accurate to 0.05 ms. Returns undefined when there is no such time
 * nearby.
 */
export function findSquintMoment(
  satellite: Satellite,
  target: Vector,
  guessMs: number,
  squintDegrees = 0,
): Moment | undefined {
  const sine = Math.sin(squintDegrees * RADIANS);
  // Kilometres from the required position of the target, positive ahead of it.
  const ahead = ({ position, velocity }: State): number => {
    const sight = subtract(target, position);
    return dot(sight, velocity) / norm(velocity) - sine * norm(sight);
  };
  let beforeMs = guessMs;
  let before = ahead(computeState(satellite, beforeMs));
  // About 7.1 km/s over the ground: the first step already lands within a few hundred metres of a close guess.
  let ms = guessMs + (Math.abs(before) > 1 ? (before / 7.1) * 1000 : Math.sign(before) * FIRST_STEP_MS);
  for (let step = 0; step < MAX_STEPS; step++) {
    const state = computeState(satellite, ms);
    const now = ahead(state);
    if (now === before) return undefined;
    const move = (-now * (ms - beforeMs)) / (now - before);
    if (Math.abs(move) < TOLERANCE_MS) return { ms, state };
    // A step of more than half a revolution has left the pass.
    if (!(Math.abs(ms + move - guessMs) < 2_800_000)) return undefined;
    beforeMs = ms;
    before = now;
    ms += move;
  }
  return undefined;
}

/** A pass predicted from a circular orbit: accurate to about a second, as the first guess of `squintMoment`. */
export interface PassGuess {
  ms: number;
  /** Distance of the target from the ground track, as an angle at the earth's centre; left is positive. */
  offTrackRadians: number;
}

const TURN = 2 * Math.PI;
const RATE_PER_MS = EARTH_RATE / 1000;
const toPositive = (angle: number): number => angle - Math.floor(angle / TURN) * TURN;
const wrapAroundZero = (angle: number): number => toPositive(angle + Math.PI) - Math.PI;

/**
 * Returns the pass of a UTC day that comes nearest to the target while the satellite flies north (or south), from the
 * mean elements alone. The turning earth brings the target into the orbit's plane; the result is the time at which
 * the satellite is there. Returns undefined when the orbit never reaches that latitude. No orbit state is computed,
 * so that an archive of a million collects can be drawn.
 */
export function passInDay(
  satellite: Satellite,
  target: Vector,
  dayNumber: number,
  ascending: boolean,
): PassGuess | undefined {
  const { satrec, epochMs } = satellite;
  const longitude = Math.atan2(target.y, target.x);
  const latitude = Math.atan2(target.z, Math.hypot(target.x, target.y));
  const reach = Math.tan(latitude) / Math.tan(satrec.inclo);
  if (Math.abs(reach) > REACH) return undefined;
  const fromNode = Math.asin(Math.max(-1, Math.min(1, reach)));
  const noonMs = (dayNumber + 0.5) * DAY_MS;
  const inPlane = findNode(satellite, noonMs) + (ascending ? fromNode : Math.PI - fromNode);
  const midnightMs = dayNumber * DAY_MS;
  let ms = midnightMs + toPositive(inPlane - longitude - computeSiderealTime(midnightMs)) / RATE_PER_MS;
  let offTrack = 0;
  // The first round finds the revolution; the second corrects for the earth's rotation until then.
  for (let round = 0; round < 3; round++) {
    const minutes = (ms - epochMs) / 60_000;
    const node = findNode(satellite, ms);
    const east = computeSiderealTime(ms) + longitude - node;
    const [x, y, z] = [
      Math.cos(latitude) * Math.cos(east),
      Math.cos(latitude) * Math.sin(east),
      Math.sin(latitude),
    ];
    const [sin, cos] = [Math.sin(satrec.inclo), Math.cos(satrec.inclo)];
    const wanted = Math.atan2(y * cos + z * sin, x);
    offTrack = Math.asin(z * cos - y * sin);
    if (round === 2) break;
    const flown = satrec.mo + satrec.argpo + (satrec.mdot + satrec.argpdot) * minutes;
    ms += (wrapAroundZero(wanted - flown) / (satrec.mdot + satrec.argpdot)) * 60_000;
  }
  return { ms, offTrackRadians: offTrack };
}

/** A little over 1: a satellite also sees beyond the turning point of its orbit. */
const REACH = 1.25;

function findNode({ satrec, epochMs }: Satellite, ms: number): number {
  return satrec.nodeo + (satrec.nodedot * (ms - epochMs)) / 60_000;
}
