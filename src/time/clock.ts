import { onAbort } from "./on-abort.ts";

/** Time as a parameter: only this file makes the real clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `work` every `ms` until the returned function is called; does not keep the process alive. A test clock that does not run by itself has
   * none.
   */
  every?(ms: number, work: () => void): () => void;
}

/** Maximum of Node's timers: a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Required<Clock> = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      let timer: NodeJS.Timeout;
      const wait = (leftMs: number): void => {
        timer = setTimeout(
          () => {
            if (leftMs > MAX_TIMER_MS) return wait(leftMs - MAX_TIMER_MS);
            release();
            return resolve();
          },
          Math.min(leftMs, MAX_TIMER_MS),
        );
      };
      const release = onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      });
      wait(ms);
    }),
  every: (ms, work) => {
    const timer = setInterval(work, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
