import type { Clock } from "../../time/clock.ts";

interface Lane {
  width: number;
  running: number;
  waiting: (() => void)[];
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
    if (lane.running < lane.width) lane.running += 1;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      if (lane.pausedUntilMs > 0) {
        const waitMs = lane.pausedUntilMs - this.clock.now();
        if (waitMs > 0) await this.clock.sleep(waitMs, signal);
      }
      signal.throwIfAborted();
      return await work();
    } finally {
      lane.running -= 1;
      letIn(lane);
    }
  }

  /** As `run`, for what has begun already: it does not wait, but it counts. */
  async runAtOnce<T>(host: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lane(host);
    lane.running += 1;
    try {
      return await work();
    } finally {
      lane.running -= 1;
      letIn(lane);
    }
  }

  /** Requests more that would make nobody wait: of this host, and within the bound over all. */
  spare(host: string): number {
    let running = 0;
    for (const lane of this.#lanes.values()) running += busyIn(lane);
    const lane = this.#lane(host);
    return Math.max(0, Math.min(lane.width - busyIn(lane), this.max - running));
  }

  /** True while a host is left alone because it asked for that. */
  isPaused(host: string): boolean {
    return this.#lane(host).pausedUntilMs > this.clock.now();
  }

  slowDown(host: string, pauseMs: number): void {
    const lane = this.#lane(host);
    lane.width = Math.max(1, Math.floor(lane.width / 2));
    lane.pausedUntilMs = Math.max(lane.pausedUntilMs, this.clock.now() + pauseMs);
  }

  speedUp(host: string): void {
    const lane = this.#lane(host);
    if (lane.width >= this.max) return;
    lane.width += 1;
    letIn(lane);
  }

  #lane(host: string): Lane {
    let lane = this.#lanes.get(host);
    if (lane === undefined) {
      this.#lanes.set(host, (lane = { width: this.max, running: 0, waiting: [], pausedUntilMs: 0 }));
    }
    return lane;
  }
}

function letIn(lane: Lane): void {
  while (lane.running < lane.width && lane.waiting.length > 0) {
    lane.running += 1;
    lane.waiting.shift()?.();
  }
}

const busyIn = ({ running, waiting }: Lane): number => running + waiting.length;
