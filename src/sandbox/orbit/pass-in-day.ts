import { DAY_MS } from "../../time/civil.ts";
import { ELEMENTS_EPOCH_MS, type Satellite } from "./constellation.ts";
import { EARTH_RATE, siderealTime } from "./earth-rotation.ts";
import type { Vector } from "./vector.ts";

/** A pass that a circular orbit predicts: good to a second or so, a guess for `squintMoment`. */
export interface PassGuess {
  ms: number;
  /** How far the target is from the ground track, as an angle at the earth's centre; left is positive. */
  offTrackRadians: number;
}

const TURN = 2 * Math.PI;
const RATE_PER_MS = EARTH_RATE / 1000;
const positive = (angle: number): number => angle - Math.floor(angle / TURN) * TURN;
const aroundZero = (angle: number): number => positive(angle + Math.PI) - Math.PI;

/**
 * The pass of a UTC day that comes nearest to the target while the satellite goes north (or south), from the mean elements
 * alone: the moment at which the turning earth brings the target into the orbit's plane, moved to when the satellite
 * really comes by. Undefined when the orbit never reaches that latitude. It costs no orbit state, which is what makes an
 * archive of a million collects affordable.
 */
export function passInDay(
  { satrec }: Satellite,
  target: Vector,
  dayNumber: number,
  ascending: boolean,
): PassGuess | undefined {
  const longitude = Math.atan2(target.y, target.x);
  const latitude = Math.atan2(target.z, Math.hypot(target.x, target.y));
  const reach = Math.tan(latitude) / Math.tan(satrec.inclo);
  if (Math.abs(reach) > REACH) return undefined;
  const fromNode = Math.asin(Math.max(-1, Math.min(1, reach)));
  const noonMs = (dayNumber + 0.5) * DAY_MS;
  const inPlane = nodeAt(satrec, noonMs) + (ascending ? fromNode : Math.PI - fromNode);
  const midnightMs = dayNumber * DAY_MS;
  let ms = midnightMs + positive(inPlane - longitude - siderealTime(midnightMs)) / RATE_PER_MS;
  let offTrack = 0;
  // The first round finds the revolution, the second what the earth turned meanwhile.
  for (let round = 0; round < 3; round++) {
    const minutes = (ms - ELEMENTS_EPOCH_MS) / 60_000;
    const node = nodeAt(satrec, ms);
    const east = siderealTime(ms) + longitude - node;
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
    ms += (aroundZero(wanted - flown) / (satrec.mdot + satrec.argpdot)) * 60_000;
  }
  return { ms, offTrackRadians: offTrack };
}

/** A little over 1: a satellite also sees beyond the turning point of its orbit. */
const REACH = 1.25;

function nodeAt(satrec: Satellite["satrec"], ms: number): number {
  return satrec.nodeo + (satrec.nodedot * (ms - ELEMENTS_EPOCH_MS)) / 60_000;
}
