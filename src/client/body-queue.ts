import type { Take } from "../contract/send.ts";

export interface BodyQueue {
  /** Takes the bytes of the body. Its promise is pending while the reader is slow. */
  readonly take: Take;
  end(): void;
  fail(error: unknown): void;
  /** May be read once. Leaving the loop early closes the connection. */
  readonly body: AsyncIterableIterator<Uint8Array>;
}

const HIGH_WATER_BYTES = 256 * 1024;

/** Passes the bytes of one response to its reader. `cancel` is called when the reader stops early. */
export function openBodyQueue(cancel: () => void): BodyQueue {
  const chunks: Uint8Array[] = [];
  let waitingBytes = 0;
  let state: "open" | "ended" | "left" | { error: unknown } = "open";
  let wake: (() => void) | undefined;
  let goOn: (() => void) | undefined;

  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    while (chunks.length === 0) {
      if (typeof state === "object") throw state.error;
      if (state !== "open") return { done: true, value: undefined };
      await new Promise<void>((resolve) => (wake = resolve));
    }
    const value = chunks.shift()!;
    waitingBytes -= value.length;
    if (waitingBytes < HIGH_WATER_BYTES) goOn?.();
    return { done: false, value };
  };

  // A generator would not do: its `finally` does not run if it was never started.
  const leave = async (): Promise<IteratorResult<Uint8Array>> => {
    if (state === "open") {
      state = "left";
      cancel();
    }
    chunks.length = 0;
    goOn?.();
    return { done: true, value: undefined };
  };

  const finish = (outcome: "ended" | { error: unknown }): void => {
    if (state === "open") state = outcome;
    wake?.();
  };

  const take: Take = (bytes) => {
    if (state !== "open") return undefined;
    chunks.push(Buffer.from(bytes));
    waitingBytes += bytes.length;
    wake?.();
    if (waitingBytes < HIGH_WATER_BYTES) return undefined;
    return new Promise((resolve) => (goOn = resolve));
  };

  const body: AsyncIterableIterator<Uint8Array> = { next, return: leave, [Symbol.asyncIterator]: () => body };
  return { take, end: () => finish("ended"), fail: (error) => finish({ error }), body };
}

/** Returns the body of a drained response, for a reader that needs chunks, such as that of an error page. */
export function toBody(drain: (take: Take) => Promise<void>, cancel: () => void): AsyncIterable<Uint8Array> {
  const start = (): AsyncIterableIterator<Uint8Array> => {
    const queue = openBodyQueue(cancel);
    drain(queue.take).then(
      () => queue.end(),
      (error: unknown) => queue.fail(error),
    );
    return queue.body;
  };
  return { [Symbol.asyncIterator]: start };
}
