import { TransportError } from "../contract/send.ts";
import type { Clock } from "../time/clock.ts";
import { CodingError } from "./gunzip-strictly.ts";
import { readInterruptibly } from "./read-interruptibly.ts";

/** How a body ended. Only `ended` says that the far side closed it in order. */
export type BodyEnd =
  | { kind: "ended" }
  | { kind: "too-long" }
  | { kind: "too-slow" }
  | { kind: "broken"; error: TransportError | CodingError };

export interface ReceiveOptions {
  /** More bytes than this are never handed on. */
  limit: number;
  clock: Clock;
  minBytesPerSecond: number;
  rateWindowMs: number;
  signal: AbortSignal;
}

/**
 * The byte loop: hands each chunk on and waits until it is stored. Silence is the business of `send` (idle timeout);
 * here a trickle is caught, which never falls silent. Faults of `store` pass through.
 */
export async function receiveBody(
  body: AsyncIterable<Uint8Array>,
  store: (chunk: Uint8Array) => Promise<void>,
  options: ReceiveOptions,
): Promise<BodyEnd> {
  const { clock, limit, minBytesPerSecond, rateWindowMs, signal } = options;
  const chunks = readInterruptibly(body, signal);
  let received = 0;
  let windowStart = clock.now();
  let windowBytes = 0;
  try {
    for (;;) {
      let step: IteratorResult<Uint8Array, void>;
      try {
        step = await chunks.next();
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof TransportError || error instanceof CodingError) return { kind: "broken", error };
        throw error;
      }
      if (step.done === true) return { kind: "ended" };
      received += step.value.length;
      if (received > limit) return { kind: "too-long" };
      await store(step.value);

      windowBytes += step.value.length;
      const elapsedMs = clock.now() - windowStart;
      if (elapsedMs < rateWindowMs) continue;
      if (windowBytes < (minBytesPerSecond * elapsedMs) / 1000) return { kind: "too-slow" };
      windowStart = clock.now();
      windowBytes = 0;
    }
  } finally {
    await chunks.return();
  }
}
