import { createHook } from "node:async_hooks";
import type { Clock } from "../../src/time/clock.ts";
import { onAbort } from "../../src/time/on-abort.ts";

/** A Tuesday, shortly before noon. */
export const NOW = Date.parse("2026-03-10T11:47:00Z");

/**
 * A clock that stands still until everything sleeps; then it jumps to the moment when the first sleeper wakes. A slow disk or a
 * busy machine therefore changes no time that a test sees. Everything sleeps when no file operation is in progress, no promise
 * has work left, and no work of `during` lasts. The clock does not see work in other threads (compression, workers) or on
 * sockets: such work needs `during`.
 */
export interface StoppedClock extends Clock {
  ms: number;
  /** Lengths of the completed sleeps. */
  readonly slept: number[];
  /** Time stands while this work lasts: a time limit never overtakes an answer. */
  during<T>(work: Promise<T>): Promise<T>;
}

interface Sleeper {
  atMs: number;
  length: number;
  wake: () => void;
}

/**
 * What Node calls file operations: with a callback, with a promise, and the closing of a file handle. The names are not
 * documented: stopped-clock.test.ts fails on a Node with others.
 */
const FILE_OPERATION = /^(?:FSREQ|FILEHANDLECLOSEREQ)/u;

/** Ids of the file operations in progress. */
const operations = new Set<number>();
/** Called when the last file operation ends. */
const whenQuiet = new Set<() => void>();

const endOperation = (id: number): void => {
  if (!operations.delete(id) || operations.size > 0) return;
  for (const look of whenQuiet) look();
  whenQuiet.clear();
};

const hooks = {
  init: (id: number, type: string): void => {
    if (FILE_OPERATION.test(type)) operations.add(id);
  },
  before: endOperation,
  // An operation that is refused before it begins never calls back.
  destroy: endOperation,
  // Node 22 has no such choice, and is slower.
  trackPromises: false,
};
createHook(hooks).enable();

/** Turns of the event loop without a sign of work. Promises finish after one; code that yields (`setImmediate`) needs more. */
const IDLE_TURNS = 3;

export function stoppedClock(startMs = NOW): StoppedClock {
  const sleepers = new Set<Sleeper>();
  let working = 0;
  let isLooking = false;
  let idleTurns = 0;

  const look = (): void => {
    isLooking = sleepers.size > 0 && working === 0;
    if (!isLooking) return;
    if (operations.size > 0) {
      idleTurns = 0;
      whenQuiet.add(later);
      return;
    }
    idleTurns += 1;
    if (idleTurns > IDLE_TURNS) wakeFirst();
    setImmediate(look);
  };
  const later = (): void => void setImmediate(look);
  const wakeFirst = (): void => {
    const first = [...sleepers].reduce((a, b) => (b.atMs < a.atMs ? b : a));
    sleepers.delete(first);
    clock.ms = Math.max(clock.ms, first.atMs);
    clock.slept.push(first.length);
    first.wake();
    idleTurns = 0;
  };
  /** Work is in progress: the count of idle turns starts again. */
  const lookSoon = (): void => {
    idleTurns = 0;
    if (isLooking) return;
    isLooking = true;
    setImmediate(look);
  };

  const clock: StoppedClock = {
    ms: startMs,
    slept: [],
    now: () => clock.ms,
    sleep: (length, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason as Error);
        const release = onAbort(signal, () => {
          sleepers.delete(sleeper);
          reject(signal?.reason as Error);
        });
        const wake = (): void => {
          release();
          resolve();
        };
        const sleeper: Sleeper = { atMs: clock.ms + length, length, wake };
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

/** Returns the clock of a sandbox behind it. Its delays end at once: a sleep of it would stop the clock that it sleeps on. */
export const sandboxClock = (clock: StoppedClock): Clock => ({
  now: () => clock.ms,
  sleep: async (length) => void (clock.ms += length),
});
