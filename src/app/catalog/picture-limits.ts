/**
 * Time limits for decorative pictures: for each, for all together, and for unreachable hosts. A page without some
 * pictures is better than a page that does not finish.
 */
import { startDeadline, type Deadline } from "../../time/deadline.ts";
import { TransportError, type Send } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import type { Clock } from "../../time/clock.ts";
import { onAbort } from "../../time/on-abort.ts";
import { RERUN } from "../../hint.ts";

const ONE_PICTURE_MS = 10_000;
const ALL_PICTURES_MS = 60_000;

/** Retried once: a late picture is not worth waiting for. */
export const PICTURE_RETRIES = 1;

export class PictureLimits {
  private leftMs = ALL_PICTURES_MS;
  private readonly unreachable = new Set<string>();
  private readonly givenUp = new Set<string>();

  constructor(private readonly clock: Clock) {}

  get isTimeUp(): boolean {
    return this.leftMs <= 0;
  }

  /** Runs work within the total time for pictures; its signal aborts when that time is over. */
  async runWithin<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const startMs = this.clock.now();
    const deadline = startDeadline(this.clock, this.leftMs, makePageTimeout, signal);
    try {
      return await work(deadline.signal);
    } finally {
      deadline.stop();
      this.leftMs -= this.clock.now() - startMs;
    }
  }

  /** Starts the time limit of one picture. It is paused while the picture waits for its turn, and when it has arrived. */
  startOne(outer: AbortSignal): { signal: AbortSignal; start: () => void; pause: () => void } {
    const ended = new AbortController();
    let current: Deadline | undefined;
    const pause = (): void => current?.stop();
    const start = (): void => {
      pause();
      const { signal } = (current = startDeadline(this.clock, ONE_PICTURE_MS, makePictureTimeout, outer));
      const end = (): void => ended.abort(signal.reason);
      if (signal.aborted) end();
      else onAbort(signal, end);
    };
    start();
    return { signal: ended.signal, start, pause };
  }

  /** Records hosts that could not be connected. */
  watch(send: Send): Send {
    return async (request) => {
      const host = readHost(request.url);
      try {
        const reply = await send(request);
        this.unreachable.delete(host);
        return reply;
      } catch (error) {
        if (error instanceof TransportError && error.delivered === "no") this.unreachable.add(host);
        throw error;
      }
    };
  }

  /** Called after the last retry for a picture: an unreachable host is not requested again. */
  giveUpUnreachable(href: string): void {
    const host = readHost(href);
    if (this.unreachable.has(host)) this.givenUp.add(host);
  }

  get hostsGivenUp(): string[] {
    return [...this.givenUp];
  }

  isGivenUp(href: string): boolean {
    return this.givenUp.has(readHost(href));
  }
}

const readHost = (href: string): string => (URL.canParse(href) ? new URL(href).host : "");

const makeTimeoutError = (message: string): AppError =>
  new AppError("network", "TIMEOUT", message, {
    next: RERUN,
  });

const makePictureTimeout = (): AppError =>
  makeTimeoutError(`the picture did not come within ${ONE_PICTURE_MS / 1000} s`);

const makePageTimeout = (): AppError =>
  makeTimeoutError(`all pictures of a page have ${ALL_PICTURES_MS / 1000} s, and they are over`);
