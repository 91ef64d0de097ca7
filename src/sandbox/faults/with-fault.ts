import type { Clock } from "../../time/clock.ts";
import type { Reply, SandboxResponse } from "../exchange.ts";
import { Refusal } from "../refusal.ts";
import type { Fault } from "./fault.ts";

/** Thrown while a reply's body is read: the far side is gone in the middle of it. */
class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** Carries out `go` with a fault's latency and status around it. */
export async function withFault(fault: Fault, clock: Clock, go: () => Promise<Reply>): Promise<Reply> {
  if (fault.latencyMs !== undefined) await clock.sleep(fault.latencyMs);
  const replaces = fault.status !== undefined || fault.html !== undefined;
  const isLost = fault.reset === true && fault.when !== "after";
  if (isLost) return {};
  if (replaces && fault.when !== "after") return answer(fault);
  const reply = await go();
  return replaces ? answer(fault) : reply;
}

function answer({ status = 502, retryAfter, html }: Fault): Reply {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  if (html !== undefined) {
    return { status, headers: { ...headers, "content-type": "text/html" }, body: Buffer.from(html) };
  }
  const code = status === 429 ? "RATE_LIMITED" : status >= 500 ? "SERVICE_ERROR" : "SERVICE_REJECTED";
  throw new Refusal(status, code, `injected fault: status ${status}`, [], headers);
}

/** Cuts the connection where a fault says so: before the reply, or inside its body. */
export function cutResponse(response: SandboxResponse, fault: Fault): SandboxResponse {
  if (fault.reset === true) return { ...response, isDropped: true };
  return fault.truncate === undefined
    ? response
    : { ...response, body: truncate(response.body, fault.truncate) };
}

async function* truncate(body: SandboxResponse["body"], size: number): AsyncIterable<Uint8Array> {
  let left = size;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    if (chunk.byteLength > left) {
      if (left > 0) yield chunk.subarray(0, left);
      throw new ConnectionLost("injected fault: the reply was cut");
    }
    left -= chunk.byteLength;
    yield chunk;
  }
  throw new ConnectionLost("injected fault: the reply was cut");
}
