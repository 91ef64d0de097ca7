import { Client, type Dispatcher } from "undici";
import { TransportError, type HttpRequest, type HttpResponse } from "../contract/send.ts";
import { ConnectionStream } from "./connection-stream.ts";
import { abortError, exchange } from "./exchange.ts";
import { openConnection, peerOf, type ConnectionSettings } from "./open-connection.ts";
import type { Proxy } from "./proxy-for.ts";

/** The route of a connection: to `origin` directly, or through a proxy's tunnel. */
export interface Route {
  origin: string;
  tunnel?: Proxy | undefined;
}

/** The settings of all connections of a pool. */
export type PoolSettings = Omit<ConnectionSettings, "signal">;

export interface PooledRequest extends Pick<HttpRequest, "signal" | "fresh"> {
  route: Route;
  /** `host:port` for messages. */
  host: string;
  dispatch: Dispatcher.DispatchOptions;
}

export const MAX_HEADER_BYTES = 64 * 1024;

/** A client of undici with one connection, which it opens for its first request, and again where the kept one was closed. */
interface Lane {
  readonly client: Client;
  /** Ends a connection that is being opened. */
  readonly ending: AbortController;
}

/** Sends requests on kept connections, one request at a time on each. One pool per program. */
export class ClientPool {
  readonly #lanes = new Set<Lane>();
  readonly #idle = new Map<string, Lane[]>();

  constructor(readonly settings: () => Promise<PoolSettings>) {}

  async send(request: PooledRequest): Promise<HttpResponse> {
    const { route, host, dispatch, fresh = false, signal } = request;
    if (signal?.aborted === true) throw abortError(signal.reason, host, "no");
    const lane = (fresh ? undefined : this.#idleOf(route).pop()) ?? this.#open(route, fresh);
    const onEnd = (isFree: boolean): void => {
      if (!isFree) void this.#close(lane);
      else if (!fresh) this.#idleOf(route).push(lane);
    };
    return exchange(lane.client, { host, dispatch, signal, onEnd });
  }

  /** Closes every connection, including those in use and those being opened. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#lanes].map((lane) => this.#close(lane)));
  }

  #open(route: Route, isFresh: boolean): Lane {
    const ending = new AbortController();
    const connect = async (): Promise<ConnectionStream> => {
      const settings = { ...(await this.settings()), signal: ending.signal };
      return new ConnectionStream(
        await openConnection(peerOf(new URL(route.origin)), route.tunnel, settings),
      );
    };
    const client = new Client(route.origin, {
      connect: connector(connect) as never,
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
      // A connection for one request only is closed after it.
      pipelining: isFresh ? 0 : 1,
    });
    const lane: Lane = { client, ending };
    this.#lanes.add(lane);
    // A connection for one request only, and its client, are over when it is closed.
    if (isFresh) client.once("disconnect", () => void this.#close(lane));
    return lane;
  }

  async #close(lane: Lane): Promise<void> {
    this.#lanes.delete(lane);
    const closed = Object.assign(new Error("the program is ending"), { code: "UND_ERR_ABORTED" });
    lane.ending.abort(new TransportError("aborted", "no", closed.message));
    await lane.client.destroy(closed);
  }

  #idleOf(route: Route): Lane[] {
    const key = keyOf(route);
    const idle = this.#idle.get(key) ?? [];
    this.#idle.set(key, idle);
    return idle;
  }
}

const keyOf = ({ origin, tunnel }: Route): string => `${origin} ${tunnel?.origin ?? ""}`;

type Connected = (error: unknown, socket?: unknown) => void;

/** Returns the adapter to undici, which asks for a connection through a callback. */
export function connector(open: () => Promise<unknown>): (peer: unknown, connected: Connected) => void {
  const answer = async (connected: Connected): Promise<void> => {
    let connection: unknown;
    try {
      connection = await open();
    } catch (error) {
      connected(error);
      return;
    }
    connected(null, connection);
  };
  return (_peer, connected) => void answer(connected);
}
