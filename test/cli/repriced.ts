/** A service whose reviews have other prices. */
import { Readable } from "node:stream";
import type { Send } from "../../src/contract/send.ts";

/** The price in a review, and the position of its item in that review. */
export type CostOf = (cost: unknown, index: number) => unknown;

export function repriced(send: Send, costOf: CostOf): Send {
  return async (request) => {
    const reply = await send(request);
    if (!request.url.endsWith("/orders/review")) return reply;
    let text = "";
    for await (const chunk of reply.body) text += Buffer.from(chunk).toString();
    const { "content-length": _length, ...headers } = reply.headers;
    let index = 0;
    const review = JSON.parse(text, (key, value: unknown) =>
      key === "cost" ? costOf(value, index++) : value,
    ) as unknown;
    return { ...reply, headers, body: Readable.from([Buffer.from(JSON.stringify(review))]) };
  };
}
