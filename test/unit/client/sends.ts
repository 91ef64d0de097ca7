import { afterEach, expect } from "vitest";
import { undiciSend, type ClosableSend, type UndiciSendOptions } from "../../../src/client/undici-send.ts";
import { TransportError, type HttpResponse } from "../../../src/contract/send.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { KEY } from "./doubles.ts";

const opened: ClosableSend[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((send) => send.close()));
});

/** The real network, closed when the test ends. */
export function makeSend(options: Partial<UndiciSendOptions> = {}): ClosableSend {
  const send = undiciSend({ clock: systemClock, ...options });
  opened.push(send);
  return send;
}

export async function textOf(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export async function failure(work: Promise<unknown>): Promise<TransportError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

export const get = (url: string) => ({ method: "GET", url, headers: { authorization: `ApiKey ${KEY}` } });
