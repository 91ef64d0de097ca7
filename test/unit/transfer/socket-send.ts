import http from "node:http";
import { TransportError, type Send, type TransportReason } from "../../../src/contract/send.ts";

/** The smallest real `Send`: one real connection per request, raw bytes, no redirects followed. */
export const socketSend: Send = (request) =>
  new Promise((resolve, reject) => {
    const { hostname, port, origin } = new URL(request.url);
    const outgoing = http.request({
      agent: false,
      hostname,
      port,
      method: request.method,
      path: request.url.slice(origin.length) || "/",
      headers: request.headers,
      signal: request.signal,
    });
    const late = () => outgoing.destroy(new TransportError("timeout", "maybe", "no headers in time"));
    outgoing.setTimeout(request.headersTimeoutMs ?? 0, late);
    outgoing.on("error", (error) => reject(transportError(error)));
    outgoing.on("response", (response) => {
      outgoing.removeAllListeners("timeout");
      response.setTimeout(request.idleTimeoutMs ?? 0, () =>
        response.destroy(new TransportError("timeout", "maybe", "the body fell silent")),
      );
      const headers = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
      );
      resolve({ status: response.statusCode ?? 0, headers, body: translated(response) });
    });
    outgoing.end();
  });

async function* translated(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw transportError(error as Error);
  }
}

function transportError(error: Error): TransportError {
  if (error instanceof TransportError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const reasons: Record<string, TransportReason> = { ECONNREFUSED: "refused", ABORT_ERR: "aborted" };
  const reason = reasons[code] ?? "reset";
  return new TransportError(reason, reason === "refused" ? "no" : "maybe", error.message, { cause: error });
}
