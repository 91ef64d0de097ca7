/** What a retask of a single task or of a collect means when the body leaves it open. */
import { type Holdback, LIMITS, type Tier } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";

/** What a one-time retask body may say; every member may be absent. */
export interface OneTimeRetask {
  name?: string;
  description?: string;
  windowOpenMs?: number;
  windowCloseMs?: number;
  tier?: Tier;
  holdback?: Holdback;
}

/** The members of a new request that a retask decides; all others are copied from the original. */
export interface OneTimeRequest {
  name: string;
  description: string;
  windowOpenMs: number;
  windowCloseMs: number;
  tier: Tier;
  holdback: Holdback;
}

// Spec silent: the suffix after an empty text or after another suffix. We append it literally each time.
export const taskSuffix = (taskId: string): string => ` - TRID: ${taskId}`;
export const collectSuffix = (collectId: string): string => ` - CID: ${collectId}`;
export const repeatSuffix = (repeatId: string): string => ` - RRID: ${repeatId}`;

/** Retask of a single task: the same request again, opening now. */
// Spec silent: whether the default window is the original's length or its very moment of closing. We keep the length.
export function retaskOfTask(
  original: OneTimeRequest & { id: string },
  given: OneTimeRetask,
  nowMs: number,
): OneTimeRequest {
  const windowOpenMs = given.windowOpenMs ?? nowMs;
  const lengthMs = original.windowCloseMs - original.windowOpenMs;
  return {
    name: given.name ?? original.name,
    description: (given.description ?? original.description) + taskSuffix(original.id),
    windowOpenMs,
    windowCloseMs: given.windowCloseMs ?? windowOpenMs + lengthMs,
    tier: given.tier ?? original.tier,
    holdback: given.holdback ?? original.holdback,
  };
}

export interface CollectRetask extends OneTimeRetask {
  offNadirMin?: number;
  offNadirMax?: number;
}

export interface CollectRequest extends OneTimeRequest {
  offNadirMin: number;
  offNadirMax: number;
  productCategory: "custom";
}

export interface RetaskedCollect {
  id: string;
  lookAngleDegrees: number;
}

export interface CollectRetaskDefaults {
  /** Of a request whose body names no close: the standard tier's minimum, or the original task's length. */
  windowLengthMs: number;
  /** The value of the organization's contract. */
  holdback: Holdback;
}

/** How far around the original look angle a retask of a collect may look, in degrees. */
const LOOK_TOLERANCE = 5;

/** Retask of an archive collect: a new request that looks about as the collect did. */
// Spec silent: the generic label. We write "Retask Request".
export function retaskOfCollect(
  collect: RetaskedCollect,
  given: CollectRetask,
  nowMs: number,
  defaults: CollectRetaskDefaults,
): CollectRequest {
  const windowOpenMs = given.windowOpenMs ?? nowMs;
  return {
    name: given.name ?? "Retask Request",
    description: (given.description ?? "") + collectSuffix(collect.id),
    windowOpenMs,
    windowCloseMs: given.windowCloseMs ?? windowOpenMs + defaults.windowLengthMs,
    tier: given.tier ?? "standard",
    holdback: given.holdback ?? defaults.holdback,
    offNadirMin: given.offNadirMin ?? clamped(collect.lookAngleDegrees - LOOK_TOLERANCE),
    offNadirMax: given.offNadirMax ?? clamped(collect.lookAngleDegrees + LOOK_TOLERANCE),
    productCategory: "custom",
  };
}

const { retaskLookAngleMinDegrees: MIN, retaskLookAngleMaxDegrees: MAX } = LIMITS;

// Spec silent: defaults that leave 5 to 50 degrees. We clamp them; a given angle outside is refused.
function clamped(degrees: number): number {
  return Math.min(MAX, Math.max(MIN, degrees));
}

/** Faults that only show once the defaults are filled in: a window or a range of look angles without extent. */
export function retaskFaults(request: OneTimeRequest & Partial<CollectRequest>): Fault[] {
  const faults: Fault[] = [];
  if (request.windowCloseMs <= request.windowOpenMs) {
    faults.push({
      code: "WINDOW_ORDER",
      path: "properties.windowClose",
      message: "windowClose is not after windowOpen, defaults included",
      rule: "windowClose must be after windowOpen",
    });
  }
  const { offNadirMin, offNadirMax } = request;
  if (offNadirMin !== undefined && offNadirMax !== undefined && offNadirMin >= offNadirMax) {
    faults.push({
      code: "OFF_NADIR_ORDER",
      path: "properties.offNadirMin",
      value: offNadirMin,
      message: `offNadirMin ${offNadirMin} is not smaller than offNadirMax ${offNadirMax}, defaults included`,
      rule: "offNadirMin must be smaller than offNadirMax in a collect retask",
    });
  }
  return faults;
}
