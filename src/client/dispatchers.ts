import type { Dispatcher } from "undici";
import { withoutInterimReplies } from "./interim-replies.ts";
import { loadAgent, loadClient } from "./load-undici.ts";
import { openConnection, peerOf, type ConnectionSettings } from "./open-connection.ts";
import type { Proxy } from "./proxy-for.ts";

/** The route of a connection: to `origin` directly, or through a proxy's tunnel. */
export interface Route {
  origin: string;
  tunnel?: Proxy | undefined;
}

export interface Dispatchers {
  /** Returns kept connections, shared by all requests on this route. */
  shared(route: Route): Promise<Dispatcher>;
  /** Returns a connection for one request only. */
  fresh(route: Route): Promise<Dispatcher>;
  /** Closes every connection, including those in use. */
  destroy(): Promise<void>;
}

export const MAX_HEADER_BYTES = 64 * 1024;

/** Returns undici's dispatchers, one per route. */
export function dispatchers(settings: () => Promise<ConnectionSettings>): Dispatchers {
  const kept = new Map<string, Promise<Dispatcher>>();
  const single = new Set<Dispatcher>();

  const optionsOf = ({ origin, tunnel }: Route, ready: ConnectionSettings) => ({
    connect: connector(async () =>
      withoutInterimReplies(await openConnection(peerOf(new URL(origin)), tunnel, ready)),
    ) as never,
    maxHeaderSize: MAX_HEADER_BYTES,
    allowH2: false,
  });

  const makeShared = async (route: Route): Promise<Dispatcher> => {
    const Agent = await loadAgent();
    return new Agent({ ...optionsOf(route, await settings()), pipelining: 1 });
  };

  return {
    shared: (route) => {
      const key = `${route.origin} ${route.tunnel?.origin ?? ""}`;
      const made = kept.get(key) ?? makeShared(route);
      kept.set(key, made);
      // An unreadable CA file is reported, and read again for the next request.
      made.catch(() => kept.delete(key));
      return made;
    },
    fresh: async (route) => {
      const Client = await loadClient();
      const client = new Client(route.origin, { ...optionsOf(route, await settings()), pipelining: 0 });
      single.add(client);
      client.once("disconnect", () => single.delete(client));
      client.once("connectionError", () => single.delete(client));
      return client;
    },
    destroy: async () => {
      const agents = await Promise.allSettled(kept.values());
      const made = agents.flatMap((agent) => (agent.status === "fulfilled" ? [agent.value] : []));
      await Promise.all([...made, ...single].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

type Connected = (error: unknown, socket?: unknown) => void;

/** Returns the adapter to undici, which asks for a socket through a callback. */
export function connector(open: () => Promise<unknown>): (peer: unknown, connected: Connected) => void {
  const answer = async (connected: Connected): Promise<void> => {
    let socket: unknown;
    try {
      socket = await open();
    } catch (error) {
      connected(error);
      return;
    }
    connected(null, socket);
  };
  return (_peer, connected) => void answer(connected);
}
