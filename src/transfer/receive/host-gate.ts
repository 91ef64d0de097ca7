import pLimit, { type LimitFunction } from "p-limit";
import type { Clock } from "../../time/clock.ts";

interface Lane {
  limit: LimitFunction;
  /** Nobody asks this host again before. */
  pausedUntilMs: number;
}

/** Requests per host: fewer after a 429 or 503, one more after every reply that brought bytes. */
export class HostGate {
  readonly #lanes = new Map<string, Lane>();

  constructor(
    readonly clock: Clock,
    readonly max: number,
  ) {}

  async run<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const lane = this.#lane(host);
    return lane.limit(async () => {
      const waitMs = lane.pausedUntilMs - this.clock.now();
      if (waitMs > 0) await this.clock.sleep(waitMs, signal);
      signal.throwIfAborted();
      return work();
    });
  }

  slowDown(host: string, pauseMs: number): void {
    const lane = this.#lane(host);
    lane.limit.concurrency = Math.max(1, Math.floor(lane.limit.concurrency / 2));
    lane.pausedUntilMs = Math.max(lane.pausedUntilMs, this.clock.now() + pauseMs);
  }

  speedUp(host: string): void {
    const { limit } = this.#lane(host);
    if (limit.concurrency < this.max) limit.concurrency++;
  }

  #lane(host: string): Lane {
    let lane = this.#lanes.get(host);
    if (lane === undefined) this.#lanes.set(host, (lane = { limit: pLimit(this.max), pausedUntilMs: 0 }));
    return lane;
  }
}
