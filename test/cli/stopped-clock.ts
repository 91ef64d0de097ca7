import type { Clock } from "../../src/time/clock.ts";

/** A Tuesday, shortly before noon. */
export const NOW = Date.parse("2026-03-10T11:47:00Z");

/** A clock that stands still until everybody sleeps; then it jumps to the moment when the first one wakes. */
export interface StoppedClock extends Clock {
  ms: number;
  /** Lengths of the sleeps that came to their end. */
  readonly slept: number[];
  /** Time stands while this work lasts, whoever sleeps: a time limit never overtakes an answer that comes. */
  during<T>(work: Promise<T>): Promise<T>;
}

interface Sleeper {
  atMs: number;
  length: number;
  wake: () => void;
}

/** Turns of the event loop without work after which nothing but sleep is left. */
const IDLE_TURNS = 3;

/** @param isBusy work that the clock does not know of, during which it stands too */
export function stoppedClock(startMs = NOW, isBusy = (): boolean => false): StoppedClock {
  const sleepers = new Set<Sleeper>();
  let working = 0;
  let isLooking = false;

  const look = (idleTurns: number): void => {
    isLooking = sleepers.size > 0 && working === 0;
    if (!isLooking) return;
    if (idleTurns < IDLE_TURNS) {
      setImmediate(look, isBusy() ? 0 : idleTurns + 1);
      return;
    }
    const [first] = [...sleepers].sort((a, b) => a.atMs - b.atMs) as [Sleeper];
    sleepers.delete(first);
    clock.ms = Math.max(clock.ms, first.atMs);
    clock.slept.push(first.length);
    first.wake();
    setImmediate(look, 0);
  };
  const lookSoon = (): void => {
    if (isLooking) return;
    isLooking = true;
    setImmediate(look, 0);
  };

  const clock: StoppedClock = {
    ms: startMs,
    slept: [],
    now: () => clock.ms,
    sleep: (length, signal) =>
      new Promise((resolve, reject) => {
        const wake = (): void => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        };
        const sleeper: Sleeper = { atMs: clock.ms + length, length, wake };
        const onAbort = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason as Error);
        };
        if (signal?.aborted === true) return onAbort();
        signal?.addEventListener("abort", onAbort, { once: true });
        sleepers.add(sleeper);
        lookSoon();
      }),
    during: async (work) => {
      working += 1;
      try {
        return await work;
      } finally {
        working -= 1;
        lookSoon();
      }
    },
  };
  return clock;
}
