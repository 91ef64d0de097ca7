import type { Duplex } from "node:stream";
import { TransportError, type HttpRequest, type HttpResponse } from "../../contract/send.ts";
import { onAbort } from "../../time/on-abort.ts";
import { connector, MAX_HEADER_BYTES } from "../dispatchers.ts";
import { abortError, exchange } from "../exchange.ts";
import { guardPausedParser } from "../guard-paused-parser.ts";
import { loadClient } from "../load-undici.ts";
import { openBulkConnection, peerOf, type ConnectionSettings } from "../open-connection.ts";
import type { WireUrl } from "../wire-url.ts";
import { drainedBody } from "./drained-body.ts";
import { DataConnection } from "./data-connection.ts";
import type { Limits } from "./data-exchange.ts";
import type { PlainHead } from "./plain-head.ts";
import { replayedSocket } from "./replayed-socket.ts";

/** A server may close what it has not heard of for five seconds; asked just then, it would be asked twice. */
const IDLE_MS = 4000;

type BulkLimits = Pick<Limits, "headersTimeoutMs" | "idleTimeoutMs">;

/**
 * GETs whose bodies go to files, on kept connections of their own that read into large buffers. One pool a program.
 */
export class BulkPool {
  readonly #idle = new Map<string, DataConnection[]>();
  readonly #open = new Set<DataConnection>();
  readonly #sessions = new Map<string, Buffer>();
  readonly #settings: ConnectionSettings;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  /** As `Send`. `url` is the one of the request. */
  async send(request: HttpRequest, url: WireUrl, limits: BulkLimits): Promise<HttpResponse> {
    const { host, origin } = url.base;
    const text = requestText(request, url);
    for (;;) {
      if (isAborted(request)) throw abortError(request.signal?.reason, host, "no");
      const kept = this.takeIdle(origin);
      const connection = kept ?? (await this.#connect(url, request.signal));
      const release = onAbort(request.signal, () =>
        connection.destroy(abortError(request.signal?.reason, host, "maybe")),
      );
      try {
        const head = await connection.ask(text, { host, ...limits });
        if (head === "odd") return await parsed(connection, request, url, limits).finally(release);
        return plainReply(head, connection, release);
      } catch (error) {
        release();
        // The far side had closed what we kept, and has not seen the request.
        const isStale = kept !== undefined && !connection.isAnswered && !isAborted(request);
        if (isStale && error instanceof TransportError && error.reason === "reset") continue;
        throw error;
      }
    }
  }

  destroy(): void {
    const error = new TransportError("aborted", "maybe", "the program is ending");
    for (const connection of this.#open) connection.destroy(error);
  }

  takeIdle(origin: string): DataConnection | undefined {
    const kept = this.#idle.get(origin) ?? [];
    const notBefore = this.#settings.clock.now() - IDLE_MS;
    for (;;) {
      const connection = kept.pop();
      if (connection === undefined || (connection.isIdle && connection.idleSinceMs >= notBefore)) {
        return connection;
      }
      connection.close();
    }
  }

  async #connect({ base }: WireUrl, signal: AbortSignal | undefined): Promise<DataConnection> {
    const { origin } = base;
    const connection = new DataConnection(this.#settings.clock);
    const opening = new AbortController();
    const ends = [this.#settings.signal, signal].map((end) => {
      if (end?.aborted === true) opening.abort(end.reason);
      return onAbort(end, () => opening.abort(end?.reason));
    });
    const reading = {
      onread: connection.onread,
      session: this.#sessions.get(origin),
      onSession: (session: Buffer) => void this.#sessions.set(origin, session),
    };
    try {
      const settings = { ...this.#settings, signal: opening.signal };
      connection.use(await openBulkConnection(peerOf(base), reading, settings));
    } finally {
      for (const release of ends) release();
    }
    this.#open.add(connection);
    connection.onOver = () => this.#open.delete(connection);
    connection.onIdle = () => {
      if (!connection.isIdle) return;
      const kept = this.#idle.get(origin);
      if (kept === undefined) this.#idle.set(origin, [connection]);
      else kept.push(connection);
    };
    return connection;
  }
}

const isAborted = ({ signal }: HttpRequest): boolean => signal?.aborted === true;

function plainReply(head: PlainHead, connection: DataConnection, release: () => void): HttpResponse {
  const { status, headers } = head;
  const drain: NonNullable<HttpResponse["drain"]> = (take) => connection.drain(take).finally(release);
  return { status, headers, drain, body: drainedBody(drain, () => connection.close()) };
}

/** The reply as undici reads it, from a connection that has it already. */
async function parsed(
  connection: DataConnection,
  request: HttpRequest,
  url: WireUrl,
  limits: BulkLimits,
): Promise<HttpResponse> {
  const Client = await loadClient();
  let socket: Duplex | undefined = guardPausedParser(replayedSocket(connection));
  const openOnce = async (): Promise<Duplex> => {
    const opened = socket;
    socket = undefined;
    if (opened?.destroyed === false) return opened;
    // undici would connect again for a request that it has not begun to write.
    throw new TransportError(
      "reset",
      "maybe",
      `${url.base.host}: the connection was closed before the reply was complete`,
    );
  };
  const client = new Client(url.base.origin, {
    connect: connector(openOnce) as never,
    maxHeaderSize: MAX_HEADER_BYTES,
    allowH2: false,
    pipelining: 0,
  });
  const reply = exchange(client, {
    host: url.base.host,
    signal: request.signal,
    dispatch: {
      origin: url.base.origin,
      path: url.path,
      method: "GET",
      headers: request.headers,
      body: null,
      headersTimeout: limits.headersTimeoutMs,
      bodyTimeout: limits.idleTimeoutMs,
    },
  });
  void client.close();
  reply.catch(() => client.destroy());
  return reply;
}

function requestText({ headers }: HttpRequest, { base, path }: WireUrl): string {
  const lines = [`GET ${path} HTTP/1.1`, `host: ${base.host}`];
  const usual = { connection: "keep-alive", "accept-encoding": "identity" };
  for (const [name, value] of Object.entries({ ...usual, ...headers })) {
    // The value may be a secret, so it is not shown.
    if (!/^[\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new TransportError("protocol", "no", `${base.host}: a header that cannot be sent (${name})`);
    }
    lines.push(`${name}: ${value}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}
