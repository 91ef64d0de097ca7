import { onAbort } from "./on-abort.ts";

/** Returns the promise's result, or rejects with the signal's reason as soon as it aborts. A later result is ignored. */
export function interruptible<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
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
      const step = await interruptible(iterator.next(), signal);
      isEnded = step.done === true;
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    if (!isEnded) iterator.return?.().catch(() => undefined);
  }
}
