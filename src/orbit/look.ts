import { type GroundPoint, RADIANS } from "./ellipsoid.ts";
import type { State } from "./propagation.ts";
import { dot, norm } from "./vector.ts";

/** The geometry between a satellite and a place on the ground, all angles in degrees. */
export interface Look {
  /** Off-nadir: between the line of sight and the direction to the earth's centre. */
  lookAngleDegrees: number;
  /** Between the vertical of the place and the way to the satellite; over 90 below the horizon. */
  incidenceAngleDegrees: number;
  /** From the place to the satellite, clockwise from north, 0 to 360. */
  azimuthDegrees: number;
  /** Which way the satellite flies, as seen on the ground of the place, clockwise from north, 0 to 360. */
  headingDegrees: number;
  /** Forward of broadside is positive. */
  squintAngleDegrees: number;
  side: "left" | "right";
  ascending: boolean;
  rangeKm: number;
}

const clampedAcos = (cosine: number): number => Math.acos(Math.min(1, Math.max(-1, cosine))) / RADIANS;

/** Without arrays, functions or more vectors than one: a search for passes looks ten thousand times. */
export function lookAt(state: State, target: GroundPoint): Look {
  const { position: p, velocity: v } = state;
  const { position: t, up, east, north } = target;
  const sight = { x: t.x - p.x, y: t.y - p.y, z: t.z - p.z };
  const rangeKm = norm(sight);
  return {
    lookAngleDegrees: clampedAcos(-dot(sight, p) / (rangeKm * norm(p))),
    incidenceAngleDegrees: clampedAcos(-dot(sight, up) / rangeKm),
    azimuthDegrees: direction(-dot(sight, east), -dot(sight, north)),
    headingDegrees: direction(dot(v, east), dot(v, north)),
    squintAngleDegrees: 90 - clampedAcos(dot(sight, v) / (rangeKm * norm(v))),
    side: rightOfTrack(state, target) > 0 ? "right" : "left",
    ascending: v.z > 0,
    rangeKm,
  };
}

/** Positive while the place lies to the right of the track: the right of a flight is along velocity x up. */
export function rightOfTrack({ position: p, velocity: v }: State, { position: t }: GroundPoint): number {
  return (
    (t.x - p.x) * (v.y * p.z - v.z * p.y) +
    (t.y - p.y) * (v.z * p.x - v.x * p.z) +
    (t.z - p.z) * (v.x * p.y - v.y * p.x)
  );
}

const direction = (toEast: number, toNorth: number): number =>
  (Math.atan2(toEast, toNorth) / RADIANS + 360) % 360;
