import { interruptible } from "./interruptible.ts";

/**
 * The chunks of a body, ending at once with the signal's reason when it aborts, even while the source hangs. Leaving
 * early tells the source to close, without waiting for it.
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
