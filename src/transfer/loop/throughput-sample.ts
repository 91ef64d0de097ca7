/** A rate covers one window to two. */
const WINDOW_MS = 1000;

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

  /** Notes received bytes; returns the milliseconds since the previous ones. */
  note(nowMs: number, bytes: number): number {
    this.#roll(nowMs);
    this.#windowBytes += bytes;
    const waitedMs = nowMs - this.#notedMs;
    this.#notedMs = nowMs;
    return waitedMs;
  }

  /** Milliseconds since the last byte; 0 = there was none yet. */
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
