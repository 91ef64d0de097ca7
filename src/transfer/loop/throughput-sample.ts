import { leftOf, type Segment } from "./segment-plan.ts";

/** A rate is that of one window to two. */
const WINDOW_MS = 1000;
/** A connection that is alone cannot be compared with others: it must receive nothing, and for longer. */
const ALONE = 2.5;
/** Another connection begins with a round trip or two, and may be as slow: the gain must be worth that. */
const WORTH = 3;

/** What is known of the request under way on a connection. */
interface Flowing {
  segment: Segment;
  sample?: ThroughputSample;
  writing?: Promise<void> | undefined;
}

/** Bytes per second of one request, over a window of one to two seconds. */
export class ThroughputSample {
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
  idleMs(nowMs: number): number {
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
  { segment, sample, writing }: Flowing,
  nowMs: number,
  patienceMs: number,
  usual: number,
): boolean {
  if (sample === undefined || writing !== undefined || nowMs - sample.sinceMs < patienceMs) return false;
  const expectedMs = leftOf(segment) / sample.rate(nowMs);
  return expectedMs > Math.max(patienceMs, (WORTH * leftOf(segment)) / usual);
}

/** True when one that has brought something brings nothing at all any more. */
export function isSilent(
  { sample, writing }: Omit<Flowing, "segment">,
  nowMs: number,
  patienceMs: number,
): boolean {
  return writing === undefined && (sample?.idleMs(nowMs) ?? 0) >= patienceMs * ALONE;
}
