/** When a failed exchange is tried again: what the service asks for with `Retry-After`, and the back-off without it. */
import { parseHttpDate } from "./http-date.ts";

const BASE_DELAY_MS = 500;

/** The API client waits no longer than this for a service that asks for time; the command reports it instead. */
export const API_MAX_RETRY_AFTER_MS = 60_000;

/** The pause before a request of the API is tried again: a person waits for its reply. */
export const apiBackoffMs = (failures: number, random: () => number): number =>
  fullJitter(failures, random, 20_000);

/** The same for downloads and uploads, which run unattended, in whole milliseconds. */
export const transferBackoffMs = (failures: number, random: () => number): number =>
  Math.floor(fullJitter(failures, random, 30_000));

/**
 * A random part of a bound that doubles with each failed try (the first is 1), so that many clients do not come back
 * together. `random` gives a number in [0, 1).
 */
function fullJitter(failures: number, random: () => number, maxMs: number): number {
  return random() * Math.min(maxMs, BASE_DELAY_MS * 2 ** (failures - 1));
}

/** Statuses with which a host says that it gets too many requests, whatever they are for. */
export const isBusyStatus = (status: number | undefined): boolean => status === 429 || status === 503;

/**
 * Milliseconds to wait as a `Retry-After` header says (delta seconds or an HTTP date; never negative), or undefined
 * when it is absent or says nothing that can be read.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const dateMs = parseHttpDate(text, nowMs);
  return dateMs === undefined ? undefined : Math.max(0, dateMs - nowMs);
}

/** What `Retry-After` asks for; a date in it is compared with the service's own clock where the reply shows that. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const serviceNowMs = parseHttpDate(headers["date"] ?? "", nowMs) ?? nowMs;
  return parseRetryAfter(headers["retry-after"], serviceNowMs);
}
