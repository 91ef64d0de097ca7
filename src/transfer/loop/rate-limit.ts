import type { Clock } from "../../time/clock.ts";

/** What may pass at once after a pause: enough that short waits of the network cost no speed. */
const BURST_MS = 250;

/** A token bucket that all transfers of a run share, kept as the moment at which it is level again. */
export class RateLimit {
  #levelAtMs = 0;

  constructor(
    readonly clock: Clock,
    readonly bytesPerSecond: number,
  ) {}

  /** Waits until these bytes fit. Rejects with the signal's reason as soon as it aborts. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    this.#levelAtMs = Math.max(this.#levelAtMs, now - BURST_MS) + (bytes / this.bytesPerSecond) * 1000;
    const waitMs = this.#levelAtMs - now;
    if (waitMs > 0) await this.clock.sleep(waitMs, signal);
  }
}
