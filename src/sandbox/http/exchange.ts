/** What goes in and out of the sandbox: plain data, the same over a socket and in memory. */

export interface SandboxRequest {
  method: string;
  /** Path and query exactly as sent, without origin and without the service's path prefix. */
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Origin and prefix under which the caller reaches the service; links in replies are built on it. */
  baseUrl?: string;
}

export interface SandboxResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Set by an injected fault: the connection ends before one byte of this reply is sent. */
  isDropped?: true;
}

/** What a handler answers: JSON, or bytes of its own making. */
export interface Reply {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: Uint8Array | AsyncIterable<Uint8Array>;
}
