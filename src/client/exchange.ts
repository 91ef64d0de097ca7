import { redirectTarget } from "../contract/redirect-target.ts";
import {
  CHECK_CONNECTION,
  TransportError,
  type HttpRequest,
  type HttpResponse,
  type ResponseHead,
  type Send,
  type TransportReason,
} from "../contract/send.ts";
import { AppError } from "../errors.ts";
import type { Clock } from "../time/clock.ts";
import { startDeadline, waitUntilAbortedAfterTurn } from "../time/deadline.ts";
import { planRetry, readRetryAfter, SERVICE_RETRY } from "../time/retry.ts";

/**
 * One request and its response, wrapped in layers: the complete body, a time limit, retries, redirects, each of them a function from
 * `Exchange` to `Exchange`. `perform.ts` puts them together: a request that may cost money has no retries.
 */

/** A response with its complete body. */
export interface BufferedResponse extends Omit<HttpResponse, "body"> {
  readonly bytes: Uint8Array;
}

export type Exchange = (request: Parameters<Send>[0]) => Promise<BufferedResponse>;

/** The largest accepted response of the API; a page of search results is far smaller. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Reads the body to its end, so that a truncated response counts as a failed exchange. */
export function withBufferedBody(send: Send, maxBytes: number = MAX_REPLY_BYTES): Exchange {
  return async (request) => {
    const { status, headers, body } = await send(request);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) {
        throw new TransportError(
          "protocol",
          "maybe",
          `the response is larger than ${maxBytes / 1024 / 1024} MiB`,
        );
      }
      chunks.push(chunk);
    }
    const announced = headers["content-length"];
    if (
      announced !== undefined &&
      request.method !== "HEAD" &&
      Number(announced) !== length &&
      status !== 304
    ) {
      throw new TransportError("reset", "maybe", `the response ended after ${length} of ${announced} bytes`);
    }
    return { status, headers, bytes: Buffer.concat(chunks) };
  };
}

/** Limits the time of one exchange, including its body, even for a `Send` that ignores signals. */
export function withTimeout(exchange: Exchange, timeoutMs: number, clock: Clock): Exchange {
  return async (request) => {
    const timeUp = (): Error =>
      new TransportError("timeout", "maybe", `no complete response within ${timeoutMs / 1000} s`);
    const deadline = startDeadline(clock, timeoutMs, timeUp, request.signal);
    try {
      return await waitUntilAbortedAfterTurn(
        exchange({ ...request, signal: deadline.signal }),
        deadline.signal,
      );
    } finally {
      deadline.stop();
    }
  };
}

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

const FOLLOWED = new Set([301, 302, 303, 307, 308]);
const MAX_HOPS = 5;

/** A redirect that is followed. */
export interface Hop extends ResponseHead {
  /** The absolute URL of the next request. */
  url: string;
  /** Without query. */
  path: string;
}

/**
 * Follows the redirects of a GET on the service's own scheme, host and port: the credential goes nowhere else. Another
 * redirect is returned like any other response. `exchange` retries and limits each request on its own.
 * Errors: REDIRECT_REFUSED for a loop, or for too many redirects.
 */
export function withRedirects(exchange: Exchange, onHop: (hop: Hop) => void): Exchange {
  return async (request) => {
    const visited = new Set([request.url]);
    let response: BufferedResponse = await exchange(request);
    for (let hops = 1; FOLLOWED.has(response.status); hops += 1) {
      const target = redirectTarget(response.headers["location"], request.url);
      if (target.kind !== "own") return response;
      if (visited.has(target.url))
        throw refuseRedirect(request.url, `the redirects lead back to ${target.path}`);
      if (hops > MAX_HOPS) throw refuseRedirect(request.url, `there are more than ${MAX_HOPS} redirects`);
      visited.add(target.url);
      const { status, headers } = response;
      onHop({ status, headers, url: target.url, path: target.path });
      response = await exchange({ ...request, url: target.url });
    }
    return response;
  };
}

function refuseRedirect(url: string, why: string): AppError {
  const { pathname } = new URL(url);
  return new AppError("network", "REDIRECT_REFUSED", `GET ${pathname}: ${why}`, {
    request: { method: "GET", path: pathname },
    next: CHECK_CONNECTION,
  });
}

/** Responses of this service are much flatter; a deeper one could overflow the stack of recursive code. */
const MAX_DEPTH = 64;

export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: string };

/** Parses the bytes of a response: UTF-8, JSON, at most 64 levels deep, every number finite. */
export function parseJson(bytes: Uint8Array): JsonResult {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: "not UTF-8" };
  }
  try {
    const value = JSON.parse(text) as unknown;
    const problem = findProblem(value, 0);
    return problem === undefined ? { ok: true, value } : { ok: false, problem };
  } catch {
    return { ok: false, problem: "not JSON" };
  }
}

/** Returns the first fault: a deeper level, or an infinite number (1e999 parses as Infinity and would be written as null). */
function findProblem(value: unknown, depth: number): string | undefined {
  if (value === Infinity || value === -Infinity) return "a number that is too large";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === MAX_DEPTH) return `nested more than ${MAX_DEPTH} levels deep`;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    const problem = findProblem(member, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
