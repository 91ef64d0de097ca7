import type { Clock } from "../../time/clock.ts";

/** Burst after a pause: enough that short network pauses cost no speed. */
const BURST_MS = 250;

/** A token bucket for all transfers of a run, stored as the time at which it is level again. */
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
