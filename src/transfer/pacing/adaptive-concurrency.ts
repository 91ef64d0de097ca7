import type { Clock } from "../../time/clock.ts";

const WINDOW_MS = 100;
/** A step that brings less than this is taken back. */
const LEAST_GAIN = 1.15;
/** A step that brings nearly all that it can: the server waits for us, and the next step may be a long one. */
const FULL_GAIN = 1.6;
/** One that brings so much leaves no doubt: the server is far away, and not busy. */
const CLEAR_GAIN = 3;
/** A file that is no larger and takes so long was waited for, not received: only then is a step a long one. */
const WAITED_BYTES = 256 * 1024;
const WAITED_MS = 20;
/** Windows in a row that say so: in one the machine may have been busy, or the new connections were being made. */
const DOUBTS = 2;
/** Windows after a step that did not pay until the next is tried: the line, or the machine, may have been busy. */
const PAUSE_WINDOWS = 4;

/**
 * How many files are fetched at a time: twice as many as long as that pays, four or eight times when it pays in full, up
 * to `max`. What decides is how many bytes of finished files a window of time brought, so it grows for many small files on
 * a long way, and never for large ones.
 */
export class AdaptiveConcurrency {
  #parallel: number;
  #windowMs: number;
  #bytes = 0;
  #files = 0;
  /** Bytes per millisecond, and how many files at a time, before the step that is on trial. */
  #before: { rate: number; parallel: number } | undefined;
  #doubts = 0;
  #pause = 0;
  /** Nothing has been judged. */
  #isNew = true;

  constructor(
    readonly clock: Clock,
    start: number,
    readonly max: number,
  ) {
    this.#parallel = start;
    this.#windowMs = clock.now();
  }

  get parallel(): number {
    return this.#parallel;
  }

  /**
   * Does the work for each item, `parallel` of them at a time; of those that wait for their turn nothing is kept. Resolves when all
   * is done; rejects with the first failure of `work`, and then begins nothing more.
   */
  each<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
    const rest = items[Symbol.iterator]();
    let running = 0;
    let isOver = false;
    return new Promise((resolve, reject) => {
      const fill = (): void => {
        while (!isOver && running < this.#parallel) {
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
    const rate = this.#bytes / elapsedMs;
    const isWaitedFor =
      this.#bytes / this.#files <= WAITED_BYTES && (elapsedMs * this.parallel) / this.#files >= WAITED_MS;
    // On a long way one turn of each place shows it: the very first, and that of a step which pays in full.
    const isShown = this.#isNew ? isWaitedFor : elapsedMs >= WINDOW_MS && this.#gain(rate) >= FULL_GAIN;
    const turns = isShown ? 1 : 2;
    if (this.#files < turns * this.parallel || (!isShown && elapsedMs < WINDOW_MS)) return;
    this.#isNew = false;
    this.#decide(rate, isWaitedFor);
    this.#windowMs = this.clock.now();
    this.#bytes = 0;
    this.#files = 0;
  }

  /** What the step on trial brings; without one, what lets the next be tried. */
  #gain(rate: number): number {
    return this.#before === undefined ? LEAST_GAIN : rate / this.#before.rate;
  }

  #decide(rate: number, isWaitedFor: boolean): void {
    const isFirst = this.#before === undefined;
    const gain = this.#gain(rate);
    this.#doubts = gain < LEAST_GAIN ? this.#doubts + 1 : 0;
    if (this.#before !== undefined && this.#doubts >= DOUBTS) {
      this.#doubts = 0;
      this.#parallel = this.#before.parallel;
      this.#before = undefined;
      this.#pause = PAUSE_WINDOWS;
    } else if (this.#doubts > 0) return;
    else if (this.#pause > 0) this.#pause -= 1;
    else if (this.parallel < this.max) {
      this.#before = { rate, parallel: this.parallel };
      const isClear = isFirst || gain >= CLEAR_GAIN;
      const longest = isClear ? 8 : gain >= FULL_GAIN ? 4 : 2;
      // What is near has files that come at once: there a gain is our own warming up.
      this.#parallel = Math.min(this.max, this.parallel * (isWaitedFor ? longest : 2));
    } else this.#before = undefined;
  }
}
