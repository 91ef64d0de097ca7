import { createServer as createHttp, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { type ClosableSend, makeUndiciSend } from "../../../src/client/undici-send.ts";
import { findProxy } from "../../../src/client/proxy-for.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { received, unread } from "./sends.ts";
import { closedPort, listen, listenHttp, listenTcp } from "../../local-server.ts";
import { LEAF_KEY, LEAF_PEM, makeCaFile } from "./tls-material.ts";

let send: ClosableSend | undefined;
afterEach(async () => send?.close());

const PASSWORD = "planted-proxy-password";

/** A proxy as in offices: relays plain http, tunnels https, records the requests. */
async function listenProxy(status = 200): Promise<{ port: number; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const proxy = createHttp((request, response) => {
    seen.push(request);
    response.statusCode = status;
    response.end(`relayed ${request.url}`);
  });
  proxy.on("connect", (request: IncomingMessage, client: Socket) => {
    seen.push(request);
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [, port = "0"] = request.url!.split(":");
    const upstream = connect(Number(port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
    return undefined;
  });
  return { port: await listen(proxy), seen };
}

const get = (url: string) => ({ method: "GET", url, headers: { authorization: "ApiKey planted-key" } });

describe("through a proxy", () => {
  test("https goes through a tunnel, and the proxy never sees the key", async () => {
    const server = createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, (request, response) =>
      response.end(request.headers.authorization),
    );
    const port = await listen(server);
    const proxy = await listenProxy();
    const caFile = await makeCaFile();
    const env = { HTTPS_PROXY: `http://office:${PASSWORD}@127.0.0.1:${proxy.port}` };
    send = makeUndiciSend({ clock: systemClock, env, caFile });
    const response = await send({ ...get(`https://localhost:${port}/task`), fresh: true });
    expect(await text(response.body)).toBe("ApiKey planted-key");
    expect(proxy.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([`CONNECT localhost:${port}`]);
    expect(proxy.seen[0]?.headers["authorization"]).toBeUndefined();
    expect(proxy.seen[0]?.headers["proxy-authorization"]).toBe(
      `Basic ${Buffer.from(`office:${PASSWORD}`).toString("base64")}`,
    );
  });

  test.each(["a length", "chunks"])(
    "the body of a bulk reply with %s arrives, at once or slowly",
    async (framing) => {
      const bytes = Buffer.alloc(3_000_000, "0123456789abcdefg");
      const handler: RequestListener = (_request, response) => {
        if (framing === "a length") response.setHeader("content-length", bytes.length);
        response.write(bytes.subarray(0, 1000));
        response.end(bytes.subarray(1000));
      };
      const port = await listen(createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, handler));
      const proxy = await listenProxy();
      const caFile = await makeCaFile();
      send = makeUndiciSend({
        clock: systemClock,
        env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` },
        caFile,
      });
      for (const isSlow of [false, true]) {
        const pieces: Buffer[] = [];
        await received(send, get(`https://localhost:${port}/scene.tif`), async (view) => {
          pieces.push(Buffer.from(view));
          if (isSlow) await new Promise((resolve) => setImmediate(resolve));
        });
        expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
      }
      // A connection with a length is kept, and its tunnel with it.
      expect(proxy.seen).toHaveLength(framing === "a length" ? 1 : 2);
    },
  );

  test("a bulk request of plain http is sent in full, with the proxy's password and the service's name", async () => {
    const proxy = await listenProxy();
    const env = { http_proxy: `http://office:${PASSWORD}@127.0.0.1:${proxy.port}` };
    send = makeUndiciSend({ clock: systemClock, env });
    const reply = await send({ ...get("http://sar.example:8080/a%2Fb?c='d'"), ...unread });
    expect(await text(reply.body)).toBe("relayed http://sar.example:8080/a%2Fb?c='d'");
    expect(proxy.seen[0]?.headers).toMatchObject({
      host: "sar.example:8080",
      "proxy-authorization": `Basic ${Buffer.from(`office:${PASSWORD}`).toString("base64")}`,
    });
  });

  test("plain http is sent in full, with the service's name as host", async () => {
    const proxy = await listenProxy();
    send = makeUndiciSend({ clock: systemClock, env: { all_proxy: `127.0.0.1:${proxy.port}` } });
    const response = await send(get("http://sar.example:8080/a%2Fb?c='d'"));
    expect(await text(response.body)).toBe("relayed http://sar.example:8080/a%2Fb?c='d'");
    expect(proxy.seen[0]?.headers["host"]).toBe("sar.example:8080");
  });

  test("plain http to this machine goes through no proxy: it would see the key", () => {
    const env = { HTTP_PROXY: "http://proxy.example:3128", ALL_PROXY: "http://proxy.example:3128" };
    for (const host of ["localhost", "127.0.0.1:8080", "[::1]"])
      expect(findProxy(new URL(`http://${host}/`), env)).toBeUndefined();
    expect(findProxy(new URL("http://data.example/"), env)).toBeDefined();
  });

  test("NO_PROXY with a CIDR block goes straight to the service", async () => {
    const { url } = await listenHttp((_request, response) => response.end("direct"));
    const proxy = await listenProxy();
    const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: "192.168.0.0/16, 127.0.0.0/8" };
    send = makeUndiciSend({ clock: systemClock, env });
    expect(await text((await send(get(url))).body)).toBe("direct");
    expect(proxy.seen).toEqual([]);
  });

  test.each([403, 407, 502])(
    "a proxy that refuses the tunnel with %i has forwarded nothing",
    async (status) => {
      const proxy = await listenProxy(status);
      const env = { HTTPS_PROXY: `http://office:${PASSWORD}@127.0.0.1:${proxy.port}` };
      send = makeUndiciSend({ clock: systemClock, env });
      const error = (await send(get("https://sar.example/orders")).catch(
        (reason: unknown) => reason,
      )) as Error;
      expect(error).toMatchObject({ reason: "proxy", delivered: "no" });
      expect(error.message).toContain(`(status ${status})`);
      expect(JSON.stringify([error.message, error.stack])).not.toContain(PASSWORD);
    },
  );

  test("a proxy that wants a password for plain http has forwarded nothing", async () => {
    const proxy = await listenProxy(407);
    send = makeUndiciSend({ clock: systemClock, env: { http_proxy: `http://127.0.0.1:${proxy.port}` } });
    await expect(send(get("http://sar.example/orders"))).rejects.toMatchObject({
      reason: "proxy",
      delivered: "no",
    });
  });

  test("an absent proxy, or one that hangs up, is reported once and not retried forever", async () => {
    let calls = 0;
    const rude = await listenTcp((socket) => {
      calls += 1;
      socket.once("data", () => socket.destroy());
    });
    for (const port of [await closedPort(), rude]) {
      const proxied = makeUndiciSend({
        clock: systemClock,
        env: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
      });
      const refused = proxied({ ...get("https://sar.example/orders"), fresh: true });
      await expect(refused).rejects.toMatchObject({ reason: "proxy", delivered: "no" });
      await proxied.close();
    }
    expect(calls).toBe(1);
  });

  test("an abort ends the setup of a tunnel", async () => {
    const stop = new AbortController();
    const mute = await listenTcp((socket) => socket.once("data", () => stop.abort(new Error("interrupted"))));
    send = makeUndiciSend({ clock: systemClock, env: { HTTPS_PROXY: `http://127.0.0.1:${mute}` } });
    const given = send({ ...get("https://sar.example/orders"), signal: stop.signal });
    await expect(given).rejects.toMatchObject({ reason: "aborted", delivered: "no" });
  });
});

describe("choice of the proxy", () => {
  const https = new URL("https://api.sar.example/v1");
  test("the scheme's own variable overrides ALL_PROXY, and lower case overrides upper case", () => {
    const env = { ALL_PROXY: "http://all:1", HTTPS_PROXY: "http://upper:2", https_proxy: "http://lower:3" };
    expect(findProxy(https, env)?.origin).toBe("http://lower:3");
    expect(findProxy(https, { ...env, https_proxy: "" })?.origin).toBe("http://upper:2");
    expect(findProxy(https, { ALL_PROXY: "all:1" })?.origin).toBe("http://all:1");
    expect(findProxy(https, { HTTP_PROXY: "http://plain:4" })).toBeUndefined();
    expect(findProxy(https, { ...env, no_proxy: "sar.example:443" })).toBeUndefined();
  });

  test("a SOCKS proxy is refused with an explanation, and only if it would be used", () => {
    const env = { ALL_PROXY: `socks5h://me:${PASSWORD}@127.0.0.1:1080` };
    expect(() => findProxy(https, env)).toThrow("ALL_PROXY is the address of a socks5h proxy");
    expect(() => findProxy(https, env)).not.toThrow(PASSWORD);
    expect(findProxy(https, { ...env, NO_PROXY: "*" })).toBeUndefined();
  });

  test.each(["http://", "http://a b", "http://h:99999", "http://%zz:x@h:1"])("%j is not a proxy", (value) => {
    expect(() => findProxy(https, { HTTPS_PROXY: value })).toThrow(/HTTPS_PROXY/);
  });
});
