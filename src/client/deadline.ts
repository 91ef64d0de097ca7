import { setImmediate } from "node:timers";
import { TransportError } from "../contract/send.ts";
import type { Clock } from "../time/clock.ts";
import { onAbort } from "../time/on-abort.ts";
import type { Exchange } from "./buffered-body.ts";

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
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => void setImmediate(() => reject(signal.reason as Error));
    if (signal.aborted) giveUp();
    const release = onAbort(signal, giveUp);
    work.then(resolve, reject).finally(release);
  });
}

/** Limits the time of one exchange, including its body, even for a `Send` that ignores signals. */
export function withTimeout(exchange: Exchange, timeoutMs: number, clock: Clock): Exchange {
  return async (request) => {
    const timeUp = (): Error =>
      new TransportError("timeout", "maybe", `no complete response within ${timeoutMs / 1000} s`);
    const deadline = startDeadline(clock, timeoutMs, timeUp, request.signal);
    try {
      return await untilAborted(exchange({ ...request, signal: deadline.signal }), deadline.signal);
    } finally {
      deadline.stop();
    }
  };
}
