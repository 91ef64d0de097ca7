import { onAbort } from "../../time/on-abort.ts";
import type { Clock } from "../../time/clock.ts";

interface Host {
  limit: number;
  running: number;
  waiting: (() => void)[];
  /** No request to this host starts before this time. */
  pausedUntilMs: number;
}

/** Limits requests per host: fewer after a 429 or 503, one more after each response with bytes. */
export class HostLimiter {
  readonly #hosts = new Map<string, Host>();

  constructor(
    readonly clock: Clock,
    readonly max: number,
    /** Called when a host asks for fewer requests, and for a pause of this length. */
    readonly onSlower: (name: string, pauseMs: number) => void = () => undefined,
  ) {}

  /** Counts a request, which `leave` ends, and resolves when it may start. Rejects with the signal's reason as soon as it aborts. */
  async enter(name: string, signal: AbortSignal): Promise<void> {
    const host = this.#getHost(name);
    const isFree = host.running < host.limit;
    if (isFree) host.running += 1;
    if (!isFree || host.pausedUntilMs > 0) await this.#wait(host, isFree, signal);
  }

  leave(name: string): void {
    const host = this.#getHost(name);
    host.running -= 1;
    letIn(host);
  }

  async #wait(host: Host, isCounted: boolean, signal: AbortSignal): Promise<void> {
    if (!isCounted) await waitForTurn(host, signal);
    try {
      // Another response may ask for a longer pause meanwhile.
      for (let untilMs = 0; host.pausedUntilMs > untilMs;) {
        untilMs = host.pausedUntilMs;
        const waitMs = untilMs - this.clock.now();
        if (waitMs > 0) await this.clock.sleep(waitMs, signal);
      }
      signal.throwIfAborted();
    } catch (error) {
      host.running -= 1;
      letIn(host);
      throw error;
    }
  }

  /** Reports whether requests to a host are paused at its request. */
  isPaused(name: string): boolean {
    return this.#getHost(name).pausedUntilMs > this.clock.now();
  }

  reduceLimit(name: string, pauseMs: number): void {
    this.pause(name, pauseMs);
    this.onSlower(name, pauseMs);
  }

  /** Does the same as `reduceLimit` for a response that another thread has received. */
  pause(name: string, pauseMs: number): void {
    const host = this.#getHost(name);
    host.limit = Math.max(1, Math.floor(host.limit / 2));
    host.pausedUntilMs = Math.max(host.pausedUntilMs, this.clock.now() + pauseMs);
  }

  raiseLimit(name: string): void {
    const host = this.#getHost(name);
    if (host.limit >= this.max) return;
    host.limit += 1;
    letIn(host);
  }

  #getHost(name: string): Host {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      this.#hosts.set(name, (host = { limit: this.max, running: 0, waiting: [], pausedUntilMs: 0 }));
    }
    return host;
  }
}

/** Resolves when the request may start, counted as running. Rejects with the signal's reason as soon as it aborts. */
function waitForTurn(host: Host, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const release = onAbort(signal, () => {
      host.waiting.splice(host.waiting.indexOf(enter), 1);
      reject(signal.reason as Error);
    });
    const enter = (): void => {
      release();
      resolve();
    };
    return void host.waiting.push(enter);
  });
}

function letIn(host: Host): void {
  while (host.running < host.limit && host.waiting.length > 0) {
    host.running += 1;
    host.waiting.shift()?.();
  }
}
