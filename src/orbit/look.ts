import { type GroundPoint, RADIANS } from "./ellipsoid.ts";
import type { State } from "./propagation.ts";
import { cross, dot, norm, scale, subtract, type Vector } from "./vector.ts";

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

export function lookAt({ position, velocity }: State, target: GroundPoint): Look {
  const sight = subtract(target.position, position);
  const rangeKm = norm(sight);
  const back = scale(sight, -1 / rangeKm);
  return {
    lookAngleDegrees: clampedAcos(-dot(sight, position) / (rangeKm * norm(position))),
    incidenceAngleDegrees: clampedAcos(dot(back, target.up)),
    azimuthDegrees: directionOf(back, target),
    headingDegrees: directionOf(velocity, target),
    squintAngleDegrees: 90 - clampedAcos(dot(sight, velocity) / (rangeKm * norm(velocity))),
    // The right of a flight is along velocity x up.
    side: dot(sight, cross(velocity, position)) > 0 ? "right" : "left",
    ascending: velocity.z > 0,
    rangeKm,
  };
}

function directionOf(way: Vector, { east, north }: GroundPoint): number {
  return (Math.atan2(dot(way, east), dot(way, north)) / RADIANS + 360) % 360;
}
