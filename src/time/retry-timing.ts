/** Pauses before retries: from `Retry-After`, or a back-off without it. */
import { parseHttpDate } from "./http-date.ts";

const BASE_DELAY_MS = 500;

/** The API client waits at most this long for a busy service; the command then reports the requested wait. */
export const API_MAX_RETRY_AFTER_MS = 60_000;

/** Returns the pause before an API retry: a person waits for its response. */
export const apiBackoffMs = (failures: number, random: () => number): number =>
  fullJitter(failures, random, 20_000);

/** Returns the pause before a retry of an unattended download or upload, in whole milliseconds. */
export const transferBackoffMs = (failures: number, random: () => number): number =>
  Math.floor(fullJitter(failures, random, 30_000));

/**
 * Returns a random part of a bound that doubles with each failure (the first is 1), so that many clients do not retry together. `random` returns
 * a number in [0, 1).
 */
function fullJitter(failures: number, random: () => number, maxMs: number): number {
  return random() * Math.min(maxMs, BASE_DELAY_MS * 2 ** (failures - 1));
}

/** Statuses with which a host reports too many requests, whatever their kind. */
export const isBusyStatus = (status: number | undefined): boolean => status === 429 || status === 503;

/** A longer wait is a mistake of the service. */
const MAX_RETRY_AFTER_MS = 7 * 86_400_000;

/**
 * Parses `Retry-After` (delta seconds or an HTTP date) to milliseconds, never negative; undefined when it is absent,
 * unreadable or longer than a week.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : (parseHttpDate(text, nowMs) ?? NaN) - nowMs;
  return waitMs <= MAX_RETRY_AFTER_MS ? Math.max(0, waitMs) : undefined;
}

/** Returns the wait of `Retry-After`; a date is compared with the service's own clock if the response has one. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const serviceNowMs = parseHttpDate(headers["date"] ?? "", nowMs) ?? nowMs;
  return parseRetryAfter(headers["retry-after"], serviceNowMs);
}
