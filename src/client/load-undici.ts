/**
 * Loads undici at the first request. Only its two files for HTTP/1 are loaded: its entry would also load fetch, caches, mocks and web sockets.
 */
import { setFlagsFromString } from "node:v8";
import type { Agent, Client } from "undici";

export async function loadAgent(): Promise<typeof Agent> {
  compileParserOnce();
  return (await import("undici/lib/dispatcher/agent.js")).default;
}

export async function loadClient(): Promise<typeof Client> {
  compileParserOnce();
  return (await import("undici/lib/dispatcher/client.js")).default;
}

/**
 * Makes V8 in Node 20 compile undici's WebAssembly parser once, not twice. The optimising compiler costs 70 ms of CPU per run with a request,
 * without a faster download. To be removed with support for Node 20.
 */
function compileParserOnce(): void {
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--liftoff-only");
}
