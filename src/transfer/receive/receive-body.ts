import { TransportError, type HttpResponse, type Take } from "../../contract/send.ts";
import type { Clock } from "../../time/clock.ts";
import { CodingError } from "./gunzip-strictly.ts";
import { readInterruptibly, interruptible } from "../../time/interruptible.ts";

/** How a body ended. Only `ended` means that the server closed it in order. */
export type BodyEnd =
  | { kind: "ended" }
  | { kind: "too-long" }
  | { kind: "too-slow" }
  /** The rest belongs to another connection. */
  | { kind: "reached" }
  | { kind: "broken"; error: TransportError | CodingError };

export interface ReceiveOptions {
  /** More bytes than this are never handed on. */
  limit: number;
  clock: Clock;
  minBytesPerSecond: number;
  rateWindowMs: number;
  signal: AbortSignal;
}

/** What a body is read from: a reply, or bytes that were decoded out of one. */
export type Body = Pick<HttpResponse, "body" | "drain" | "writeTo">;

/** Where a body goes. */
export interface Store {
  take: Take;
  /** Has another thread write it. `onCount` is told how many bytes each report is about; what it throws ends it. */
  writeTo?: (reply: Body, onCount: (bytes: number) => void) => Promise<void>;
}

/**
 * The byte loop: hands each chunk on and waits until it is stored. Silence is the business of `send` (idle timeout);
 * here a trickle is caught, which never falls silent. Faults of `store` pass through.
 */
export async function receiveBody(reply: Body, store: Store, options: ReceiveOptions): Promise<BodyEnd> {
  const { limit, signal } = options;
  const isTrickle = trickleWatch(options);
  let received = 0;
  const take: Take = (chunk) => {
    signal.throwIfAborted();
    received += chunk.length;
    if (received > limit) throw new EndOfBody("too-long");
    const stored = store.take(chunk);
    if (stored !== undefined) return stored.then(() => endTrickle(isTrickle, chunk.length));
    endTrickle(isTrickle, chunk.length);
    return undefined;
  };
  const count = (bytes: number): void => {
    signal.throwIfAborted();
    endTrickle(isTrickle, bytes);
  };
  try {
    // A plain body is as long as announced, which is no more than the limit.
    if (reply.writeTo !== undefined && store.writeTo !== undefined)
      await interruptible(store.writeTo(reply, count), signal);
    else if (reply.drain === undefined) await drainChunks(reply.body, take, signal);
    else await interruptible(reply.drain(take), signal);
    return { kind: "ended" };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EndOfBody) return { kind: error.kind };
    if (error instanceof TransportError || error instanceof CodingError) return { kind: "broken", error };
    throw error;
  }
}

/** Leaves the loop from within. */
export class EndOfBody extends Error {
  constructor(readonly kind: "too-long" | "too-slow" | "reached") {
    super(kind);
  }
}

async function drainChunks(body: AsyncIterable<Uint8Array>, take: Take, signal: AbortSignal): Promise<void> {
  const chunks = readInterruptibly(body, signal);
  for await (const chunk of chunks) await take(chunk);
}

/** Counts bytes by windows of time; true = less came in one than is worth waiting for. */
function trickleWatch({ clock, minBytesPerSecond, rateWindowMs }: ReceiveOptions) {
  let windowStart = clock.now();
  let windowBytes = 0;
  return (bytes: number): boolean => {
    windowBytes += bytes;
    const elapsedMs = clock.now() - windowStart;
    if (elapsedMs < rateWindowMs) return false;
    const isSlow = windowBytes < (minBytesPerSecond * elapsedMs) / 1000;
    windowStart = clock.now();
    windowBytes = 0;
    return isSlow;
  };
}

function endTrickle(isTrickle: (bytes: number) => boolean, bytes: number): void {
  if (isTrickle(bytes)) throw new EndOfBody("too-slow");
}
