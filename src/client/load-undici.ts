/**
 * Loads undici at the first request. Only its two files for HTTP/1 are loaded: its entry would also load fetch, caches, mocks and web sockets.
 */
import type { Agent, Client } from "undici";

export async function loadAgent(): Promise<typeof Agent> {
  return (await import("undici/lib/dispatcher/agent.js")).default;
}

export async function loadClient(): Promise<typeof Client> {
  return (await import("undici/lib/dispatcher/client.js")).default;
}
