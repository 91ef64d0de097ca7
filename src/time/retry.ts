import { parseHttpDate } from "./http-date.ts";

/**
 * When a failed request is sent again, and when it is given up. The caller decides which failures are worth a retry, counts them, and
 * sleeps; this file alone knows the waits. After the third failure in a row, with `Retry-After: 7`, `planRetry(SERVICE_RETRY, ...)` waits
 * 7 s and a random part of 1 s; without the header, a random part of 2 s. Randomness keeps many clients from retrying together.
 * `poll` is not a retry: it asks at a fixed interval until an order is finished.
 */
export interface RetryPolicy {
  /** The wait without `Retry-After` is below a limit, which doubles with each failure up to this maximum. */
  maxBackoffMs: number;
  /** The longest `Retry-After` that is obeyed. */
  maxRetryAfterMs: number;
  /** A longer `Retry-After` ends the retries, or is cut to the maximum. */
  longRetryAfter: "give-up" | "cut";
  /** The largest random wait after that of `Retry-After`. */
  maxExtraMs: number;
}

/** A request of the interface: a person waits for its response. */
export const SERVICE_RETRY: RetryPolicy = {
  maxBackoffMs: 20_000,
  maxRetryAfterMs: 60_000,
  longRetryAfter: "give-up",
  maxExtraMs: 1000,
};

/** The bytes of a file, often in an unattended run, which sets the longest wait. */
export const FILE_RETRY: Omit<RetryPolicy, "maxRetryAfterMs"> = {
  maxBackoffMs: 30_000,
  longRetryAfter: "give-up",
  maxExtraMs: Infinity,
};

/** A request to an object store: a store that is busy for long is asked again. */
export const STORE_RETRY: Omit<RetryPolicy, "maxRetryAfterMs"> = { ...FILE_RETRY, longRetryAfter: "cut" };

interface Failed {
  /** Failures in a row, this one included. */
  failures: number;
  /** Requests after the first one. */
  retries: number;
  /** The wait that the service asks for; undefined or 0 without one. */
  askedMs: number | undefined;
  /** Returns a number in [0, 1). */
  random: () => number;
}

export type RetryPlan =
  | { kind: "wait"; waitMs: number }
  | { kind: "used-up" }
  | { kind: "too-long"; askedMs: number };

/** Returns the wait before the next request, or why there is none. */
export function planRetry(policy: RetryPolicy, { failures, retries, askedMs, random }: Failed): RetryPlan {
  if (failures > retries) return { kind: "used-up" };
  const extraMs = drawBackoffMs(policy, failures, random);
  if (askedMs === undefined) return { kind: "wait", waitMs: extraMs };
  if (askedMs > policy.maxRetryAfterMs && policy.longRetryAfter === "give-up")
    return { kind: "too-long", askedMs };
  const waitMs = Math.min(askedMs, policy.maxRetryAfterMs) + Math.min(extraMs, policy.maxExtraMs);
  return { kind: "wait", waitMs };
}

const BASE_DELAY_MS = 500;

/** Returns a random part of a limit that doubles with each failure, in whole milliseconds. */
export function drawBackoffMs(
  { maxBackoffMs }: Pick<RetryPolicy, "maxBackoffMs">,
  failures: number,
  random: () => number,
): number {
  return Math.floor(random() * Math.min(maxBackoffMs, BASE_DELAY_MS * 2 ** (failures - 1)));
}

/** Statuses with which a host reports too many requests, whatever their kind. */
export const isBusyStatus = (status: number | undefined): boolean => status === 429 || status === 503;

/** A longer wait is a mistake of the service. */
const MAX_CREDIBLE_MS = 7 * 86_400_000;

/**
 * Parses `Retry-After` (delta seconds or an HTTP date) to milliseconds, never negative; undefined when it is absent,
 * unreadable or longer than a week.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : (parseHttpDate(text, nowMs) ?? NaN) - nowMs;
  return waitMs <= MAX_CREDIBLE_MS ? Math.max(0, waitMs) : undefined;
}

/** Reads `Retry-After` of a response; a date is compared with the service's own clock if the response has one. */
export function readRetryAfter(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const serviceNowMs = parseHttpDate(headers["date"] ?? "", nowMs) ?? nowMs;
  return parseRetryAfter(headers["retry-after"], serviceNowMs);
}
