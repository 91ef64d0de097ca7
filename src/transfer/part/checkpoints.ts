import type { Clock } from "../../time/clock.ts";

const CHECKPOINT_MS = 200;
/** A run that is killed loses what it has not written down: at most this much, or this share of what is there. */
const CHECKPOINT_BYTES = 256 * 1024;
const CHECKPOINT_SHARE = 0.03;

/** When a part's sidecar is to be written next. */
export class Checkpoints {
  #done = 0;
  #ms = 0;

  constructor(readonly clock: Clock) {}

  /** The sidecar says that this many bytes are there. */
  noteSaved(done: number): void {
    this.#done = done;
    this.#ms = this.clock.now();
  }

  /** Bytes that a kill may cost when so many are there. */
  lossBytes(done: number): number {
    return Math.max(CHECKPOINT_BYTES, Math.floor(done * CHECKPOINT_SHARE));
  }

  /** Bytes that may be written before the next checkpoint. */
  room(done: number): number {
    return this.lossBytes(done) - (done - this.#done);
  }

  isDue(done: number): boolean {
    return this.room(done) <= 0 || this.clock.now() - this.#ms >= CHECKPOINT_MS;
  }
}
