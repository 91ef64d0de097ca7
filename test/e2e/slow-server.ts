/** A server that accepts a request and answers only when a test releases it. */
import type { ServerResponse } from "node:http";
import { listenHttp } from "../local-server.ts";

export interface SlowServer {
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
  const { url } = await listenHttp((request, response) => {
    request.resume().once("end", () => {
      // The optional review of an order is not offered.
      if (request.url?.endsWith("/orders/review") === true) return void response.writeHead(404).end();
      count += 1;
      waiting.push(response);
      arrived();
    });
  });
  return {
    url,
    asked,
    get count() {
      return count;
    },
    answer: (status, body) => {
      waiting.shift()?.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    },
  };
}
