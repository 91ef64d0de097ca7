import { text } from "node:stream/consumers";
import { afterEach, expect } from "vitest";
import {
  makeUndiciSend,
  type ClosableSend,
  type UndiciSendOptions,
} from "../../../src/client/undici-send.ts";
import {
  TransportError,
  type HttpRequest,
  type HttpResponse,
  type Send,
  type Take,
} from "../../../src/contract/send.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { KEY } from "./doubles.ts";

const opened: ClosableSend[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((send) => send.close()));
});

/** The real network, closed when the test ends. */
export function makeSend(options: Partial<UndiciSendOptions> = {}): ClosableSend {
  const send = makeUndiciSend({ clock: systemClock, ...options });
  opened.push(send);
  return send;
}

export const textOf = ({ body }: HttpResponse): Promise<string> => text(body);

export async function failure(work: Promise<unknown>): Promise<TransportError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

/** Sends a bulk request. Its body is passed to `take`, also where the response is not a plain one. */
export async function received(send: Send, request: HttpRequest, take: Take): Promise<HttpResponse> {
  const reply = await send({ ...request, receive: () => take });
  if (reply.isTaken !== true) for await (const bytes of reply.body) await take(bytes);
  return reply;
}

/** A bulk request whose caller reads `body`. */
export const unread = { receive: () => undefined };

export const get = (url: string) => ({ method: "GET", url, headers: { authorization: `ApiKey ${KEY}` } });
