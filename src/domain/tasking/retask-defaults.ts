/** The defaults of a retask of a single task or a collect. */
import { type Holdback, LIMITS, type Tier, type RepeatTier } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { formatRetaskDescription } from "./retask-request.ts";

/** The fields of a new request that a retask sets; all others are copied from the original. */
export interface OneTimeRequest {
  name: string;
  description: string;
  windowOpenMs: number;
  windowCloseMs: number;
  tier: Tier;
  holdback: Holdback;
}

/** The body of a one-time retask; every field may be absent. */
export type OneTimeRetask = Partial<OneTimeRequest>;

/** Returns the retask of a single task: an equal request that opens now. */
// Spec silent: whether the default window keeps the original's length or its closing time. We keep the length.
export function fillTaskRetask(
  original: OneTimeRequest & { id: string },
  given: OneTimeRetask,
  nowMs: number,
): OneTimeRequest {
  const windowOpenMs = given.windowOpenMs ?? nowMs;
  const lengthMs = original.windowCloseMs - original.windowOpenMs;
  return {
    name: given.name ?? original.name,
    description: formatRetaskDescription("task", original.id, given.description ?? original.description),
    windowOpenMs,
    windowCloseMs: given.windowCloseMs ?? windowOpenMs + lengthMs,
    tier: given.tier ?? original.tier,
    holdback: given.holdback ?? original.holdback,
  };
}

export interface CollectRequest extends OneTimeRequest {
  offNadirMin: number;
  offNadirMax: number;
  productCategory: "custom";
}

export type CollectRetask = Partial<Omit<CollectRequest, "productCategory">>;

export interface RetaskedCollect {
  id: string;
  lookAngleDegrees: number;
}

export interface CollectRetaskDefaults {
  /** Length for a body without a close: the standard tier's minimum, or the original task's length. */
  windowLengthMs: number;
  /** The value of the organization's contract. */
  holdback: Holdback;
}

/** Half-width of the range of look angles around that of the original collect, in degrees. */
const LOOK_TOLERANCE = 5;

/** Returns the retask of an archive collect: a new request with approximately the look angle of the collect. */
// Spec silent: the label of a retask without a name. We write "Retask Request".
export function fillCollectRetask(
  collect: RetaskedCollect,
  given: CollectRetask,
  nowMs: number,
  defaults: CollectRetaskDefaults,
): CollectRequest {
  const windowOpenMs = given.windowOpenMs ?? nowMs;
  return {
    name: given.name ?? "Retask Request",
    description: formatRetaskDescription("collect", collect.id, given.description),
    windowOpenMs,
    windowCloseMs: given.windowCloseMs ?? windowOpenMs + defaults.windowLengthMs,
    tier: given.tier ?? "standard",
    holdback: given.holdback ?? defaults.holdback,
    offNadirMin: given.offNadirMin ?? clampAngle(collect.lookAngleDegrees - LOOK_TOLERANCE),
    offNadirMax: given.offNadirMax ?? clampAngle(collect.lookAngleDegrees + LOOK_TOLERANCE),
    productCategory: "custom",
  };
}

const { retaskLookAngleMinDegrees: MIN, retaskLookAngleMaxDegrees: MAX } = LIMITS;

// Spec silent: default look angles outside 5 to 50 degrees. We clamp them; a given angle outside is refused.
/** In hundredths: 32.17 + 5 is not an exact number of hundredths in binary. */
function clampAngle(degrees: number): number {
  return Math.min(MAX, Math.max(MIN, Math.round(degrees * 100) / 100));
}

/** Returns faults that are visible only after the defaults are filled in: an empty window or range of look angles. */
export function checkRetask(request: OneTimeRequest & Partial<CollectRequest>): Fault[] {
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

/** The end of a series; without either, it runs until it is cancelled. */
export interface EndTrigger {
  repeatEndMs?: number;
  repetitionCount?: number;
}

/** The fields of a new series that a retask sets; all others are copied from the original. */
export interface SeriesRequest extends EndTrigger {
  name: string;
  description: string;
  repeatStartMs: number;
  intervalDays: number;
  tier: RepeatTier;
  holdback: Holdback;
}

/** `untilCanceled` false means the same as its absence. */
export type SeriesRetask = Partial<SeriesRequest> & { untilCanceled?: boolean };

/** Returns the retask of a repeat request: an equal series that starts now. It finds its own framing. */
export function fillSeriesRetask(
  original: SeriesRequest & { id: string },
  given: SeriesRetask,
  nowMs: number,
): SeriesRequest {
  const repeatStartMs = given.repeatStartMs ?? nowMs;
  return {
    name: given.name ?? original.name,
    description: formatRetaskDescription("repeat", original.id, given.description ?? original.description),
    repeatStartMs,
    intervalDays: given.intervalDays ?? original.intervalDays,
    tier: given.tier ?? original.tier,
    holdback: given.holdback ?? original.holdback,
    ...chooseEndTrigger(original, given, repeatStartMs),
  };
}

// Spec silent: the end of a retasked series without one in the body. We use the original's end trigger; an end date
// moves so that the series keeps its length.
function chooseEndTrigger(original: SeriesRequest, given: SeriesRetask, repeatStartMs: number): EndTrigger {
  if (given.untilCanceled === true) return {};
  if (given.repeatEndMs !== undefined) return { repeatEndMs: given.repeatEndMs };
  if (given.repetitionCount !== undefined) return { repetitionCount: given.repetitionCount };
  if (original.repetitionCount !== undefined) return { repetitionCount: original.repetitionCount };
  if (original.repeatEndMs === undefined) return {};
  return { repeatEndMs: repeatStartMs + (original.repeatEndMs - original.repeatStartMs) };
}
