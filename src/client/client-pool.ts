import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Client, type Dispatcher } from "undici";
import { TransportError, type HttpRequest, type HttpResponse } from "../contract/send.ts";
import { ConnectionStream } from "./connection-stream.ts";
import { abortError, exchange } from "./exchange.ts";
import { makeRouteKey, openConnection, type ConnectionSettings, type Route } from "./open-connection.ts";

/** The settings of all connections of a pool. */
export type PoolSettings = Omit<ConnectionSettings, "signal">;

export interface PooledRequest extends Pick<HttpRequest, "signal" | "fresh"> {
  route: Route;
  /** `host:port` for messages. */
  host: string;
  dispatch: Dispatcher.DispatchOptions;
}

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
    // A close behind a response, or bytes that belong to no request, must end its connection before the next request is written.
    await nextTurn();
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
    const connect = async (): Promise<Duplex> => {
      const settings = { ...(await this.settings()), signal: ending.signal };
      return new ConnectionStream(await openConnection(route, settings));
    };
    const client = clientOver(route.origin, connect, isFresh);
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
    const key = makeRouteKey(route);
    const idle = this.#idle.get(key) ?? [];
    this.#idle.set(key, idle);
    return idle;
  }
}

type Connected = (error: unknown, connection?: Duplex) => void;

/** Returns a client of undici whose connections are opened by `open`; one for a single request closes its connection after it. */
export const clientOver = (origin: string, open: () => Promise<Duplex>, isForOne: boolean): Client =>
  new Client(origin, {
    connect: ((_peer: unknown, connected: Connected) =>
      void open().then((connection) => connected(null, connection), connected)) as never,
    maxHeaderSize: 64 * 1024,
    allowH2: false,
    pipelining: isForOne ? 0 : 1,
  });
