import { sgp4 } from "satellite.js";
import { ELEMENTS_EPOCH_MS, type Satellite } from "./constellation.ts";
import { EARTH_RATE, siderealTime } from "./earth-rotation.ts";
import type { Vector } from "./vector.ts";

/** Where a satellite is and how it moves over the ground: kilometres and kilometres per second, earth-fixed. */
export interface State {
  position: Vector;
  /** As seen from the turning earth, so that a fixed target has no velocity of its own. */
  velocity: Vector;
}

export function stateAt(satellite: Satellite, ms: number): State {
  const inertial = sgp4(satellite.satrec, (ms - ELEMENTS_EPOCH_MS) / 60_000);
  if (inertial === null) throw new Error(`no orbit of satellite ${satellite.index + 1} at ${ms}`);
  const angle = siderealTime(ms);
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const { position: r, velocity: v } = inertial;
  const x = cos * r.x + sin * r.y;
  const y = cos * r.y - sin * r.x;
  return {
    position: { x, y, z: r.z },
    velocity: {
      x: cos * v.x + sin * v.y + EARTH_RATE * y,
      y: cos * v.y - sin * v.x - EARTH_RATE * x,
      z: v.z,
    },
  };
}
