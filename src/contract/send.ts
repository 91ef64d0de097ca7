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
  /** True for a GET whose body may be large and goes to a file: its reply may then come with a `drain`. */
  bulk?: boolean;
  /** True for a `bulk` request that a thread of its own may make: its reply may then come with a `pour`. */
  threaded?: boolean;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
  /**
   * Only on replies to `bulk` requests, and in place of `body`: hands the bytes over without a copy, and resolves behind
   * the last one. Rejects with a TransportError when the reply breaks off, or with what `take` threw.
   */
  drain?: (take: Take) => Promise<void>;
  /**
   * Only on replies to `threaded` requests, and in place of `body`: another thread writes the bytes, exactly as many as
   * Content-Length says. Rejects as `drain` does, or with the system error of a write. Once it has settled, nothing is
   * written any more, so a descriptor must not be closed before.
   */
  pour?: (sink: Sink) => Promise<void>;
}

/** Where another thread writes to. */
export interface Sink {
  /** An open file. */
  fd: number;
  /** Where in it the first byte goes. */
  position: number;
  /** Bytes have been written; `position` is behind the last of them. What it throws ends the reply. */
  onWritten: (position: number) => void;
}

/**
 * Takes a view of a buffer that is filled anew as soon as this returns, or as soon as the promise settles; until then
 * nothing further is handed over.
 */
export type Take = (bytes: Uint8Array) => Promise<void> | undefined;

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
