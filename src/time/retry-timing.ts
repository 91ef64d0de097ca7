/** How long to wait before a request is repeated: what the server asks for, and a random part that grows. */
import { parseHttpDate } from "./http-date.ts";

const BASE_MS = 500;

/**
 * Full jitter: a random part of a bound that doubles with each fruitless attempt (the first is 1), up to `capMs`. Many
 * clients that failed at once do not come back at once.
 */
export const jitterMs = (attempt: number, random: () => number, capMs: number): number =>
  random() * Math.min(capMs, BASE_MS * 2 ** (attempt - 1));

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
