import { hasAutomaticSquint, isStripmap } from "../../contract/vocabulary.ts";
import type { SchedulingRequest } from "./request.ts";

/** Every squint that the simulated radar knows, forward positive. */
export const ALL_SQUINTS = [0, 15, -15, 30, -30] as const;
const STEPS = [15, 30] as const;
const DEFAULT_MOST = 30;

interface SquintAngles {
  /** Tried first; only 0 when nothing was asked. */
  usual: readonly number[];
  /** Tried when none of the usual ones meets the window and the constraints. */
  ifNeeded: readonly number[];
}

/**
 * Which squints a collect may have. Stripmap types: broadside, unless squint was asked for. Spotlight and spotlight-ultra:
 * broadside, or 30 degrees to either side when broadside does not do. Others: broadside.
 */
// Spec silent: which angles "greater than 0, 15 and 30" are, and what maxSquintAngle is by default. We take steps of 15
// degrees up to the maximum, 30 when absent: forward only positive ones, backward only negative ones, enabled both and 0.
// Spec silent: whether `squint` and `maxSquintAngle` change the automatic squint of the spotlight types. We say no.
export function squintAngles({
  type,
  constraints,
}: Pick<SchedulingRequest, "type" | "constraints">): SquintAngles {
  if (hasAutomaticSquint(type.name)) return { usual: [0], ifNeeded: [30, -30] };
  if (!isStripmap(type.name) || constraints.squint === undefined) return { usual: [0], ifNeeded: [] };
  const most = Math.abs(constraints.maxSquintAngle ?? DEFAULT_MOST);
  const steps = STEPS.filter((step) => step <= most);
  const usual = {
    forward: steps,
    backward: steps.map((step) => -step),
    enabled: [0, ...steps.flatMap((step) => [step, -step])],
  }[constraints.squint];
  return { usual, ifNeeded: [] };
}
