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
  /** True for a request that spends: it goes on a connection of its own, so that nothing below can resend it. */
  fresh?: boolean;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}

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
 * of the request left this machine for the far side: the spend journal stands on that word.
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
