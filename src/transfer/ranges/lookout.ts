import type { Clock } from "../../time/clock.ts";

/** How often one looks at how another does. */
export const LOOK_MS = 250;

/** Sees what a connection cannot tell: that it hears nothing any more. */
export class Lookout {
  #over = new AbortController();
  #isOut = false;

  /** While there are no others, nobody knows what is usual. `look` says whether it is to go on. */
  constructor(
    readonly clock: Clock,
    readonly pace: { width: number },
    readonly look: () => boolean,
  ) {}

  /** Nobody looks any more once this has ended. */
  async until<T>(work: Promise<T>): Promise<T> {
    const over = (this.#over = new AbortController());
    void this.start();
    return work.finally(() => over.abort());
  }

  /** From now on; there is never more than one. */
  async start(): Promise<void> {
    const { signal } = this.#over;
    if (this.#isOut || signal.aborted || this.pace.width === 1) return;
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
