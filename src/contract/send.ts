/**
 * The only interface to the network, between the client, the download engine and the sandbox. A test connects both
 * ends in memory. Header names are lower case on both sides; bodies are raw bytes (no decoding, no redirects
 * followed).
 */

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
  /** True for a GET whose body may be large: over the network its response has a `drain`. */
  bulk?: boolean;
}

/**
 * The body of a response can be read once, in one of three ways. A caller that does not read it aborts the
 * request.
 */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
  /**
   * Present on responses to `bulk` requests over the network: passes the bytes on without a copy, and
   * resolves after the last one. Rejects with a TransportError when the connection breaks, or with the error
   * of `take`. Afterwards no promise of `take` is pending and `take` is not called again.
   */
  drain?: (take: Take) => Promise<void>;
}

/**
 * Receives a view of a buffer that is reused as soon as this function returns or its promise has settled. Until then,
 * no more bytes are passed and the connection is not read.
 */
export type Take = (bytes: Uint8Array) => void | Promise<void>;

export type Send = (request: HttpRequest) => Promise<HttpResponse>;

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
