export interface BodySource {
  pause(): void;
  resume(): void;
  /** Called when the reader stops before the end. */
  cancel(): void;
}

export interface BodyQueue {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
  /** May be read once. Leaving the loop early closes the connection. */
  readonly body: AsyncIterableIterator<Uint8Array>;
}

const HIGH_WATER_BYTES = 256 * 1024;

/** Passes the bytes of one reply from the socket to its reader; the socket is paused while the reader is behind. */
export function bodyQueue(source: BodySource): BodyQueue {
  const chunks: Uint8Array[] = [];
  let waitingBytes = 0;
  let state: "open" | "ended" | "left" | Error = "open";
  let wake: (() => void) | undefined;

  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    while (chunks.length === 0) {
      if (state instanceof Error) throw state;
      if (state !== "open") return { done: true, value: undefined };
      await new Promise<void>((resolve) => (wake = resolve));
    }
    const value = chunks.shift()!;
    waitingBytes -= value.length;
    if (waitingBytes < HIGH_WATER_BYTES) source.resume();
    return { done: false, value };
  };

  // Not a generator: one that was never started would not run its `finally`.
  const leave = async (): Promise<IteratorResult<Uint8Array>> => {
    if (state === "open") {
      state = "left";
      source.cancel();
    }
    chunks.length = 0;
    return { done: true, value: undefined };
  };

  const settle = (outcome: "ended" | Error): void => {
    if (state === "open") state = outcome;
    wake?.();
  };

  const body: AsyncIterableIterator<Uint8Array> = { next, return: leave, [Symbol.asyncIterator]: () => body };
  return {
    push: (chunk) => {
      if (state !== "open") return;
      chunks.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes >= HIGH_WATER_BYTES) source.pause();
      wake?.();
    },
    end: () => settle("ended"),
    fail: settle,
    body,
  };
}
