import type { Clock } from "../src/time/clock.ts";
import { NOW } from "./cli/stopped-clock.ts";

export interface SkippingClock extends Clock {
  /** The time; a test may set it. */
  ms: number;
  /** Lengths of the waits. */
  readonly slept: number[];
}

/** Returns a clock on which every wait ends after a turn of the event loop, and is recorded. */
export function skippingClock(startMs = NOW): SkippingClock {
  const clock: SkippingClock = {
    ms: startMs,
    slept: [],
    now: () => clock.ms,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      clock.slept.push(ms);
      clock.ms += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return clock;
}
