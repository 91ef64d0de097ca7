import { formatTimestamp } from "../../time/timestamp.ts";

interface RepetitionFields {
  startMs: number;
  intervalDays: number;
  endMs: number | undefined;
  count: number | undefined;
  /** Seconds of a derived task's window; the interval when absent. */
  windowSeconds: number | undefined;
  maintainSceneFraming: boolean;
  lookAngleTolerance: unknown;
  azimuthAngleTolerance: unknown;
}

const SECONDS_PER_DAY = 86_400;

/** How a series repeats, as its record says it. */
// Spec silent: the window of a derived task. We let it last until the next one opens, or as long as windowDuration says.
export function repetitionFields(given: RepetitionFields): Record<string, unknown> {
  const { startMs, endMs, count, intervalDays } = given;
  const repeatStart = formatTimestamp(startMs);
  const repeatEnd = endMs === undefined ? undefined : formatTimestamp(endMs);
  return {
    windowOpen: repeatStart,
    windowClose: repeatEnd ?? null,
    windowDuration: given.windowSeconds ?? intervalDays * SECONDS_PER_DAY,
    completedCount: 0,
    repetitionProperties: {
      repeatStart,
      ...(repeatEnd === undefined ? {} : { repeatEnd }),
      repetitionInterval: intervalDays,
      ...(count === undefined ? {} : { repetitionCount: count }),
      maintainSceneFraming: given.maintainSceneFraming,
      lookAngleTolerance: given.lookAngleTolerance ?? null,
      azimuthAngleTolerance: given.azimuthAngleTolerance ?? null,
    },
  };
}
