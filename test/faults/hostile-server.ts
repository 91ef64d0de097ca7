/**
 * A server that does to every request exactly what a row of the matrix says, down to the byte: it hands out the raw
 * socket. What arrived is kept, so that a row can count requests and look for what should not be in them.
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
  /** The URL of the server that was asked. */
  origin: string;
}

/** `count` says how many requests of this method and path (without its query) there were, this one included. */
export type Misbehave = (socket: Socket, asked: Asked, count: number) => void;

export interface HostileServer extends AsyncDisposable {
  url: string;
  port: number;
  asked: Asked[];
  /** When the first connection came, by `performance.now()`. */
  readonly firstMs: number | undefined;
  /** Resolves when all that clients sent before they ended has been read: it may arrive behind the news of their end. */
  settled(): Promise<void>;
}

export interface HostileOptions {
  tls?: TlsOptions;
  /** Takes the connection before a byte is read; true = it is dealt with. */
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
      // Connections are accepted in their order: once this one is, all are that came before it.
      const last = connect(port, "127.0.0.1").on("error", () => {});
      const ownPort = await new Promise<number | undefined>((resolve) => {
        // One that fails has been accepted, and reset.
        last.once("connect", () => resolve(last.localPort)).once("error", () => resolve(undefined));
      });
      if (ownPort !== undefined) while (!accepted.has(ownPort)) await once(server, "connection");
      const others = [...sockets].filter(({ remotePort }) => remotePort !== ownPort);
      // Bytes that nobody reads would keep a socket open. One that the client reset closes too: `once` would reject with its error.
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

/** The first request in the bytes once it is there whole. */
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
