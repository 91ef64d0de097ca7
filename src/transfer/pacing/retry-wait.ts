const BASE_MS = 500;
const CAP_MS = 30_000;

/** Full jitter: anything between nothing and a ceiling that doubles with each fruitless attempt (the first is 1). */
export function retryWaitMs(attempt: number, random: () => number): number {
  return Math.floor(random() * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1)));
}

/** Milliseconds that a Retry-After asks for: seconds or an HTTP date. Undefined when it says neither. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  const value = text?.trim() ?? "";
  if (/^\d{1,9}$/u.test(value)) return Number(value) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
