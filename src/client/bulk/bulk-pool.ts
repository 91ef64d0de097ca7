import { TransportError, type HttpRequest, type HttpResponse, type Take } from "../../contract/send.ts";
import { onAbort } from "../../time/on-abort.ts";
import { toBody } from "../body-queue.ts";
import { makeRouteKey, openConnection, type ConnectionSettings, type Route } from "../open-connection.ts";
import { toAbortError } from "../transport-error.ts";
import { DataConnection, MIN_BUFFER_BYTES, ReadBuffers, type ReplyLimits } from "./data-connection.ts";

/** A request; `target` and `headers` are in their sent form. */
export interface BulkRequest extends ReplyLimits {
  route: Route;
  target: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal | undefined;
  receive: NonNullable<HttpRequest["receive"]>;
}

/** A larger buffer is not faster. */
const MAX_BUFFER_BYTES = 1024 * 1024;
/** Total of all buffers, as far as their minimum size allows. */
const ALL_BUFFERS_BYTES = 32 * MAX_BUFFER_BYTES;

/** Makes GETs with large bodies, on its own kept connections. One pool per program. */
export class BulkPool {
  readonly #idle = new Map<string, DataConnection[]>();
  readonly #open = new Set<DataConnection>();
  /** TLS sessions, which save the next connection to the origin most of its handshake. */
  readonly #sessions = new Map<string, Buffer>();
  readonly #buffers = new ReadBuffers();
  readonly #settings: ConnectionSettings;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  async send(request: BulkRequest): Promise<HttpResponse> {
    const { host, signal } = request;
    const text = requestText(request);
    const isAborted = (): boolean => signal?.aborted === true;
    for (;;) {
      if (isAborted()) throw toAbortError(signal?.reason, host, "no");
      const kept = this.#takeIdle(request.route);
      const connection = kept ?? (await this.#connect(request.route, signal));
      const release = onAbort(signal, () => connection.destroy(toAbortError(signal?.reason, host, "maybe")));
      connection.onEnd = release;
      try {
        const head = await connection.request(text, request);
        if (head === "odd") {
          // undici is not loaded before it is needed: a thread that fetches files seldom does.
          const { parseOddReply: oddReply } = await import("./odd-reply.ts");
          return await oddReply(connection, request, signal).finally(release);
        }
        const { status, headers, isTaken } = head;
        if (isTaken === true) return { status, headers, isTaken, body: NOTHING };
        const drain = (take: Take): Promise<void> => connection.drain(take);
        return { status, headers, body: toBody(drain, () => connection.close()) };
      } catch (error) {
        release();
        // The server had closed the kept connection before it received the request.
        const isStale = kept !== undefined && !connection.hasAnswered && !isAborted();
        if (isStale && error instanceof TransportError && error.reason === "reset") continue;
        throw error;
      }
    }
  }

  destroy(): void {
    const error = new TransportError("aborted", "maybe", "the program is ending");
    for (const connection of this.#open) connection.destroy(error);
  }

  #takeIdle(route: Route): DataConnection | undefined {
    const kept = this.#idle.get(makeRouteKey(route)) ?? [];
    for (;;) {
      const connection = kept.pop();
      if (connection === undefined || connection.isIdle) return connection;
    }
  }

  async #connect(route: Route, signal: AbortSignal | undefined): Promise<DataConnection> {
    const key = makeRouteKey(route);
    const share = ALL_BUFFERS_BYTES / (this.#open.size + 1);
    const size = Math.max(MIN_BUFFER_BYTES, Math.min(MAX_BUFFER_BYTES, share));
    const connection = new DataConnection(this.#settings.clock, this.#buffers, Math.floor(size));
    const ends = [this.#settings.signal, ...(signal === undefined ? [] : [signal])];
    const settings = { ...this.#settings, signal: AbortSignal.any(ends) };
    const reading = {
      onread: connection.onread,
      session: this.#sessions.get(key),
      onSession: (session: Buffer) => void this.#sessions.set(key, session),
    };
    const socket = await openConnection(route, settings, reading);
    connection.use(socket, route.tunnel === undefined);
    this.#open.add(connection);
    socket.once("close", () => this.#open.delete(connection));
    connection.onIdle = () => {
      const kept = this.#idle.get(key);
      if (kept === undefined) this.#idle.set(key, [connection]);
      else kept.push(connection);
    };
    return connection;
  }
}

/** The rest of a body that was taken. */
const NOTHING: AsyncIterable<never> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

function requestText({ target, host, headers }: BulkRequest): string {
  const lines = [`GET ${target} HTTP/1.1`];
  for (const [name, value] of Object.entries({ host, connection: "keep-alive", ...headers })) {
    // The value may be a secret, so it is not shown.
    if (!/^[\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new TransportError("protocol", "no", `${host}: a header that cannot be sent (${name})`);
    }
    lines.push(`${name}: ${value}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}
