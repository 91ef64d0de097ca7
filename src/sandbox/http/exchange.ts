/** Requests and responses of the sandbox: plain data, identical over a socket and in memory. */

export interface SandboxRequest {
  method: string;
  /** Path and query as sent, without origin and without the service's path prefix. */
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Origin and prefix under which the caller reaches the service; links in responses are built on it. */
  baseUrl?: string;
}

export interface SandboxResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Set by an injected fault: the connection is closed before the first byte of this response. */
  isDropped?: true;
}

/** The response of a handler: JSON, or its own bytes. */
export interface Reply {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: Uint8Array | AsyncIterable<Uint8Array>;
}
