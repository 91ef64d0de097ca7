import type { Dispatcher } from "undici";
import { TransportError, type HttpResponse } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import { onAbort } from "../time/on-abort.ts";
import { bodyQueue, type BodyQueue, type Flow } from "./body-queue.ts";
import { transportError } from "./transport-error.ts";

const MAX_HEADER_COUNT = 256;

export interface ExchangeOptions {
  /** `host:port` for messages. */
  host: string;
  dispatch: Dispatcher.DispatchOptions;
  signal: AbortSignal | undefined;
  /** Blocks the connection while the reader is slow. Without it the body waits in memory, up to a limit. */
  flow?: Flow;
}

/**
 * Sends one request on one dispatcher, through undici's `dispatch`: no decoding, redirects or retries. `delivered` becomes "maybe" when undici
 * starts to write the request, and not earlier.
 */
export function exchange(dispatcher: Dispatcher, options: ExchangeOptions): Promise<HttpResponse> {
  const { host, signal } = options;
  return new Promise((resolve, reject) => {
    let control: Dispatcher.DispatchController | undefined;
    let queue: BodyQueue | undefined;

    const settleFailure = (error: TransportError | AppError): void => {
      release();
      if (queue === undefined) reject(error);
      else queue.fail(error);
    };
    const giveUp = (): void => {
      const delivered = control === undefined ? "no" : "maybe";
      settleFailure(abortError(signal?.reason, host, delivered));
      control?.abort(new Error("given up"));
    };
    const release = onAbort(signal, giveUp);
    if (signal?.aborted === true) return giveUp();

    dispatcher.dispatch(options.dispatch, {
      onRequestStart: (controller) => {
        // Aborted before the connection was open: nothing is written.
        if (signal?.aborted === true) controller.abort(new Error("given up"));
        else control = controller;
      },
      onResponseStart: (controller, status, raw) => {
        if (status < 200) return;
        const headers = flatten(raw);
        if (headers === undefined) {
          settleFailure(
            new TransportError("protocol", "maybe", `${host}: more than ${MAX_HEADER_COUNT} headers`),
          );
          return controller.abort(new Error("too many headers"));
        }
        queue = bodyQueue(() => controller.abort(new Error("not wanted")), options.flow);
        resolve({ status, headers, body: queue.body });
      },
      onResponseData: (_controller, chunk) => queue?.push(chunk),
      onResponseEnd: () => {
        release();
        queue?.end();
      },
      onResponseError: (_controller, error) => {
        const delivered = control === undefined ? "no" : "maybe";
        // A fault of the CA file, found while connecting, is not a network failure.
        settleFailure(
          error instanceof AppError
            ? error
            : transportError(error, host, delivered, { isInHead: queue === undefined }),
        );
      },
    });
  });
}

/**
 * Returns the error of an aborted exchange. A timeout has the `TransportError` to report; any other reason is
 * from a user or the program.
 */
export function abortError(reason: unknown, host: string, delivered: "no" | "maybe"): TransportError {
  const known = reason instanceof TransportError ? reason : undefined;
  const message = known?.message ?? `${host}: given up before the response was complete`;
  // The timeout's own error does not know whether anything was sent, so it must not be a cause with "maybe".
  const cause = known === undefined ? reason : known.cause;
  return new TransportError(known?.reason ?? "aborted", delivered, message, { cause });
}

/** Joins repeated headers as HTTP defines it; undefined when there are too many. */
function flatten(raw: NodeJS.Dict<string | string[]>): Record<string, string> | undefined {
  const headers = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined) continue;
    count += Array.isArray(value) ? value.length : 1;
    headers[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  }
  return count > MAX_HEADER_COUNT ? undefined : headers;
}
