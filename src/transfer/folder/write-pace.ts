import type { Clock } from "../../time/clock.ts";

/** A slower write does not end in the page cache and would block the main thread. */
const SLOW_MS = 30;
/** Number of slow writes after which the disk counts as slow: a single one may be an exception. */
const PATIENCE = 2;
/** Number of writes after which a slow disk gets another attempt. */
const RETRY_AFTER = 64;

/** Decides whether writes are fast enough for the main thread. */
export class WritePace {
  #slow = 0;
  #sinceSlow = 0;

  constructor(readonly clock: Clock) {}

  /** Called before each write. */
  get isSlow(): boolean {
    if (this.#slow < PATIENCE) return false;
    if (++this.#sinceSlow < RETRY_AFTER) return true;
    this.#slow = PATIENCE - 1;
    this.#sinceSlow = 0;
    return false;
  }

  measure(write: () => void): void {
    const startMs = this.clock.now();
    write();
    if (this.clock.now() - startMs >= SLOW_MS) this.#slow++;
    else if (this.#slow < PATIENCE) this.#slow = 0;
  }
}
