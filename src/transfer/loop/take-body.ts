import { TransportError, type HttpResponse, type Take } from "../../contract/send.ts";
import { interruptible, readInterruptibly } from "../../time/interruptible.ts";
import { CodingError } from "../reply/gunzip-strictly.ts";
import type { Run } from "./run.ts";

/** How a body ended. Only `ended` means that the server closed it in order. */
export type BodyEnd =
  | { kind: "ended" }
  | { kind: "too-long" }
  | { kind: "too-slow" }
  /** The next bytes belong to another connection. */
  | { kind: "reached" }
  | { kind: "broken"; error: TransportError | CodingError };

/** Ends the reading of a body. */
export class EndOfBody extends Error {
  constructor(readonly kind: "too-long" | "too-slow" | "reached") {
    super(kind);
  }
}

/** A response body, or bytes decoded from one. */
export type Body = Pick<HttpResponse, "body" | "drain">;

/**
 * Passes each chunk of a body on and waits until it is stored. The idle timeout belongs to `send`; this function gives up a body that is slower
 * than `--min-rate`. Errors of `store` pass through. `store` takes bytes, and its promise is awaited before the next read. At most `limit` bytes
 * are passed on.
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
    const nowMs = clock.now();
    if (least.isMissed(nowMs, bytes.length)) throw new EndOfBody("too-slow");
    return store(bytes)?.then(() => least.pause(clock.now() - nowMs));
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

/** Counts bytes per window of reading time; time in which the server waits for us is excluded. */
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

  /** Reports whether a window had too few bytes. */
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
