import { DEFAULT_DIALECT } from "../../../src/contract/dialect.ts";
import type { Effect } from "../../../src/contract/endpoint.ts";
import { ENDPOINT_NAMES, isGuarded, type EndpointName } from "../../../src/contract/endpoints.ts";
import type { PaidRequest } from "../../../src/contract/spend.ts";
import type { HttpRequest, HttpResponse, Send } from "../../../src/contract/send.ts";
import { createClient, type Client, type ClientOptions } from "../../../src/client/client.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { skippingClock } from "../../skipping-clock.ts";

export const KEY = "k-3f0c-planted-secret";
export const NOW_MS = Date.UTC(2031, 4, 12, 9, 30);

/** A clock that stands still until a test advances it. */
export function steppedClock(startMs: number = NOW_MS): Clock & { advance(ms: number): void } {
  let nowMs = startMs;
  const waiting = new Set<{ untilMs: number; wake: () => void }>();
  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const entry = { untilMs: nowMs + ms, wake: resolve };
        waiting.add(entry);
        signal?.addEventListener("abort", () => {
          waiting.delete(entry);
          reject(signal.reason as Error);
        });
      }),
    advance: (ms) => {
      nowMs += ms;
      for (const entry of waiting) {
        if (entry.untilMs > nowMs) continue;
        waiting.delete(entry);
        entry.wake();
      }
    },
  };
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** A value is sent as JSON, a text unchanged. */
  body?: unknown;
}

export function reply({ status = 200, headers = {}, body }: Answer): HttpResponse {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (text !== "") yield Buffer.from(text);
  }
  return { status, headers: { "content-type": "application/json", ...headers }, body: chunks() };
}

/** A service in memory: answers in turn (the last answer repeatedly) and keeps the requests. */
export function scriptedSend(...answers: (Answer | Error)[]): Send & { requests: HttpRequest[] } {
  const requests: HttpRequest[] = [];
  const send: Send = async (request) => {
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? {};
    if (answer instanceof Error) throw answer;
    return reply(answer);
  };
  return Object.assign(send, { requests });
}

export type SendPaid = <Reply>(request: PaidRequest<Reply>) => Promise<Reply>;

export interface DoubleOptions extends Partial<ClientOptions> {
  /** Sends the requests that the journal guards; by default at once. */
  sendPaid?: SendPaid | undefined;
}

/** A client without a time limit, since a skipping clock would reach it at once. */
export function clientOf(send: Send, options: DoubleOptions = {}): Client {
  const sendNow: SendPaid = async ({ send: sendOnce }) => (await sendOnce()).reply;
  const { sendPaid, ...others } = { sendPaid: sendNow, ...options };
  const client = createClient({
    send,
    baseUrl: "https://api.sar.example/v1",
    credential: { kind: "apiKey", key: KEY },
    clock: skippingClock(NOW_MS),
    random: () => 0.5,
    dialect: DEFAULT_DIALECT,
    retries: 3,
    timeoutMs: Infinity,
    userAgent: "swath/0.1.0",
    ...others,
  });
  if (sendPaid === undefined) return client;
  const isPaid = (name: EndpointName | undefined, effect: Effect): boolean =>
    isGuarded(name, effect) && name !== undefined;
  const guarded = ENDPOINT_NAMES.map((name) => [
    name,
    async (call: object = {}) =>
      isPaid(name, client.describe(name, call as never).effect)
        ? sendPaid(await client.paid(name, call as never))
        : (client[name] as (given: object) => Promise<unknown>)(call),
  ]);
  const raw: Client["raw"] = async (call) => {
    const { endpoint, effect } = client.describeRaw(call);
    return isPaid(endpoint, effect) ? sendPaid(await client.paidRaw(call)) : client.raw(call);
  };
  return { ...client, ...(Object.fromEntries(guarded) as object), raw };
}

/** The error of the failed work. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const outcome: unknown = await work.then(
    () => new Error("the work succeeded"),
    (error: unknown) => error,
  );
  return outcome as Error;
}
