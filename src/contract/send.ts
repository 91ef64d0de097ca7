/**
 * The one seam to the network. The client, the download engine and the sandbox all meet here, so a test joins both
 * ends in memory. Header names are lower case on both sides; bodies are raw bytes (no decoding, no redirects followed).
 */

export interface HttpRequest {
  method: string;
  /** Absolute URL; its path and query are sent byte for byte as they stand here. */
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Milliseconds until the reply's headers must have arrived. */
  headersTimeoutMs?: number;
  /** Milliseconds without a byte of body after which the reply is given up. */
  idleTimeoutMs?: number;
  /** True for a request that spends: it is sent on a connection of its own, so that nothing below can resend it. */
  fresh?: boolean;
  /** True for a GET whose body may be large: over the network its reply has a `drain`. */
  bulk?: boolean;
}

/** The body of a reply can be read once, in one of three ways. A caller that reads none of it aborts the request. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
  /**
   * On every reply to a `bulk` request that came over the network: hands the bytes over without a copy, and resolves
   * after the last one. Rejects with a TransportError when the reply breaks off, or with what `take` threw. Once it has
   * settled, no promise of `take` is pending and `take` is not called again.
   */
  drain?: (take: Take) => Promise<void>;
}

/**
 * Takes a view of a buffer that is filled again as soon as this returns, or as soon as its promise has settled; until
 * then nothing further is handed over, and the connection is not read.
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
 * Thrown by every `Send` when no complete reply arrived. `delivered` is "no" only when it is proven that not one byte
 * of the request left this machine for the service: the spend journal relies on that.
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
