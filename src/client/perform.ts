import { endpointOf, isGuarded, unprovenBy } from "../contract/endpoints.ts";
import type { HttpRequest, Send } from "../contract/send.ts";
import { TransportError } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import { withBufferedBody, type BufferedResponse } from "./buffered-body.ts";
import {
  type BuiltRequest,
  describeRequest,
  headersOf,
  intentOf,
  type RequestDescription,
  type RequestSettings,
} from "./build-request.ts";
import type { CallOptions, ResponseInfo } from "./call.ts";
import { networkError, statusError, unrecognised } from "./failure.ts";
import { redactReply, type Secrets } from "./redact.ts";
import { withRetry, type RetryOptions } from "./retry.ts";
import { withTimeout } from "./deadline.ts";

/** How requests are sent, and the ways to follow them. */
export interface SendOptions extends RetryOptions {
  send: Send;
  /** Milliseconds for one attempt, its body included. */
  timeoutMs: number;
  /** Aborts every request that cannot cost money. */
  signal?: AbortSignal;
  /** Aborts a spending request in flight (the second Ctrl-C); its outcome is unknown then. */
  spendSignal?: AbortSignal;
  onRequest?: (request: RequestDescription) => void;
  /** Called when a request is sent; the returned function is called after its last attempt has ended. */
  inFlight?: (request: RequestDescription) => () => void;
  onResponse?: (response: ResponseInfo, request: RequestDescription) => void;
}

interface PerformOptions extends SendOptions {
  settings: RequestSettings;
  /** Removed from every response, and last from the errors that are made of one. */
  secrets: Secrets;
}

/** Parses the response of one kind of call, and finds the id in the response of a spending request. */
interface Reading<T> {
  read: (response: BufferedResponse) => Promise<T>;
  idOf: (reply: T) => string | undefined;
  /** Builds the response of a request from the record that was found, after its own response was lost. */
  adopt: (found: unknown) => T;
}

type Perform = <T>(built: BuiltRequest, call: CallOptions, reading: Reading<T>) => Promise<T>;

/** Sends a built request. Only its effect decides about retries, connection and journal. */
export function performer(options: PerformOptions): Perform {
  const { clock, settings, secrets } = options;
  const once = withTimeout(withBufferedBody(options.send), options.timeoutMs, clock);
  const retrying = withRetry(once, options);

  return async (built, call, { read, idOf, adopt }) => {
    const isJournalled = isGuarded(built.name, built.effect);
    const signal = call.signal ?? options.signal;
    signal?.throwIfAborted();
    // Created here, so that an invalid key is found before the journal records an intent.
    const headers = headersOf(built, settings);
    const description = describeRequest(built, settings);
    const isRepeatable =
      built.effect === "read" || (built.name !== undefined && endpointOf(built.name).repeatable === true);
    const request: HttpRequest = {
      method: built.method,
      url: built.url,
      headers,
      ...(built.text !== undefined && { body: built.text }),
      // A spending request gets a new connection: a kept one may be dead, and the request must not be sent again.
      ...(!isRepeatable && { fresh: true }),
      // The first Ctrl-C must not abort the response that shows whether something was bought or created.
      signal: isJournalled ? options.spendSignal : signal,
    };

    const go = async () => {
      options.onRequest?.(description);
      const landed = options.inFlight?.(description);
      const answered = await exchange(
        isRepeatable && call.isSentOnce !== true ? retrying : once,
        request,
        built,
      ).finally(landed);
      const response = redactReply(answered, secrets);
      const info = { status: response.status, headers: response.headers };
      options.onResponse?.(info, description);
      call.onResponse?.(info);
      if (response.status < 200 || response.status > 299) {
        throw statusError(response, built, clock.now());
      }
      const reply = await read(response);
      // A success without an id proves nothing; the error carries the status, which the journal keeps.
      if (isJournalled && !idOf(reply)) {
        const problem = unprovenBy(built.name, reply, built.path);
        throw unrecognised(`something that ${problem}`, response, built, { problem });
      }
      return reply;
    };
    if (!isJournalled) return cleaned(go, secrets);

    if (call.guard === undefined) {
      if (built.effect !== "spend") return cleaned(go, secrets);
      throw new Error("a spending request needs the spend journal");
    }
    const intent = intentOf(built, settings);
    if (intent === undefined) {
      throw new AppError(
        "usage",
        "USAGE",
        `${built.method} ${built.path} is not an endpoint that the spend journal can guard`,
      );
    }
    // The journal keeps the message of an error.
    return call.guard(intent, () => cleaned(go, secrets), idOf, adopt);
  };
}

/** Removes the secrets from the error of a request, after everything that decodes its response. */
async function cleaned<T>(go: () => Promise<T>, secrets: Secrets): Promise<T> {
  try {
    return await go();
  } catch (error) {
    secrets.cleanError(error);
    throw error;
  }
}

async function exchange(
  send: (request: HttpRequest) => Promise<BufferedResponse>,
  request: HttpRequest,
  built: BuiltRequest,
): Promise<BufferedResponse> {
  try {
    return await send(request);
  } catch (error) {
    // The caller knows the reason of an abort; delivery matters only for requests that may cost money.
    if (request.signal?.aborted === true && !isGuarded(built.name, built.effect)) throw request.signal.reason;
    if (error instanceof TransportError) throw networkError(error, built);
    throw error;
  }
}
