import { TransportError, type HttpRequest, type TransportReason } from "../contract/send.ts";
import type { Clock } from "../time/clock.ts";
import { planRetry, readRetryAfter, SERVICE_RETRY } from "../time/retry.ts";
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
  const { clock } = options;
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await tryOnce(exchange, request);
      const plan = isFinal(outcome)
        ? undefined
        : planRetry(SERVICE_RETRY, {
            failures: attempt,
            retries: options.retries,
            askedMs:
              outcome instanceof TransportError ? undefined : readRetryAfter(outcome.headers, clock.now()),
            random: options.random,
          });
      if (plan?.kind !== "wait") {
        if (outcome instanceof TransportError) throw outcome;
        return outcome;
      }
      const cause = outcome instanceof TransportError ? outcome.reason : outcome.status;
      options.onRetry?.({ attempt: attempt + 1, delayMs: plan.waitMs, cause });
      await clock.sleep(plan.waitMs, request.signal);
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

/** Returns whether a retry would have the same outcome: a success, a refusal, or a failure that waiting does not change. */
const isFinal = (outcome: BufferedResponse | TransportError): boolean =>
  outcome instanceof TransportError
    ? FINAL_REASONS.has(outcome.reason)
    : !RETRIED_STATUSES.has(outcome.status);
