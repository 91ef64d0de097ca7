import { jitterMs } from "../../time/retry-timing.ts";

const CAP_MS = 30_000;

/** Whole milliseconds to wait after so many attempts that brought nothing, half a minute at most. */
export const retryWaitMs = (attempt: number, random: () => number): number =>
  Math.floor(jitterMs(attempt, random, CAP_MS));
