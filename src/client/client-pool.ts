import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Client, type Dispatcher } from "undici";
import { type HttpRequest, type HttpResponse, TransportError } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import { onAbort } from "../time/on-abort.ts";
import { openBodyQueue, type BodyQueue } from "./body-queue.ts";
import { ConnectionStream } from "./connection-stream.ts";
import { type ConnectionSettings, makeRouteKey, openConnection, type Route } from "./open-connection.ts";
import { toAbortError, toTransportError } from "./transport-error.ts";

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
    if (signal?.aborted === true) throw toAbortError(signal.reason, host, "no");
    const lane = (fresh ? undefined : this.#getIdle(route).pop()) ?? this.#open(route, fresh);
    const onEnd = (isFree: boolean): void => {
      if (!isFree) void this.#close(lane);
      else if (!fresh) this.#getIdle(route).push(lane);
    };
    return dispatchOnce(lane.client, { host, dispatch, signal, onEnd });
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
    const client = makeClient(route.origin, connect, isFresh);
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

  #getIdle(route: Route): Lane[] {
    const key = makeRouteKey(route);
    const idle = this.#idle.get(key) ?? [];
    this.#idle.set(key, idle);
    return idle;
  }
}

type Connected = (error: unknown, connection?: Duplex) => void;

/** Returns a client of undici whose connections are opened by `open`; one for a single request closes its connection after it. */
export const makeClient = (origin: string, open: () => Promise<Duplex>, isForOne: boolean): Client =>
  new Client(origin, {
    connect: ((_peer: unknown, connected: Connected) =>
      void open().then((connection) => connected(null, connection), connected)) as never,
    maxHeaderSize: 64 * 1024,
    allowH2: false,
    pipelining: isForOne ? 0 : 1,
  });

const MAX_HEADER_COUNT = 256;

export interface ExchangeOptions {
  /** `host:port` for messages. */
  host: string;
  dispatch: Dispatcher.DispatchOptions;
  signal: AbortSignal | undefined;
  /** Called once, when the connection is free again (true) or must be closed. */
  onEnd?: (isFree: boolean) => void;
}

/**
 * Sends one request on one dispatcher, through undici's `dispatch`: no decoding, redirects or retries. `delivered` becomes "maybe" when undici
 * starts to write the request, and not earlier.
 */
export function dispatchOnce(dispatcher: Dispatcher, options: ExchangeOptions): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(options.dispatch, new ReplyHandler(options, resolve, reject));
  });
}

type Controller = Dispatcher.DispatchController;

class ReplyHandler implements Dispatcher.DispatchHandler {
  /** The result has been passed on: what undici still reports is ignored. */
  #isOver = false;
  #controller: Controller | undefined;
  #queue: BodyQueue | undefined;
  /** Announced bytes that have not arrived; Infinity where no length is announced. */
  #missing = Infinity;
  readonly #release: () => void;

  constructor(
    readonly options: ExchangeOptions,
    readonly resolve: (reply: HttpResponse) => void,
    readonly reject: (error: unknown) => void,
  ) {
    this.#release = onAbort(options.signal, () => this.#giveUp());
  }

  onRequestStart(controller: Controller): void {
    // Given up before the connection was open: nothing is written. Nothing is ever written twice.
    if (this.#isOver || this.#controller !== undefined) controller.abort(new Error("given up"));
    else this.#controller = controller;
  }

  onResponseStart(_controller: Controller, status: number, raw: NodeJS.Dict<string | string[]>): void {
    if (status < 200 || this.#isOver) return;
    const headers = flatten(raw);
    if (headers === undefined) {
      const words = `${this.options.host}: more than ${MAX_HEADER_COUNT} headers`;
      return this.#fail(new TransportError("protocol", "maybe", words));
    }
    if (headers["transfer-encoding"] === undefined)
      this.#missing = Number(headers["content-length"] ?? Infinity);
    this.#queue = openBodyQueue(() => this.#fail(new Error("not wanted")));
    this.resolve({ status, headers, body: this.#queue.body });
  }

  onResponseData(controller: Controller, bytes: Buffer): void {
    this.#missing -= bytes.length;
    // The first call after a pause may have no bytes.
    if (this.#isOver || bytes.length === 0) return;
    const taken = this.#queue!.take(bytes);
    // A parser that is paused at the last byte of a body would not report its end.
    if (taken === undefined || this.#missing <= 0) return;
    controller.pause();
    void taken.then(() => controller.resume());
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
    this.options.onEnd?.(true);
    this.#queue!.end();
  }

  onResponseError(_controller: Controller | undefined, error: Error): void {
    // A fault of the CA file, found while connecting, is not a network failure.
    const isOurs = error instanceof AppError;
    const delivered = this.#controller === undefined ? "no" : "maybe";
    const isInHead = this.#queue === undefined;
    this.#fail(isOurs ? error : toTransportError(error, this.options.host, delivered, { isInHead }));
  }

  #giveUp(): void {
    const { signal, host } = this.options;
    this.#fail(toAbortError(signal?.reason, host, this.#controller === undefined ? "no" : "maybe"));
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
    if (this.#queue === undefined) this.reject(error);
    else this.#queue.fail(error);
    this.#controller?.abort(new Error("given up"));
    this.options.onEnd?.(false);
  }
}

/** Joins repeated headers as HTTP defines it; undefined when there are too many. */
function flatten(raw: NodeJS.Dict<string | string[]>): Record<string, string> | undefined {
  const headers = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined) continue;
    count += Array.isArray(value) ? value.length : 1;
    headers[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  }
  return count > MAX_HEADER_COUNT ? undefined : headers;
}
