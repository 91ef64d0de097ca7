import { getEndpoint, isGuarded, explainUnproven } from "../contract/endpoints.ts";
import type { SpendIntent } from "../contract/spend.ts";
import type { HttpRequest, Send } from "../contract/send.ts";
import { TransportError } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import {
  type BufferedResponse,
  type Exchange,
  withRedirects,
  type Hop,
  type RetryOptions,
  withBufferedBody,
  withRetry,
  withTimeout,
} from "./exchange.ts";
import {
  type BuiltRequest,
  type CallOptions,
  describeRequest,
  addCredential,
  toIntent,
  type RequestDescription,
  type RequestSettings,
  type ResponseInfo,
} from "./build-request.ts";
import {
  isPathUnknown,
  toNetworkError,
  readRefusedFields,
  toStatusError,
  toUnrecognised,
} from "./failure.ts";
import { redactReply, type Secrets } from "./redact.ts";

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

/** A response that was read, with its JSON. */
interface Read {
  wire: unknown;
}

/** Parses the response of one kind of call, and finds the id in the response of a spending request. */
interface Reading<T> {
  read: (response: BufferedResponse, built: BuiltRequest) => Promise<T>;
  idOf: (reply: T) => string | undefined;
}

/** The request in other spellings of its path or its fields. */
export interface OtherSpellings {
  /** Returns the next one after a failure that proves that nothing was done; undefined if none is left. */
  next: (failed: Failure) => BuiltRequest | undefined;
  /** Returns whether the last one was refused for the same fields: then the first refusal says more. */
  isStillRefused: (refused: ReadonlySet<string>) => boolean;
  /** Called when the service has carried out the last one. */
  onWorked: () => void;
}

type Prepare = <T extends Read>(
  built: BuiltRequest,
  call: CallOptions,
  reading: Reading<T>,
  others?: OtherSpellings,
) => Prepared<T>;

/** A request that can be sent. */
interface Prepared<T> {
  /** Sends it once. Only requests that are free to repeat are tried again. */
  send: () => Promise<T>;
  /** The part that the journal records; undefined for a request that it does not guard. */
  intent: SpendIntent | undefined;
}

interface Failure {
  error: AppError;
  isPathUnknown: boolean;
  /** The fields that the service refused. */
  refused: ReadonlySet<string>;
}

/** A response that was read, or the error of a failed one. */
type Answer<T> = { isDone: true; value: T } | ({ isDone: false } & Failure);

/**
 * Prepares built requests. Only the effect of a request decides about retries, connection and journal. Another spelling is sent
 * once if the response proves that the service has no such path or refuses a field of this name: nothing was done then. All belong
 * to one attempt of the journal, and the outcome of the last one counts.
 */
export function makePreparer(options: PerformOptions): Prepare {
  const { clock, settings, secrets } = options;
  const once = withTimeout(withBufferedBody(options.send), options.timeoutMs, clock);
  const retrying = withRetry(once, options);

  return <T extends Read>(
    built: BuiltRequest,
    call: CallOptions,
    reading: Reading<T>,
    others?: OtherSpellings,
  ): Prepared<T> => {
    const isJournalled = isGuarded(built.name, built.effect);
    const signal = call.signal ?? options.signal;
    signal?.throwIfAborted();
    const isRepeatable =
      built.effect === "read" || (built.name !== undefined && getEndpoint(built.name).repeatable === true);
    const sending: Sending = {
      isJournalled,
      isRepeatable,
      // Created here, so that an invalid key is found before the journal records an intent.
      headers: addCredential(built, settings),
      // The first Ctrl-C must not abort the response that shows whether something was bought or created.
      signal: isJournalled ? options.spendSignal : signal,
      send: isRepeatable && call.isSentOnce !== true ? retrying : once,
    };
    const send = () =>
      withCleanErrors(async () => {
        const failures: Failure[] = [];
        for (let next: BuiltRequest | undefined = built; next !== undefined;) {
          const answer: Answer<T> = await ask(options, sending, next, call, reading);
          if (answer.isDone) {
            if (failures.length > 0) others?.onWorked();
            return answer.value;
          }
          failures.push(answer);
          // After Ctrl-C nothing new is sent.
          const isStopped = signal?.aborted === true || options.spendSignal?.aborted === true;
          next = isStopped ? undefined : others?.next(answer);
        }
        throw chooseFailure(failures, others);
      }, secrets);
    return { send, intent: isJournalled ? requireIntent(built, settings) : undefined };
  };
}

/** Returns what the journal records of a request. Throws USAGE for a request whose spending cannot be guarded. */
function requireIntent(built: BuiltRequest, settings: RequestSettings): SpendIntent {
  const intent = toIntent(built, settings);
  if (intent !== undefined) return intent;
  throw new AppError(
    "usage",
    "USAGE",
    `${built.method} ${built.path} is not an endpoint that the spend journal can guard`,
  );
}

/** How one call is sent, in each spelling of its path. */
interface Sending {
  isJournalled: boolean;
  isRepeatable: boolean;
  headers: Record<string, string>;
  signal: AbortSignal | undefined;
  send: Exchange;
}

/** Sends one request, and reads its response. */
async function ask<T extends Read>(
  options: PerformOptions,
  { isJournalled, isRepeatable, headers, signal, send }: Sending,
  built: BuiltRequest,
  call: CallOptions,
  { read, idOf }: Reading<T>,
): Promise<Answer<T>> {
  const { clock, settings, secrets } = options;
  let shown = describeRequest(built, settings);
  const request: HttpRequest = {
    method: built.method,
    url: built.url,
    headers,
    ...(built.text !== undefined && { body: built.text }),
    // A spending request gets a new connection: a kept one may be dead, and the request must not be sent again.
    ...(!isRepeatable && { fresh: true }),
    signal,
  };
  options.onRequest?.(shown);
  const landed = options.inFlight?.(shown);
  const onHop = ({ url, path, ...head }: Hop): void => {
    options.onResponse?.(head, shown);
    shown = { ...shown, url, path };
    options.onRequest?.(shown);
  };
  const isFollowing = built.method === "GET" && built.effect === "read" && built.text === undefined;
  const sent = isFollowing ? withRedirects(send, onHop) : send;
  const response = redactReply(await sendOrExplain(sent, request, built).finally(landed), secrets);
  const info = { status: response.status, headers: response.headers };
  options.onResponse?.(info, shown);
  call.onResponse?.(info);
  if (response.status < 200 || response.status > 299)
    return {
      isDone: false,
      error: toStatusError(response, built, clock.now()),
      isPathUnknown: isPathUnknown(response),
      refused: readRefusedFields(response),
    };
  const reply = await read(response, built);
  // A success without an id proves nothing; the error carries the status, which the journal keeps.
  if (isJournalled && !idOf(reply)) {
    const problem = explainUnproven(built.name, reply.wire, built.path);
    throw toUnrecognised(`something that ${problem}`, response, built, { problem });
  }
  return { isDone: true, value: reply };
}

/**
 * Returns the error of the last spelling. If the service knows neither path, the error has both; if the last spelling was refused alike,
 * the error is the first one's.
 */
function chooseFailure(failures: readonly Failure[], others: OtherSpellings | undefined): AppError {
  const [before, last] = [failures.at(-2), failures.at(-1)!];
  if (before === undefined || others === undefined) return last.error;
  if (before.isPathUnknown && last.isPathUnknown) return joinUnknown(before.error, last.error);
  return others.isStillRefused(last.refused) ? before.error : last.error;
}

/** Returns the error of two spellings that the service does not have: the one that says more. */
function joinUnknown(first: AppError, second: AppError): AppError {
  const isSecondBetter = second.code === "METHOD_NOT_ALLOWED" && first.code !== second.code;
  const [error, other] = isSecondBetter ? [second, first] : [first, second];
  const { method = "", path = "" } = other.request ?? {};
  return error.restated(
    `${error.message}; the other spelling ${method} ${path} was answered with ${other.status}`,
    // The path may be right, and the record unknown.
    error.about === undefined ? {} : { next: undefined },
  );
}

/** Removes the secrets from the error of a request, after everything that decodes its response. */
async function withCleanErrors<T>(go: () => Promise<T>, secrets: Secrets): Promise<T> {
  try {
    return await go();
  } catch (error) {
    secrets.cleanError(error);
    throw error;
  }
}

async function sendOrExplain(
  send: (request: HttpRequest) => Promise<BufferedResponse>,
  request: HttpRequest,
  built: BuiltRequest,
): Promise<BufferedResponse> {
  try {
    return await send(request);
  } catch (error) {
    // The caller knows the reason of an abort; delivery matters only for requests that may cost money.
    if (request.signal?.aborted === true && !isGuarded(built.name, built.effect)) throw request.signal.reason;
    if (error instanceof TransportError) throw toNetworkError(error, built);
    throw error;
  }
}
