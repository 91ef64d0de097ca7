/** The inverse of a look, for comparison with `lookAt`. */
import {
  findGroundMeeting,
  RADIANS,
  addScaled,
  cross,
  dot,
  scale,
  unit,
  type Vector,
} from "../../../src/orbit/ellipsoid.ts";
import type { State } from "../../../src/orbit/propagation.ts";

interface Pointing {
  side: "left" | "right";
  lookAngleDegrees: number;
  squintAngleDegrees?: number;
}

/** The place where a beam meets the ellipsoid; undefined if it misses the earth or no beam has both angles. */
export function imagedPoint({ position, velocity }: State, pointing: Pointing): Vector | undefined {
  const down = scale(unit(position), -1);
  const forward = unit(velocity);
  const falling = dot(forward, down);
  const along = unit(addScaled(forward, down, -falling));
  const right = cross(along, scale(down, -1));
  const look = pointing.lookAngleDegrees * RADIANS;
  const squint = (pointing.squintAngleDegrees ?? 0) * RADIANS;
  const turn =
    (Math.sin(squint) - Math.cos(look) * falling) / (Math.sin(look) * Math.sqrt(1 - falling * falling));
  if (!(Math.abs(turn) <= 1)) return undefined;
  const aside = Math.sqrt(1 - turn * turn) * (pointing.side === "right" ? 1 : -1);
  const beam = addScaled(
    addScaled(scale(down, Math.cos(look)), right, Math.sin(look) * aside),
    along,
    Math.sin(look) * turn,
  );
  return findGroundMeeting(position, beam);
}
