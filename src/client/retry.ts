import { TransportError, type HttpRequest, type TransportReason } from "../contract/send.ts";
import type { Clock } from "../time/clock.ts";
import { API_MAX_RETRY_AFTER_MS, apiBackoffMs, retryAfterMs } from "../time/retry-timing.ts";
import type { Exchange, WholeResponse } from "./buffered-body.ts";

export interface Retry {
  /** Number of the try that follows, from 2 on. */
  attempt: number;
  delayMs: number;
  /** The status, or why no reply came. */
  cause: number | TransportReason;
  method: string;
  /** URL without its query. */
  url: string;
}

export interface RetryOptions {
  /** Tries after the first. */
  retries: number;
  clock: Clock;
  /** A number in [0, 1). */
  random: () => number;
  onRetry?: (retry: Retry) => void;
}

const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
/** A bad certificate, nonsense instead of HTTP and a person's Ctrl-C do not pass by waiting. */
const FINAL_REASONS = new Set<TransportReason>(["tls", "protocol", "aborted"]);

/** Repeats an exchange that changes nothing at the service; never to be put around one that may cost money. */
export function withRetry(exchange: Exchange, options: RetryOptions): Exchange {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await tryOnce(exchange, request);
      const delayMs = attempt > options.retries ? undefined : delayAfter(outcome, attempt, options);
      if (delayMs === undefined) {
        if (outcome instanceof TransportError) throw outcome;
        return outcome;
      }
      const cause = outcome instanceof TransportError ? outcome.reason : outcome.status;
      const url = request.url.replace(/[?#].*$/, "");
      options.onRetry?.({ attempt: attempt + 1, delayMs, cause, method: request.method, url });
      await options.clock.sleep(delayMs, request.signal);
    }
  };
}

async function tryOnce(exchange: Exchange, request: HttpRequest): Promise<WholeResponse | TransportError> {
  try {
    return await exchange(request);
  } catch (error) {
    if (error instanceof TransportError) return error;
    throw error;
  }
}

/** Undefined when another try makes no sense or would have to wait too long. */
function delayAfter(
  outcome: WholeResponse | TransportError,
  attempt: number,
  { clock, random }: RetryOptions,
): number | undefined {
  const jitterMs = apiBackoffMs(attempt, random);
  if (outcome instanceof TransportError) return FINAL_REASONS.has(outcome.reason) ? undefined : jitterMs;
  if (!RETRIED_STATUSES.has(outcome.status)) return undefined;
  const askedMs = retryAfterMs(outcome.headers, clock.now());
  if (askedMs === undefined) return jitterMs;
  // Not before the time that was asked for, and still not all at once.
  return askedMs > API_MAX_RETRY_AFTER_MS ? undefined : askedMs + Math.min(jitterMs, 1000);
}
