/** What a retask of a repeat request means when the body leaves it open. */
import type { Holdback, RepeatTier } from "../../contract/vocabulary.ts";
import { repeatSuffix } from "./retask-defaults.ts";

/** What ends a series; none of the two means that it runs until it is cancelled. */
export interface EndTrigger {
  repeatEndMs?: number;
  repetitionCount?: number;
}

export interface SeriesRetask extends EndTrigger {
  name?: string;
  description?: string;
  repeatStartMs?: number;
  intervalDays?: number;
  /** False is the same as absent. */
  untilCanceled?: boolean;
  tier?: RepeatTier;
  holdback?: Holdback;
}

/** The members of a new series that a retask decides; all others are copied from the original. */
export interface SeriesRequest extends EndTrigger {
  name: string;
  description: string;
  repeatStartMs: number;
  intervalDays: number;
  tier: RepeatTier;
  holdback: Holdback;
}

/** Retask of a repeat request: the same series again, starting now. It finds its own framing. */
export function retaskOfSeries(
  original: SeriesRequest & { id: string },
  given: SeriesRetask,
  nowMs: number,
): SeriesRequest {
  const repeatStartMs = given.repeatStartMs ?? nowMs;
  return {
    name: given.name ?? original.name,
    description: (given.description ?? original.description) + repeatSuffix(original.id),
    repeatStartMs,
    intervalDays: given.intervalDays ?? original.intervalDays,
    tier: given.tier ?? original.tier,
    holdback: given.holdback ?? original.holdback,
    ...triggerOf(original, given, repeatStartMs),
  };
}

// Spec silent: what ends the new series when the body says nothing. We take over the original's trigger, an end date
// moved so that the series keeps its length.
function triggerOf(original: SeriesRequest, given: SeriesRetask, repeatStartMs: number): EndTrigger {
  if (given.untilCanceled === true) return {};
  if (given.repeatEndMs !== undefined) return { repeatEndMs: given.repeatEndMs };
  if (given.repetitionCount !== undefined) return { repetitionCount: given.repetitionCount };
  if (original.repetitionCount !== undefined) return { repetitionCount: original.repetitionCount };
  if (original.repeatEndMs === undefined) return {};
  return { repeatEndMs: repeatStartMs + (original.repeatEndMs - original.repeatStartMs) };
}
