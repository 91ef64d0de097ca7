import type { Clock } from "../../time/clock.ts";

/** How often the watchdog checks a connection. */
export const LOOK_MS = 250;

/** Notices what a connection cannot notice itself: that nothing arrives any more. */
export class StallWatchdog {
  #over = new AbortController();
  #isOut = false;

  /** Both are asked again and again: is there anything that could be done, and (`look`) is it to go on? */
  constructor(
    readonly clock: Clock,
    readonly isWanted: () => boolean,
    readonly look: () => boolean,
  ) {}

  /** The watch stops when this work has ended. */
  async until<T>(work: Promise<T>): Promise<T> {
    const over = (this.#over = new AbortController());
    void this.start();
    return work.finally(() => over.abort());
  }

  /** From now on; there is never more than one. */
  async start(): Promise<void> {
    const { signal } = this.#over;
    if (this.#isOut || signal.aborted || !this.isWanted()) return;
    this.#isOut = true;
    try {
      do await this.clock.sleep(LOOK_MS, signal);
      while (this.look());
    } catch {
      // What it waited for has ended.
    }
    this.#isOut = false;
  }
}
