/** A server that accepts a request and answers only when a test releases it. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SlowServer extends AsyncDisposable {
  url: string;
  /** Resolves when the first request has arrived completely. */
  asked: Promise<void>;
  /** The number of requests. */
  readonly count: number;
  /** Answers the oldest waiting request. */
  answer(status: number, body: unknown): void;
}

export async function slowServer(): Promise<SlowServer> {
  const waiting: ServerResponse[] = [];
  let count = 0;
  let arrived = (): void => {};
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      // The optional review of an order is not offered.
      if (request.url?.endsWith("/orders/review") === true) return void response.writeHead(404).end();
      count += 1;
      waiting.push(response);
      arrived();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    get count() {
      return count;
    },
    answer: (status, body) => {
      waiting.shift()?.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
