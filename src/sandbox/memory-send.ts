import { TransportError, type HttpResponse, type Send } from "../contract/send.ts";
import type { SandboxResponse } from "./http/exchange.ts";
import type { Sandbox } from "./sandbox.ts";

const connectionReset = (cause?: unknown): TransportError =>
  new TransportError("reset", "maybe", "the sandbox ended the connection", { cause });

/**
 * Sends requests to a sandbox in this process, without a socket. Requests below `baseUrl` reach it; all others are
 * refused. Errors: TransportError, as over a network (`refused` for another origin, `reset` when a fault closes the
 * connection).
 */
export function sandboxSend(sandbox: Pick<Sandbox, "handle">, baseUrl: string): Send {
  const base = baseUrl.replace(/\/+$/u, "");
  return async ({ method, url, headers, body, signal }) => {
    if (signal?.aborted === true) throw new TransportError("aborted", "no", "the request was aborted");
    if (!url.startsWith(`${base}/`)) {
      throw new TransportError("refused", "no", `only the sandbox at ${base} is reachable`);
    }
    const answering = sandbox.handle({
      method,
      path: url.slice(base.length),
      headers,
      baseUrl: base,
      body: typeof body === "string" ? Buffer.from(body) : body,
    });
    const response = await unlessAborted(answering, signal);
    if (response.isDropped === true) throw connectionReset();
    return toHttpResponse(response, method, signal);
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new TransportError("aborted", "maybe", "the request was aborted"));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function toHttpResponse(
  response: SandboxResponse,
  method: string,
  signal: AbortSignal | undefined,
): HttpResponse {
  const { status, headers, body } = response;
  return { status, headers, body: method === "HEAD" ? read([], signal) : read(body, signal) };
}

async function* read(
  body: Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      if (signal?.aborted === true) throw new TransportError("aborted", "maybe", "the request was aborted");
      if (chunk.byteLength > 0) yield chunk;
    }
  } catch (error) {
    throw error instanceof TransportError ? error : connectionReset(error);
  }
}
