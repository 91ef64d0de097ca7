import { afterEach, describe, expect, test } from "vitest";
import type { IncomingMessage } from "node:http";
import { createClient, type Client } from "../../../src/client/client.ts";
import { fetchSearchPages } from "../../../src/client/pages.ts";
import { makeUndiciSend, type ClosableSend } from "../../../src/client/undici-send.ts";
import { DEFAULT_DIALECT } from "../../../src/contract/dialect.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { failureOf, KEY } from "./doubles.ts";
import { closedPort, listenHttp } from "../../local-server.ts";

let send: ClosableSend | undefined;
afterEach(async () => send?.close());

function realClient(baseUrl: string): Client {
  send = makeUndiciSend({ clock: systemClock });
  return createClient({
    send,
    baseUrl,
    credential: { kind: "apiKey", key: KEY },
    clock: systemClock,
    random: () => 0,
    dialect: DEFAULT_DIALECT,
    retries: 1,
    timeoutMs: 60_000,
    userAgent: "swath/0.1.0",
  });
}

/** Everything that a careless log could print of an error, its causes included. */
function everythingIn(error: unknown, depth = 0): string {
  if (depth > 5 || typeof error !== "object" || error === null) return String(error);
  const own = Object.getOwnPropertyNames(error).map((name) => (error as Record<string, unknown>)[name]);
  return own.map((value) => everythingIn(value, depth + 1)).join("\n");
}

const escaped = (key: string, written: (code: string) => string): string =>
  Array.from(key, (character) => written(character.charCodeAt(0).toString(16))).join("");

const spelled = (key: string): string[] => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString("base64"),
  escaped(key, (code) => `%${code}`),
  escaped(key, (code) => `\\u00${code}`),
];

describe("P11 the key goes to the configured origin and nowhere else", () => {
  test.each([301, 302, 303, 307, 308])(
    "a redirect with %i is not followed, for reads and for orders",
    async (status) => {
      const elsewhere: IncomingMessage[] = [];
      const other = await listenHttp((request, response) => {
        elsewhere.push(request);
        response.end("{}");
      });
      const paths: string[] = [];
      const { url } = await listenHttp((request, response) => {
        paths.push(`${request.method} ${request.url}`);
        response.writeHead(status, { location: `${other.url}/stolen` }).end();
      });
      const client = realClient(url);
      for (const work of [
        () => client.listExports(),
        async () => (await client.paid("placeOrder", { body: { items: [] } })).send(),
      ]) {
        const error = await failureOf(work());
        expect(error).toMatchObject({ code: "REDIRECT_REFUSED", status });
        expect(error.message).toContain(new URL(other.url).host);
      }
      expect(elsewhere).toEqual([]);
      expect(paths.toSorted()).toEqual(["GET /catalog/archive-export/available", "POST /orders"]);
    },
  );

  test("a next link to another host is not followed", async () => {
    const elsewhere: IncomingMessage[] = [];
    const other = await listenHttp((request, response) => {
      elsewhere.push(request);
      response.end("{}");
    });
    const { url } = await listenHttp((_request, response) => {
      const links = [{ rel: "next", href: `${other.url}/catalog/search?page=2` }];
      response.end(JSON.stringify({ features: [{ id: "a" }], links }));
    });
    const search = async (): Promise<void> => {
      for await (const page of fetchSearchPages({ client: realClient(url), body: {}, limit: Infinity }))
        void page;
    };
    // The search goes on at its own address.
    await search();
    expect(elsewhere).toEqual([]);
  });
});

describe("P12 the key is in no error", () => {
  test.each([
    [
      "in an error body",
      401,
      (key: string) =>
        JSON.stringify({ error: { message: `bad key ${key}`, detail: [{ path: key, message: key }] } }),
    ],
    ["escaped in JSON", 403, (key: string) => `{"message":"${key.replace("/", "\\/")}"}`],
    [
      "with every character escaped in JSON",
      403,
      (key: string) => `{"message":"${escaped(key, (code) => `\\u00${code.toUpperCase()}`)}"}`,
    ],
    [
      "with some characters escaped in JSON",
      401,
      (key: string) => `{"message":"${key.replace("a", "\\u0061")}"}`,
    ],
    ["in a link", 403, (key: string) => `{"message":"/keys?key=${escaped(key, (code) => `%${code}`)}"}`],
    ["in base64", 401, (key: string) => `{"message":"Basic ${Buffer.from(key).toString("base64")}"}`],
    ["in a web page", 500, (key: string) => `<html><title>No ${key}</title></html>`],
    ["in an invalid success", 200, (key: string) => JSON.stringify(`Authorization: ApiKey ${key}`)],
    ["in truncated JSON", 200, (key: string) => `{"key": "${key}`],
  ])("from a server that echoes it %s", async (_where, status, body) => {
    const { url } = await listenHttp((request, response) => {
      response.writeHead(status).end(body(request.headers.authorization!.split(" ")[1]!));
    });
    const error = await failureOf(realClient(url).getTask({ params: { taskingrequestId: "t" } }));
    for (const form of spelled(KEY)) expect(everythingIn(error)).not.toContain(form);
  });

  test("or from the network", async () => {
    const rude = await listenHttp((request) =>
      request.socket.end(`HTTP/9 ${request.headers.authorization}\r\n\r\n`),
    );
    for (const url of [rude.url, `http://127.0.0.1:${await closedPort()}`]) {
      const error = await failureOf(realClient(url).listExports());
      expect(error).toMatchObject({ code: "NETWORK" });
      for (const form of spelled(KEY)) expect(everythingIn(error)).not.toContain(form);
    }
  });
});

describe("real sockets, whole client", () => {
  test("a request on a dead kept connection is repeated for a read, and an order is sent once", async () => {
    const requests: string[] = [];
    const { url } = await listenHttp((request, response) => {
      requests.push(request.url!);
      const isFirst = requests.filter((seen) => seen === request.url).length === 1;
      if (isFirst) request.socket.resetAndDestroy();
      else response.end('{"orderId":"o-1","latest":[],"weekly":[],"full":[]}');
    });
    const client = realClient(url);
    await expect(client.listExports()).resolves.toMatchObject({ latest: [] });
    const error = await failureOf((await client.paid("placeOrder", { body: { items: [] } })).send());
    expect(error).toMatchObject({ code: "NETWORK", cause: { delivered: "maybe" } });
    expect(requests).toEqual([
      "/catalog/archive-export/available",
      "/catalog/archive-export/available",
      "/orders",
    ]);
  });
});
