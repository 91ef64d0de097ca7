import type { Clock } from "../time/clock.ts";

const WINDOW_MS = 150;
/** A step that brings less than this is taken back. */
const LEAST_GAIN = 1.15;
/** Windows after a step that did not pay until the next is tried: the line, or the machine, may have been busy. */
const PAUSE_WINDOWS = 4;

/**
 * How many files are fetched at a time: twice as many as long as that pays, up to `max`. What decides is how many bytes
 * of finished files a window of time brought, so it grows for many small files on a long way, and never for large ones.
 */
export class Crew {
  #width: number;
  #windowMs: number;
  #bytes = 0;
  #files = 0;
  /** Bytes per millisecond before the step that is on trial. */
  #before: number | undefined;
  #pause = 0;

  constructor(
    readonly clock: Clock,
    start: number,
    readonly max: number,
  ) {
    this.#width = start;
    this.#windowMs = clock.now();
  }

  get width(): number {
    return this.#width;
  }

  /**
   * Does the work for each item, `width` at a time; of those that wait for their turn nothing is kept. Resolves when all
   * is done; rejects with the first failure of `work`, and then begins nothing more.
   */
  each<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
    const rest = items[Symbol.iterator]();
    let running = 0;
    let isOver = false;
    return new Promise((resolve, reject) => {
      const fill = (): void => {
        while (!isOver && running < this.#width) {
          const next = rest.next();
          if (next.done === true) isOver = true;
          else {
            running += 1;
            work(next.value).then(onDone, onFailure);
          }
        }
        if (isOver && running === 0) resolve();
      };
      const onDone = (): void => {
        running -= 1;
        fill();
      };
      const onFailure = (error: Error): void => {
        isOver = true;
        reject(error);
      };
      fill();
    });
  }

  /** A file has arrived. */
  noteDone(bytes: number): void {
    this.#bytes += bytes;
    this.#files += 1;
    const elapsedMs = this.clock.now() - this.#windowMs;
    // Every place must have had its turn, and more than one.
    if (elapsedMs < WINDOW_MS || this.#files < 2 * this.width) return;
    this.#decide(this.#bytes / elapsedMs);
    this.#windowMs = this.clock.now();
    this.#bytes = 0;
    this.#files = 0;
  }

  #decide(rate: number): void {
    const hasPaid = this.#before === undefined || rate >= this.#before * LEAST_GAIN;
    if (!hasPaid) {
      this.#width = Math.ceil(this.width / 2);
      this.#before = undefined;
      this.#pause = PAUSE_WINDOWS;
    } else if (this.#pause > 0) this.#pause -= 1;
    else if (this.width < this.max) {
      this.#before = rate;
      this.#width = Math.min(this.max, this.width * 2);
    } else this.#before = undefined;
  }
}
