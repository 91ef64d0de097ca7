/**
 * Time limits for decorative pictures: for each, for all together, and for unreachable hosts. A page without some
 * pictures is better than a page that does not finish.
 */
import { startDeadline, type Deadline } from "../../client/deadline.ts";
import { TransportError, type Send } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import type { Clock } from "../../time/clock.ts";

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
  async within<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const startMs = this.clock.now();
    const deadline = startDeadline(this.clock, this.leftMs, allTimeUp, signal);
    try {
      return await work(deadline.signal);
    } finally {
      deadline.stop();
      this.leftMs -= this.clock.now() - startMs;
    }
  }

  /** Returns the limit of one picture, to be paused when the picture has arrived. */
  one(signal: AbortSignal): PictureDeadline {
    return new PictureDeadline(this.clock, signal);
  }

  /** Records hosts that could not be connected. */
  watch(send: Send): Send {
    return async (request) => {
      const host = hostOf(request.url);
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
    const host = hostOf(href);
    if (this.unreachable.has(host)) this.givenUp.add(host);
  }

  get hostsGivenUp(): string[] {
    return [...this.givenUp];
  }

  isGivenUp(href: string): boolean {
    return this.givenUp.has(hostOf(href));
  }
}

/** The time limit of one picture. It stops while the picture waits for its turn, and restarts then. */
class PictureDeadline {
  readonly #ended = new AbortController();
  #current: Deadline | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly outer: AbortSignal,
  ) {
    this.start();
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  start(): void {
    this.pause();
    const deadline = startDeadline(this.clock, ONE_PICTURE_MS, oneTimeUp, this.outer);
    this.#current = deadline;
    const end = (): void => this.#ended.abort(deadline.signal.reason);
    if (deadline.signal.aborted) end();
    else deadline.signal.addEventListener("abort", end, { once: true });
  }

  pause(): void {
    this.#current?.stop();
  }
}

const hostOf = (href: string): string => (URL.canParse(href) ? new URL(href).host : "");

const timeout = (message: string): AppError =>
  new AppError("network", "TIMEOUT", message, {
    next: { do: "rerun" },
  });

const oneTimeUp = (): AppError => timeout(`the picture did not come within ${ONE_PICTURE_MS / 1000} s`);

const allTimeUp = (): AppError =>
  timeout(`all pictures of a page have ${ALL_PICTURES_MS / 1000} s, and they are over`);
