import { TransportError, type Take } from "../contract/send.ts";

/** Flow control for the source of a queue. It acts before the parser: see docs/adr/0009-never-pause-undici.md. */
export interface Flow {
  pause(): void;
  resume(): void;
}

export interface BodyQueue {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
  /** May be read once. Leaving the loop early closes the connection. */
  readonly body: AsyncIterableIterator<Uint8Array>;
}

const HIGH_WATER_BYTES = 256 * 1024;

/** Without flow control, a reader with this many waiting bytes gets no more. Bodies of the API are smaller. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** Passes the bytes of one response to its reader. `cancel` is called when the reader stops early, or is too slow. */
export function bodyQueue(cancel: () => void, flow?: Flow): BodyQueue {
  const chunks: Uint8Array[] = [];
  let waitingBytes = 0;
  let state: "open" | "ended" | "left" | { error: unknown } = "open";
  let wake: (() => void) | undefined;

  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    while (chunks.length === 0) {
      if (typeof state === "object") throw state.error;
      if (state !== "open") return { done: true, value: undefined };
      await new Promise<void>((resolve) => (wake = resolve));
    }
    const value = chunks.shift()!;
    waitingBytes -= value.length;
    if (waitingBytes < HIGH_WATER_BYTES) flow?.resume();
    return { done: false, value };
  };

  // Not a generator: one that was never started would not run its `finally`.
  const leave = async (): Promise<IteratorResult<Uint8Array>> => {
    if (state === "open") {
      state = "left";
      cancel();
    }
    chunks.length = 0;
    return { done: true, value: undefined };
  };

  const settle = (outcome: "ended" | { error: unknown }): void => {
    if (state === "open") state = outcome;
    wake?.();
  };

  const push = (chunk: Uint8Array): void => {
    if (state !== "open") return;
    chunks.push(chunk);
    waitingBytes += chunk.length;
    if (flow !== undefined && waitingBytes >= HIGH_WATER_BYTES) flow.pause();
    if (flow === undefined && waitingBytes > MAX_WAITING_BYTES) {
      settle({
        error: new TransportError("protocol", "maybe", "the response arrives faster than it is read"),
      });
      cancel();
    }
    wake?.();
  };

  const body: AsyncIterableIterator<Uint8Array> = { next, return: leave, [Symbol.asyncIterator]: () => body };
  return { push, end: () => settle("ended"), fail: (error) => settle({ error }), body };
}

/** Returns the body of a drained response, for a reader that needs chunks, such as that of an error page. */
export function bodyOf(drain: (take: Take) => Promise<void>, cancel: () => void): AsyncIterable<Uint8Array> {
  const start = (): AsyncIterableIterator<Uint8Array> => {
    const gate = new Gate();
    const leave = (): void => {
      cancel();
      gate.resume();
    };
    const queue = bodyQueue(leave, gate);
    const take: Take = (bytes) => {
      queue.push(Buffer.from(bytes));
      return gate.closed;
    };
    drain(take).then(
      () => queue.end(),
      (error: Error) => queue.fail(error),
    );
    return queue.body;
  };
  return { [Symbol.asyncIterator]: start };
}

/** Blocks a reader while it is closed. */
export class Gate implements Flow {
  #open: (() => void) | undefined;
  /** Pending while the gate is closed; undefined while it is open. */
  closed: Promise<void> | undefined;

  readonly pause = (): void => {
    this.closed ??= new Promise((resolve) => (this.#open = resolve));
  };

  readonly resume = (): void => {
    this.closed = undefined;
    this.#open?.();
  };
}
