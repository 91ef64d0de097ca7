import type { Satellite } from "./constellation.ts";
import { RADIANS } from "./ellipsoid.ts";
import { type State, stateAt } from "./state.ts";
import { dot, norm, subtract, type Vector } from "./vector.ts";

export interface Moment {
  ms: number;
  state: State;
}

/** Four decimetres of flight. The secants usually land far closer than the step that they stop at. */
const TOLERANCE_MS = 0.05;
const MOST_STEPS = 12;
/** Two seconds of flight: short enough to be straight, long enough for a clean difference. */
const FIRST_STEP_MS = 2000;

/**
 * The moment near `guessMs` at which the satellite sees the target at that squint (0 = broadside, zero Doppler), to 0.05
 * ms, by secants over real orbit states. Undefined when none is near.
 */
export function squintMoment(
  satellite: Satellite,
  target: Vector,
  guessMs: number,
  squintDegrees = 0,
): Moment | undefined {
  const sine = Math.sin(squintDegrees * RADIANS);
  // Kilometres that the target is ahead of where it should be.
  const ahead = ({ position, velocity }: State): number => {
    const sight = subtract(target, position);
    return dot(sight, velocity) / norm(velocity) - sine * norm(sight);
  };
  let beforeMs = guessMs;
  let before = ahead(stateAt(satellite, beforeMs));
  // About 7.1 km/s over the ground: the first step already lands within a few hundred metres of a close guess.
  let ms = guessMs + (Math.abs(before) > 1 ? (before / 7.1) * 1000 : Math.sign(before) * FIRST_STEP_MS);
  for (let step = 0; step < MOST_STEPS; step++) {
    const state = stateAt(satellite, ms);
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
