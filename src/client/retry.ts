import { TransportError, type HttpRequest, type TransportReason } from "../contract/send.ts";
import type { Clock } from "../time/clock.ts";
import { API_MAX_RETRY_AFTER_MS, apiBackoffMs, retryAfterMs } from "../time/retry-timing.ts";
import type { Exchange, BufferedResponse } from "./buffered-body.ts";

export interface Retry {
  /** Number of the next attempt, from 2 on. */
  attempt: number;
  delayMs: number;
  /** The status, or the reason for a missing response. */
  cause: number | TransportReason;
}

export interface RetryOptions {
  /** Attempts after the first one. */
  retries: number;
  clock: Clock;
  /** A number in [0, 1). */
  random: () => number;
  onRetry?: (retry: Retry) => void;
}

const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
/** Waiting does not help against an invalid certificate or Ctrl-C. */
const FINAL_REASONS = new Set<TransportReason>(["tls", "aborted"]);

/** Retries an exchange that changes nothing at the service; never use it for a request that may cost money. */
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
      options.onRetry?.({ attempt: attempt + 1, delayMs, cause });
      await options.clock.sleep(delayMs, request.signal);
    }
  };
}

async function tryOnce(exchange: Exchange, request: HttpRequest): Promise<BufferedResponse | TransportError> {
  try {
    return await exchange(request);
  } catch (error) {
    if (error instanceof TransportError) return error;
    throw error;
  }
}

/** Returns undefined when another attempt is pointless or would have to wait too long. */
function delayAfter(
  outcome: BufferedResponse | TransportError,
  attempt: number,
  { clock, random }: RetryOptions,
): number | undefined {
  const jitterMs = apiBackoffMs(attempt, random);
  if (outcome instanceof TransportError) return FINAL_REASONS.has(outcome.reason) ? undefined : jitterMs;
  if (!RETRIED_STATUSES.has(outcome.status)) return undefined;
  const askedMs = retryAfterMs(outcome.headers, clock.now());
  if (askedMs === undefined) return jitterMs;
  // Not before the requested time, and with jitter after it.
  return askedMs > API_MAX_RETRY_AFTER_MS ? undefined : askedMs + Math.min(jitterMs, 1000);
}
