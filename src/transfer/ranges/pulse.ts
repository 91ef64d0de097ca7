import type { Lane } from "./lane.ts";
import { leftOf } from "./range-plan.ts";

/** A rate is that of one window to two. */
const WINDOW_MS = 1000;
/** One that is alone cannot be compared: it has to be silent, and for longer. */
const ALONE = 2.5;
/** Another connection begins with a round trip or two, and may be as slow: it has to be worth that. */
const WORTH = 3;

/** What one request brings lately. */
export class Pulse {
  #fromMs: number;
  #bytes = 0;
  #windowMs: number;
  #windowBytes = 0;
  #notedMs: number;

  constructor(readonly sinceMs: number) {
    this.#fromMs = this.#windowMs = this.#notedMs = sinceMs;
  }

  /** Bytes came in; returns the milliseconds since there were any. */
  note(nowMs: number, bytes: number): number {
    this.#roll(nowMs);
    this.#windowBytes += bytes;
    const waitedMs = nowMs - this.#notedMs;
    this.#notedMs = nowMs;
    return waitedMs;
  }

  /** So long it has brought nothing more; 0 = it never has brought anything. */
  silentMs(nowMs: number): number {
    return this.#notedMs === this.sinceMs ? 0 : nowMs - this.#notedMs;
  }

  /** Bytes per millisecond. */
  rate(nowMs: number): number {
    this.#roll(nowMs);
    return (this.#bytes + this.#windowBytes) / Math.max(1, nowMs - this.#fromMs);
  }

  #roll(nowMs: number): void {
    if (nowMs - this.#windowMs < WINDOW_MS) return;
    this.#fromMs = this.#windowMs;
    this.#bytes = this.#windowBytes;
    this.#windowMs = nowMs;
    this.#windowBytes = 0;
  }
}

/**
 * True when what a connection has left is better begun anew by another one than waited for: that would take longer than
 * `patienceMs`, and many times as long as at `usual` bytes per millisecond. One that waits for us is not stuck.
 */
export function isStuck(
  { claim, pulse, writing }: Pick<Lane, "claim" | "pulse" | "writing">,
  nowMs: number,
  patienceMs: number,
  usual: number,
): boolean {
  if (pulse === undefined || writing !== undefined || nowMs - pulse.sinceMs < patienceMs) return false;
  const expectedMs = leftOf(claim) / pulse.rate(nowMs);
  return expectedMs > Math.max(patienceMs, (WORTH * leftOf(claim)) / usual);
}

/** True when one that has brought something brings nothing at all any more. */
export function isSilent(
  { pulse, writing }: Pick<Lane, "pulse" | "writing">,
  nowMs: number,
  patienceMs: number,
): boolean {
  return writing === undefined && (pulse?.silentMs(nowMs) ?? 0) >= patienceMs * ALONE;
}
