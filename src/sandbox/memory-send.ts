import { TransportError, type Send } from "../contract/send.ts";
import { interruptible } from "../time/interruptible.ts";
import type { SandboxResponse } from "./http/exchange.ts";
import type { Sandbox } from "./sandbox.ts";

const connectionReset = (cause?: unknown): TransportError =>
  new TransportError("reset", "maybe", "the sandbox ended the connection", { cause });

const aborted = (delivered: "no" | "maybe"): TransportError =>
  new TransportError("aborted", delivered, "the request was aborted");

/**
 * Sends requests to a sandbox in this process, without a socket. Requests below `baseUrl` reach it; all others are
 * refused. Errors: TransportError, as over a network (`refused` for another origin, `reset` when a fault closes the
 * connection).
 */
export function sandboxSend(sandbox: Pick<Sandbox, "handle">, baseUrl: string): Send {
  const base = baseUrl.replace(/\/+$/u, "");
  return async ({ method, url, headers, body, signal }) => {
    if (signal?.aborted === true) throw aborted("no");
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
    const response = await (signal === undefined ? answering : interruptible(answering, signal)).catch(() => {
      throw aborted("maybe");
    });
    if (response.isDropped === true) throw connectionReset();
    const sent = method === "HEAD" ? new Uint8Array() : response.body;
    return { status: response.status, headers: response.headers, body: read(sent, signal) };
  };
}

async function* read(
  body: SandboxResponse["body"],
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      if (signal?.aborted === true) throw aborted("maybe");
      if (chunk.byteLength > 0) yield chunk;
    }
  } catch (error) {
    throw error instanceof TransportError ? error : connectionReset(error);
  }
}
