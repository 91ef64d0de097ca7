import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex, Writable } from "node:stream";
import type { SandboxResponse } from "./http/reply.ts";
import type { Sandbox } from "./sandbox.ts";

interface ListenOptions {
  /** 0 takes a free port. */
  port: number;
  /** Path prefix of the service, such as `/v1`. */
  prefix?: string;
  /** Web pages of these origins may read responses; `*` is any. By default no page may. */
  corsOrigins?: readonly string[] | undefined;
}

export interface Listening {
  /** Base URL with the prefix, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Refuses new connections and waits for running requests; closes them when `cut` aborts. */
  close(cut?: AbortSignal): Promise<void>;
}

/** The only address on which the sandbox listens. */
const LOOPBACK = "127.0.0.1";

/** Time for the headers and for the whole request, so that a slow client cannot keep a connection open forever. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/iu;

const writeErrorBody = (code: string, message: string): Buffer =>
  Buffer.from(`${JSON.stringify({ error: { code, message, detail: [] } })}\n`);

/** Serves a sandbox over HTTP on loopback. Rejects with the system's error when the port is taken. */
export async function listen(
  sandbox: Sandbox,
  { port, prefix = "", corsOrigins = [] }: ListenOptions,
): Promise<Listening> {
  const base = prefix.replace(/\/+$/u, "");
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 5000,
    connectionsCheckingInterval: 2000,
    noDelay: true,
  });
  server.maxHeadersCount = MAX_HEADERS;
  server.on("request", (incoming, outgoing) => {
    outgoing.sendDate = false;
    // A response that fails halfway can no longer become an error response, so the connection is closed.
    const cors = isControl(incoming, base) ? undefined : makeCorsHeaders(incoming, corsOrigins);
    for (const [name, value] of Object.entries(cors ?? {})) outgoing.setHeader(name, value);
    if (cors !== undefined && isPreflight(incoming)) {
      allowRequest(incoming, outgoing);
      return;
    }
    answer(sandbox, base, incoming, outgoing, () => server.listening).catch(() => outgoing.destroy());
  });
  server.on("clientError", refuseUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://${LOOPBACK}:${bound}${base}`, port: bound, close: (cut) => closeServer(server, cut) };
}

/** Reports whether a request is for the control plane, which refuses web pages. */
const isControl = ({ url = "/" }: IncomingMessage, base: string): boolean =>
  url.slice(base.length).startsWith("/_sandbox");

/**
 * Returns headers that allow a page of the request's origin to read the response; undefined when it may not.
 */
function makeCorsHeaders(
  { headers: { origin } }: IncomingMessage,
  allowed: readonly string[],
): Record<string, string> | undefined {
  if (origin === undefined) return undefined;
  const isAny = allowed.includes("*");
  if (!isAny && !allowed.includes(origin)) return undefined;
  return {
    "access-control-allow-origin": isAny ? "*" : origin,
    "access-control-expose-headers": "*",
    vary: "Origin",
  };
}

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

/** Answers the preflight request of a browser, sent before a request with a key or a JSON body. */
function allowRequest({ headers }: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(204, {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH",
    "access-control-allow-headers":
      headers["access-control-request-headers"] ?? "content-type, authorization",
    "access-control-max-age": "600",
    // Browsers require this header before a page of another network may reach this machine.
    ...(headers["access-control-request-private-network"] === "true" && {
      "access-control-allow-private-network": "true",
    }),
  });
  outgoing.end();
}

async function answer(
  sandbox: Sandbox,
  base: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isListening: () => boolean,
): Promise<void> {
  const host = incoming.headers.host ?? "";
  const target = incoming.url ?? "/";
  if (!LOOPBACK_HOST.test(host)) {
    return refuse(outgoing, 421, "SERVICE_REJECTED", "the Host header is not a loopback address");
  }
  if (base !== "" && !target.startsWith(`${base}/`)) {
    return refuse(outgoing, 404, "NOT_FOUND", `this sandbox is served below ${base}/`);
  }
  const response = await sandbox.handle({
    method: incoming.method ?? "GET",
    path: target.slice(base.length),
    headers: readHeaders(incoming),
    // Leaving the loop early must not destroy the socket that carries the refusal.
    body: incoming.iterator({ destroyOnReturn: false }),
    baseUrl: `http://${host}${base}`,
  });
  if (response.isDropped === true) {
    incoming.socket.resetAndDestroy();
    return undefined;
  }
  // The rest of a refused body is read and dropped, so that the client receives the response.
  incoming.resume();
  // A connection that is kept alive would delay the close of the server.
  if (!isListening()) response.headers["connection"] = "close";
  return send(response, incoming, outgoing);
}

/** Returns one text per header, as the sandbox expects; repeated headers are joined as by a proxy. */
function readHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

async function send(
  { status, headers, body }: SandboxResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(status, headers);
  if (incoming.method === "HEAD") outgoing.end();
  else if (body instanceof Uint8Array) outgoing.end(body);
  // Waits for `drain`, and closes the connection when the body fails halfway.
  else await writeSlices(body, outgoing);
}

function refuse(outgoing: ServerResponse, status: number, code: string, message: string): void {
  outgoing.writeHead(status, { "content-type": "application/json", connection: "close" });
  outgoing.end(writeErrorBody(code, message));
}

const UNREADABLE: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "the request did not arrive in time"],
};

/** Number of further unreadable chunks from each refused connection. */
const refused = new WeakMap<Duplex, number>();
const MAX_PIECES = 64;
const LINGER_MS = 2000;

/** Answers bytes that are not an HTTP request with an error body, and closes the connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  const pieces = refused.get(socket) ?? 0;
  // Further bytes are read and dropped for a while: closing a socket with unread bytes resets it, and the
  // client loses the response.
  if (refused.has(socket) && error.code?.startsWith("HPE_") === true && pieces < MAX_PIECES) {
    refused.set(socket, pieces + 1);
    return;
  }
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = UNREADABLE[error.code ?? ""] ?? [
    "400 Bad Request",
    "this is not an HTTP request",
  ];
  const body = writeErrorBody("SERVICE_REJECTED", message);
  refused.set(socket, 0);
  socket.setTimeout(LINGER_MS, () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.byteLength}\r\nconnection: close\r\n\r\n${body.toString()}`,
  );
}

async function closeServer(server: Server, cut: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => server.closeAllConnections();
    cut?.addEventListener("abort", end, { once: true });
    server.close(() => {
      cut?.removeEventListener("abort", end);
      resolve();
    });
    server.closeIdleConnections();
    if (cut?.aborted === true) end();
  });
}

/** Slices of a body; a generator may reuse a buffer that is passed to `next`. */
type Slices = AsyncIterator<Uint8Array, void, Uint8Array | undefined>;

/**
 * Writes a body with backpressure and ends the stream. Returns each sent slice to the body's generator for reuse: at
 * gigabytes per second, allocating a slice costs as much as filling it. Stops when the stream is destroyed. Throws
 * errors of the body.
 */
export async function writeSlices(body: AsyncIterable<Uint8Array>, outgoing: Writable): Promise<void> {
  const slices: Slices = body[Symbol.asyncIterator]();
  const written: Uint8Array[] = [];
  const gone = new Promise<void>((resolve) => {
    outgoing.once("close", resolve);
  });
  let lastLeft: Promise<void> = Promise.resolve();
  try {
    for (
      let step = await slices.next();
      step.done !== true && !outgoing.destroyed;
      step = await slices.next(written.pop())
    ) {
      const slice = step.value;
      let hasRoom = true;
      lastLeft = new Promise((resolve) => {
        hasRoom = outgoing.write(slice, (error) => {
          // After a failed write the socket may still hold the slice.
          if (error === null || error === undefined) written.push(slice);
          resolve();
        });
      });
      if (!hasRoom && !outgoing.destroyed) await waitForRoom(outgoing);
    }
  } catch (error) {
    // The caller closes the connection on this error, so earlier slices must have been sent.
    await Promise.race([lastLeft, gone]);
    throw error;
  } finally {
    await slices.return?.();
  }
  outgoing.end();
}

/** Resolves when the stream drains or closes. */
function waitForRoom(outgoing: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      outgoing.off("drain", go).off("close", go);
      resolve();
    };
    outgoing.once("drain", go).once("close", go);
  });
}
