/**
 * A server that answers every request exactly as a row of the matrix requires, down to the byte: it provides the raw socket.
 * Received bytes are kept, so that a row can count requests and search them.
 */
import { once } from "node:events";
import { connect, createServer as createTcp, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTls, type TlsOptions } from "node:tls";

export interface Asked {
  method: string;
  /** With its query. */
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** The URL of the requested server. */
  origin: string;
}

/** `count` is the number of requests of this method and path (without its query), including this one. */
export type Misbehave = (socket: Socket, asked: Asked, count: number) => void;

export interface HostileServer extends AsyncDisposable {
  url: string;
  port: number;
  asked: Asked[];
  /** The time of the first connection, by `performance.now()`. */
  readonly firstMs: number | undefined;
  /** Resolves when all bytes of ended clients have been read: they may arrive after the end of the connection. */
  settled(): Promise<void>;
}

export interface HostileOptions {
  tls?: TlsOptions;
  /** Handles the connection before a byte is read; returns true if it did. */
  onConnection?: (socket: Socket) => boolean;
}

export async function hostileServer(
  misbehave: Misbehave,
  { tls, onConnection }: HostileOptions = {},
): Promise<HostileServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const counts = new Map<string, number>();
  let url = "";
  let firstMs: number | undefined;
  const accepted = new Set<number | undefined>();
  const take = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    if (onConnection?.(socket) === true) return;
    let bytes: Buffer = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let found = takeRequest(bytes); found !== undefined; found = takeRequest(bytes)) {
        bytes = found.rest;
        const request = { ...found.request, origin: url };
        const key = `${request.method} ${request.path.split("?")[0]}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        asked.push(request);
        misbehave(socket, request, counts.get(key) ?? 1);
      }
    });
  };
  const server: Server = tls === undefined ? createTcp(take) : createTls(tls, take);
  server.on("tlsClientError", () => {});
  server.prependListener("connection", ({ remotePort }: Socket) => {
    firstMs ??= performance.now();
    accepted.add(remotePort);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  url = `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  return {
    url,
    port,
    asked,
    get firstMs() {
      return firstMs;
    },
    settled: async () => {
      // Connections are accepted in order: once this one is, all earlier ones are.
      const last = connect(port, "127.0.0.1").on("error", () => {});
      const ownPort = await new Promise<number | undefined>((resolve) => {
        // A failed connection has been accepted, and reset.
        last.once("connect", () => resolve(last.localPort)).once("error", () => resolve(undefined));
      });
      if (ownPort !== undefined) while (!accepted.has(ownPort)) await once(server, "connection");
      const others = [...sockets].filter(({ remotePort }) => remotePort !== ownPort);
      // Unread bytes would keep a socket open. One that the client reset closes too: `once` would reject with its error.
      await Promise.all(
        others.map(
          (socket) => new Promise<void>((resolve) => socket.resume().once("close", () => resolve())),
        ),
      );
      last.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The first request in the bytes after it is complete. */
function takeRequest(bytes: Buffer): { request: Omit<Asked, "origin">; rest: Buffer } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  ) as Record<string, string>;
  const from = end + 4;
  const to = from + Number(headers["content-length"] ?? 0);
  if (bytes.length < to) return undefined;
  const [method = "", path = ""] = first.split(" ");
  return {
    request: { method, path, headers, body: bytes.subarray(from, to).toString("utf8") },
    rest: bytes.subarray(to),
  };
}
