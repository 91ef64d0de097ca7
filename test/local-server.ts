/** Servers on this machine that end with their test. */
import { once } from "node:events";
import { createServer as createHttp, type RequestListener, type Server as HttpServer } from "node:http";
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Listens on a free port until the test ends. Returns the port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => {});
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

export async function listenHttp(
  handler: RequestListener,
): Promise<{ url: string; port: number; server: HttpServer }> {
  const server = createHttp(handler);
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, server };
}

/** A TCP server for replies that no HTTP server sends; a closed one has the port of a refused connection. */
export async function listenTcp(onConnection: (socket: Socket) => void): Promise<number> {
  return listen(createTcp(onConnection));
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const server = createTcp();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
