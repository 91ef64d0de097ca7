import { TransportError, type HttpResponse, type Take } from "../../contract/send.ts";
import { interruptible, readInterruptibly } from "../../time/interruptible.ts";
import { CodingError } from "../reply/gunzip-strictly.ts";
import type { Run } from "./run.ts";

/** How a body ended. Only `ended` means that the server closed it in order. */
export type BodyEnd =
  | { kind: "ended" }
  | { kind: "too-long" }
  | { kind: "too-slow" }
  /** The bytes behind are another connection's. */
  | { kind: "reached" }
  | { kind: "broken"; error: TransportError | CodingError };

/** Leaves the body from within. */
export class EndOfBody extends Error {
  constructor(readonly kind: "too-long" | "too-slow" | "reached") {
    super(kind);
  }
}

/** What a body is read from: a reply, or bytes that were decoded out of one. */
export type Body = Pick<HttpResponse, "body" | "drain">;

/**
 * Hands each piece of a body on and waits until it is stored. Silence is the business of `send` (idle timeout); here a
 * body is given up that never falls silent, but is slower than `--min-rate`. Faults of the store pass through.
 * @param store takes bytes; its promise is waited for before the next bytes are read
 * @param limit more bytes than this are never handed on
 */
export async function takeBody(
  reply: Body,
  store: Take,
  { settings: { clock, minBytesPerSecond, rateWindowMs } }: Pick<Run, "settings">,
  limit: number,
  signal: AbortSignal,
): Promise<BodyEnd> {
  const least = new LeastRate(clock.now(), minBytesPerSecond, rateWindowMs);
  let received = 0;
  const take: Take = (bytes) => {
    signal.throwIfAborted();
    received += bytes.length;
    if (received > limit) throw new EndOfBody("too-long");
    if (least.isMissed(clock.now(), bytes.length)) throw new EndOfBody("too-slow");
    const stored = store(bytes);
    if (stored === undefined) return undefined;
    const startMs = clock.now();
    return stored.then(() => least.pause(clock.now() - startMs));
  };
  try {
    if (reply.drain !== undefined) await interruptible(reply.drain(take), signal);
    else for await (const bytes of readInterruptibly(reply.body, signal)) await take(bytes);
    return { kind: "ended" };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EndOfBody) return { kind: error.kind };
    if (error instanceof TransportError || error instanceof CodingError) return { kind: "broken", error };
    throw error;
  }
}

/** Counts bytes by windows of the time in which we read: that for which the server waits for us is left out. */
class LeastRate {
  #bytes = 0;
  #sinceMs: number;

  constructor(
    nowMs: number,
    readonly bytesPerSecond: number,
    readonly windowMs: number,
  ) {
    this.#sinceMs = nowMs;
  }

  /** True = less came in a window than is worth waiting for. */
  isMissed(nowMs: number, bytes: number): boolean {
    this.#bytes += bytes;
    const elapsedMs = nowMs - this.#sinceMs;
    if (elapsedMs < this.windowMs) return false;
    const isSlow = this.#bytes < (this.bytesPerSecond * elapsedMs) / 1000;
    this.#sinceMs = nowMs;
    this.#bytes = 0;
    return isSlow;
  }

  pause(ms: number): void {
    this.#sinceMs += ms;
  }
}
