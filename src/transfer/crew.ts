import pLimit, { type LimitFunction } from "p-limit";
import type { Clock } from "../time/clock.ts";

const WINDOW_MS = 150;
/** A step that brings less than this is taken back. */
const LEAST_GAIN = 1.15;

/**
 * How many files are fetched at a time: twice as many as long as that pays, up to `max`. What decides is how many bytes
 * of finished files a window of time brought, so it grows for many small files on a long way, and never for large ones.
 */
export class Crew {
  readonly #limit: LimitFunction;
  #windowMs: number;
  #bytes = 0;
  #files = 0;
  /** Bytes per millisecond before the last step. */
  #before: number | undefined;
  #isSettled = false;

  constructor(
    readonly clock: Clock,
    start: number,
    readonly max: number,
  ) {
    this.#limit = pLimit(start);
    this.#windowMs = clock.now();
    this.#isSettled = start >= max;
  }

  get width(): number {
    return this.#limit.concurrency;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#limit(work);
  }

  /** A file has arrived. */
  noteDone(bytes: number): void {
    if (this.#isSettled) return;
    this.#bytes += bytes;
    this.#files += 1;
    const elapsedMs = this.clock.now() - this.#windowMs;
    if (elapsedMs < WINDOW_MS || this.#files < this.width) return;
    this.#decide(this.#bytes / elapsedMs);
    this.#windowMs = this.clock.now();
    this.#bytes = 0;
    this.#files = 0;
  }

  #decide(rate: number): void {
    const isWorse = this.#before !== undefined && rate < this.#before * LEAST_GAIN;
    this.#before = rate;
    this.#limit.concurrency = isWorse ? Math.ceil(this.width / 2) : Math.min(this.max, this.width * 2);
    this.#isSettled = isWorse || this.width === this.max;
  }
}
