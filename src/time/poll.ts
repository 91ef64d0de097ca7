import { AppError } from "../errors.ts";
import type { Clock } from "./clock.ts";
import { formatDuration } from "./duration.ts";

/** The state in one response. `state` is a word for messages, e.g. `in-progress`. */
export type Progress<T> = { done: true; value: T } | { done: false; state?: string };

/** The timeout of a wait, and the time between two requests. */
export interface WaitTimes {
  /** Milliseconds between two requests; a longer `Retry-After` overrides it. */
  intervalMs: number;
  /** Milliseconds until WAIT_TIMEOUT, `Infinity` to wait for ever. */
  timeoutMs: number;
}

export const DEFAULT_WAIT: WaitTimes = { intervalMs: 5000, timeoutMs: 3_600_000 };

export interface PollOptions<T> extends WaitTimes {
  check: (signal: AbortSignal) => Promise<Progress<T>>;
  clock: Clock;
  /** The awaited object, for messages, e.g. `order 7d1f`. */
  what: string;
  /** Called before each pause with the state of the last response. */
  onWait: (state: string | undefined) => void;
  signal: AbortSignal;
}

/** A wait of hours survives a restart of the service, but not a permanent failure. */
const MAX_FAILURES_IN_A_ROW = 5;

/** Polls until the work is done, the timeout expires, or the signal aborts. Sends at least one request. */
export async function poll<T>(options: PollOptions<T>): Promise<T> {
  const { clock, intervalMs, signal } = options;
  const endMs = clock.now() + options.timeoutMs;
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    let state: string | undefined;
    let askedMs = 0;
    try {
      const found = await options.check(signal);
      if (found.done) return found.value;
      failures = 0;
      state = found.state;
    } catch (error) {
      failures += 1;
      if (!(error instanceof AppError) || !isPassing(error) || failures >= MAX_FAILURES_IN_A_ROW) throw error;
      askedMs = retryAfterOf(error);
    }
    const leftMs = endMs - clock.now();
    if (leftMs <= 0) throw waitTimeout(options, state);
    options.onWait(state);
    await clock.sleep(Math.min(Math.max(intervalMs, askedMs), leftMs), signal);
  }
}

const isPassing = ({ code }: AppError): boolean =>
  code === "NETWORK" || code === "TIMEOUT" || code === "SERVICE_ERROR" || code === "RATE_LIMITED";

function retryAfterOf({ data }: AppError): number {
  const seconds = data?.["retryAfterSeconds"];
  return typeof seconds === "number" ? seconds * 1000 : 0;
}

function waitTimeout<T>({ what, timeoutMs }: PollOptions<T>, state: string | undefined): AppError {
  const was = state === undefined ? "" : ` (last state: ${state})`;
  return new AppError(
    "local",
    "WAIT_TIMEOUT",
    `${what} is not finished after ${formatDuration(timeoutMs)}${was}`,
    { next: "Raise --wait-timeout", ...(state !== undefined && { data: { state } }) },
  );
}
