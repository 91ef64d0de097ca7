import { setImmediate } from "node:timers";
import type { Clock } from "./clock.ts";
import { onAbort } from "./on-abort.ts";

/** Returns the promise's result, or rejects with the signal's reason as soon as it aborts. A later result is ignored. */
export function waitUntilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    const release = onAbort(signal, giveUp);
    const releasing =
      <Value>(end: (value: Value) => void) =>
      (value: Value): void => {
        release();
        end(value);
      };
    promise.then(releasing(resolve), releasing(reject));
  });
}

/**
 * Yields the chunks of a body; throws the signal's reason as soon as it aborts, even while the source hangs. Leaving early closes the source,
 * without waiting for that.
 */
export async function* readInterruptibly(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = body[Symbol.asyncIterator]();
  let isEnded = false;
  try {
    for (;;) {
      const step = await waitUntilAborted(iterator.next(), signal);
      isEnded = step.done === true;
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    if (!isEnded) iterator.return?.().catch(() => undefined);
  }
}

export interface Deadline {
  /** Aborts at the time limit (with the given reason) or when the outer signal aborts (with its reason). */
  readonly signal: AbortSignal;
  /** Releases the timer and the outer signal; must always be called. */
  stop(): void;
}

/** Starts a time limit of `ms` milliseconds; `Infinity` only passes the outer signal on. */
export function startDeadline(clock: Clock, ms: number, reason: () => Error, outer?: AbortSignal): Deadline {
  const limit = new AbortController();
  const timer = new AbortController();
  const onOuterAbort = (): void => limit.abort(outer?.reason);
  if (outer?.aborted === true) onOuterAbort();
  const release = onAbort(outer, onOuterAbort);
  if (Number.isFinite(ms)) {
    clock.sleep(ms, timer.signal).then(
      () => limit.abort(reason()),
      () => {},
    );
  }
  return {
    signal: limit.signal,
    stop: () => {
      release();
      timer.abort();
    },
  };
}

/**
 * Rejects when the signal aborts, even if the work ignores it. The work first has one turn of the event loop for its own error, which knows
 * whether anything was sent.
 */
export function waitUntilAbortedAfterTurn<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => void setImmediate(() => reject(signal.reason as Error));
    if (signal.aborted) giveUp();
    const release = onAbort(signal, giveUp);
    work.then(resolve, reject).finally(release);
  });
}
