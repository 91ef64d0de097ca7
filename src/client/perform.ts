import { endpointOf, isGuarded } from "../contract/endpoints.ts";
import type { HttpRequest, Send } from "../contract/send.ts";
import { TransportError } from "../contract/send.ts";
import type { SpendGuard } from "../contract/spend.ts";
import { AppError } from "../errors.ts";
import type { Clock } from "../time/clock.ts";
import { withWholeBody, type WholeResponse } from "./buffered-body.ts";
import {
  type BuiltRequest,
  describeRequest,
  headersOf,
  type RequestDescription,
  type RequestSettings,
} from "./build-request.ts";
import type { CallOptions, ResponseInfo } from "./call.ts";
import { networkError, statusError, unrecognised } from "./failure.ts";
import { redactReply } from "./redact.ts";
import { withRetry, type Retry } from "./retry.ts";
import { withTimeout } from "./deadline.ts";

export interface PerformOptions {
  send: Send;
  settings: RequestSettings;
  /** What must never come back in an error. */
  secrets: readonly string[];
  clock: Clock;
  random: () => number;
  retries: number;
  timeoutMs: number;
  spendGuard?: SpendGuard | undefined;
  signal?: AbortSignal | undefined;
  spendSignal?: AbortSignal | undefined;
  onRequest?: ((request: RequestDescription) => void) | undefined;
  onResponse?: ((response: ResponseInfo, request: RequestDescription) => void) | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

/** How one kind of call reads its reply, and the id that a spending one must find in it. */
interface Reading<T> {
  read: (response: WholeResponse) => Promise<T>;
  idOf: (reply: T) => string | undefined;
  /** The reply of a request whose own was lost, made of the record that was found. */
  adopt: (found: unknown) => T;
}

export type Perform = <T>(built: BuiltRequest, call: CallOptions, reading: Reading<T>) => Promise<T>;

/** Sends what was built. Its effect alone decides about retries, connection and journal. */
export function performer(options: PerformOptions): Perform {
  const { clock, settings } = options;
  const once = withTimeout(withWholeBody(options.send), options.timeoutMs, clock);
  const retrying = withRetry(once, options);

  return async (built, call, { read, idOf, adopt }) => {
    const isJournalled = isGuarded(built.name, built.effect);
    const signal = call.signal ?? options.signal;
    signal?.throwIfAborted();
    // Made here, so that a bad key is found before the journal writes an intent.
    const headers = headersOf(built, settings);
    const description = describeRequest(built, settings);
    const isRepeatable =
      built.effect === "read" || (built.name !== undefined && endpointOf(built.name).repeatable === true);
    const request: HttpRequest = {
      method: built.method,
      url: built.url,
      headers,
      ...(built.text !== undefined && { body: built.text }),
      // What must not happen twice gets a connection of its own: a kept one may be dead, and nobody may resend.
      ...(!isRepeatable && { fresh: true }),
      // A first Ctrl-C must not cut off the answer that tells whether something was bought or made.
      signal: isJournalled ? options.spendSignal : signal,
    };

    const go = async () => {
      options.onRequest?.(description);
      const answered = await exchange(isRepeatable ? retrying : once, request, built);
      const response = redactReply(answered, options.secrets);
      const info = { status: response.status, headers: response.headers };
      options.onResponse?.(info, description);
      call.onResponse?.(info);
      if (response.status < 200 || response.status > 299) {
        throw statusError(response, built, options.secrets, clock.now());
      }
      const reply = await read(response);
      // Success that names nothing proves nothing; thrown with its status, which the journal then keeps.
      if (isJournalled && !idOf(reply)) throw unrecognised("something without an id", response, built);
      return reply;
    };
    if (!isJournalled) return go();

    if (options.spendGuard === undefined) {
      if (built.effect !== "spend") return go();
      throw new Error("a spending request needs the spend journal");
    }
    if (built.name === undefined) {
      throw new AppError(
        "usage",
        "USAGE",
        `${built.method} ${built.path} is no endpoint that can be guarded as spending`,
      );
    }
    const { name: kind, method, path, body } = built;
    const effect = built.effect === "spend" ? "spend" : "write";
    const intent = { kind, origin: settings.base.origin, method, path, body, effect } as const;
    return options.spendGuard({ ...intent, ...(call.facts && { facts: call.facts }) }, go, idOf, adopt);
  };
}

async function exchange(
  send: (request: HttpRequest) => Promise<WholeResponse>,
  request: HttpRequest,
  built: BuiltRequest,
): Promise<WholeResponse> {
  try {
    return await send(request);
  } catch (error) {
    // Who interrupted knows why; what was sent is of interest only where it may cost money.
    if (request.signal?.aborted === true && !isGuarded(built.name, built.effect)) throw request.signal.reason;
    if (error instanceof TransportError) throw networkError(error, built);
    throw error;
  }
}
