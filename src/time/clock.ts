import { onAbort } from "./on-abort.ts";

/** Time as a parameter: the real clock is made here and nowhere else. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const timer = setTimeout(() => {
        release();
        resolve();
      }, ms);
      const release = onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      });
    }),
};
