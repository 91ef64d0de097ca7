/** A network that changes the bodies of some responses. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { HttpRequest, Send } from "../../src/contract/send.ts";

/** Changes the bytes of the responses to these requests. */
export const changingBytes =
  (network: Send, isMeant: (request: HttpRequest) => boolean, change: (body: Buffer) => Buffer): Send =>
  async (request) => {
    const reply = await network(request);
    if (!isMeant(request)) return reply;
    const body = change(await buffer(reply.body));
    const headers = { ...reply.headers, "content-length": String(body.length) };
    return { ...reply, headers, body: Readable.from([body]) };
  };

/** Changes the text of the responses to these requests. */
export const changingText = (
  network: Send,
  isMeant: (request: HttpRequest) => boolean,
  change: (body: string) => string,
): Send => changingBytes(network, isMeant, (body) => Buffer.from(change(body.toString())));

/** Changes the JSON of the responses to these requests. */
export const changingJson = (
  network: Send,
  isMeant: (request: HttpRequest) => boolean,
  // oxlint-disable-next-line typescript/no-explicit-any -- a test knows the bodies that it changes
  change: (body: any) => unknown,
): Send => changingText(network, isMeant, (text) => JSON.stringify(change(JSON.parse(text))));

/** Matches the requests whose address ends so. */
export const to =
  (end: string) =>
  ({ url }: HttpRequest): boolean =>
    url.endsWith(end);
