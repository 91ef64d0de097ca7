/**
 * How long pictures that only adorn a page may take: each of them, all together, and those of a host that cannot be reached.
 * A page without some of its pictures is worth more than one that does not come.
 */
import { startDeadline, type Deadline } from "../../client/deadline.ts";
import { TransportError, type Send } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import type { Clock } from "../../time/clock.ts";

const ONE_PICTURE_MS = 10_000;
const ALL_PICTURES_MS = 60_000;

/** Of a picture that is only wanted when it comes soon, the second try is the last. */
export const PICTURE_RETRIES = 1;

export class PictureLimits {
  private leftMs = ALL_PICTURES_MS;
  private readonly unreachable = new Set<string>();
  private readonly givenUp = new Set<string>();

  constructor(private readonly clock: Clock) {}

  get isTimeUp(): boolean {
    return this.leftMs <= 0;
  }

  /** Runs work that counts against the time of all pictures; its signal aborts when that is used up. */
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

  /** The limit of one picture, to be paused when it has come. */
  one(signal: AbortSignal): PictureDeadline {
    return new PictureDeadline(this.clock, signal);
  }

  /** Notes the hosts to which no connection was made. */
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

  /** After the last try for a picture of this link: its host is not asked again when it could not be reached. */
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

/** The time limit of one picture. It is stopped while the picture waits for its turn, and begins anew then. */
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
    hint: "Make the page again for the pictures that are missing",
  });

const oneTimeUp = (): AppError => timeout(`the picture did not come within ${ONE_PICTURE_MS / 1000} s`);

const allTimeUp = (): AppError =>
  timeout(`all pictures of a page have ${ALL_PICTURES_MS / 1000} s, and they are over`);
