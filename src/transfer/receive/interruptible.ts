import { onAbort } from "../../time/on-abort.ts";

/** The promise, or the signal's reason as soon as it aborts. What the promise does later is nobody's business then. */
export function interruptible<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    const release = onAbort(signal, giveUp);
    promise.then(resolve, reject).finally(release);
  });
}
