/**
 * The only interface to the network, between the client, the download engine and the sandbox. A test connects both
 * ends in memory. Header names are lower case on both sides; bodies are raw bytes (no decoding, no redirects
 * followed).
 */
import { advice, swath, typed, type Hint } from "../hint.ts";
import { isLoopback } from "./base-url.ts";

export interface HttpRequest {
  method: string;
  /** Absolute URL; its path and query are sent byte for byte. */
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Milliseconds until the response's headers must have arrived. */
  headersTimeoutMs?: number;
  /** Milliseconds without a byte of the body, after which the request is aborted. */
  idleTimeoutMs?: number;
  /** True for a spending request: it is sent on its own connection, so that no lower layer can resend it. */
  fresh?: boolean;
  /**
   * For a GET whose body may be large. Over the network it is called with the head of a plain response, and returns the
   * function that takes the body. `send` then resolves after the last byte, or rejects with the error of that function.
   * Undefined = the caller reads `body`, as for every other response.
   */
  receive?: (head: ResponseHead) => Take | undefined;
}

export interface ResponseHead {
  status: number;
  headers: Record<string, string>;
}

export interface HttpResponse extends ResponseHead {
  /** May be read once. A caller that does not read it aborts the request. */
  body: AsyncIterable<Uint8Array>;
  /** True = the function of `receive` has taken all of the body. */
  isTaken?: true;
}

/**
 * Receives a view of a buffer that is reused as soon as this function returns. While its promise is pending, no more bytes
 * are passed and the connection is not read.
 */
export type Take = (bytes: Uint8Array) => void | Promise<void>;

export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** The next step when something else than the service may have answered. */
export const CHECK_CONNECTION = advice`Check the connection: ${swath`doctor`}`;

/** The next step after a web page: of a web server at a wrong base URL, or of a network that asks people to log in. */
export const CHECK_BASE_URL = advice`Open the address in a browser. If it is not the service's, set its base URL: ${swath`config set baseUrl <url>`}`;

/** The next step after a response that is not of the interface. */
export const SHOW_EXCHANGE: Hint = "Add --debug to see the response";

/** The next step after the reason "tls". */
export const TRUST_CERTIFICATES: Hint = "Name the certificate authority of your network with --ca-file";

/** The code of TLS for a port that answers without it, such as one of plain HTTP. */
export const NO_TLS = "ERR_SSL_WRONG_VERSION_NUMBER";

/** Returns the next step after the reason "tls" in a request to `url`. Certificates do not help where there is no TLS. */
export function adviseOnTls({ cause }: TransportError, url: string): Hint {
  if ((cause as { code?: unknown } | undefined)?.code !== NO_TLS) return TRUST_CERTIFICATES;
  const { hostname, host } = new URL(url);
  return isLoopback(hostname)
    ? advice`Try plain HTTP, which is allowed on this machine: ${typed("--base-url", `http://${host}`)}`
    : advice`Give the base URL with the port of https: ${typed("--base-url", `https://${hostname}`)}`;
}

export type TransportReason =
  | "dns"
  | "refused"
  | "unreachable"
  | "connect-timeout"
  | "tls"
  | "proxy"
  | "reset"
  | "timeout"
  | "aborted"
  | "protocol";

/**
 * Thrown by every `Send` when no complete response arrived. `delivered` is "no" only when not one byte of the
 * request can have left this machine for the service: the spend journal relies on this.
 */
export class TransportError extends Error {
  override readonly name = "TransportError";
  constructor(
    readonly reason: TransportReason,
    readonly delivered: "no" | "maybe",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
