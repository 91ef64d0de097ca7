import { once } from "node:events";
import { createServer as createHttps } from "node:https";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { undiciSend, type ClosableSend, type UndiciSendOptions } from "../../../src/client/undici-send.ts";
import { TransportError, type HttpResponse } from "../../../src/contract/send.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { closedPort, listen, listenHttp, listenTcp } from "./servers.ts";
import { CA_PEM, LEAF_KEY, LEAF_PEM } from "./tls-material.ts";

const KEY = "k-3f0c-planted-secret";
const opened: ClosableSend[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((send) => send.close()));
});

function makeSend(options: Partial<UndiciSendOptions> = {}): ClosableSend {
  const send = undiciSend({ clock: systemClock, ...options });
  opened.push(send);
  return send;
}

async function textOf(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function failure(work: Promise<unknown>): Promise<TransportError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

const get = (url: string) => ({ method: "GET", url, headers: { authorization: `ApiKey ${KEY}` } });
const REPLY = "HTTP/1.1 200 OK\r\n";

describe("what travels", () => {
  test("path and query leave byte for byte, however odd, because a signature covers them", async () => {
    const seen: string[] = [];
    const { url } = await listenHttp((request, response) => {
      seen.push(request.url!);
      response.end();
    });
    const send = makeSend();
    const odd = ["/a'b/%2e%2e/c?sig=A%2Bb+c'd|e", "/x//y/../z?q={1}", "?only=query", "/kap\u00e9?n=\u00fc"];
    for (const path of odd) await send(get(url + path));
    expect(seen).toEqual([odd[0], odd[1], "/?only=query", "/kap%C3%A9?n=%C3%BC"]);
  });

  test("GEN-17 redirects are handed over, not followed; coded bodies stay coded", async () => {
    const coded = gzipSync("{}");
    const { url } = await listenHttp((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("identity");
      if (request.url === "/moved") response.writeHead(307, { location: "/elsewhere" }).end();
      else response.writeHead(200, { "content-encoding": "gzip" }).end(coded);
    });
    const send = makeSend();
    const moved = await send(get(`${url}/moved`));
    expect([moved.status, moved.headers["location"]]).toEqual([307, "/elsewhere"]);
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await send(get(`${url}/coded`))).body) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(coded)).toBe(true);
  });

  test("a fresh request has a connection of its own, closed after it; the others share one", async () => {
    const { url, server } = await listenHttp((request, response) => {
      response.setHeader("x-connection", request.headers.connection ?? "");
      request.resume().on("end", () => response.end("{}"));
    });
    let connections = 0;
    server.on("connection", () => (connections += 1));
    const send = makeSend();
    await textOf(await send(get(url)));
    await textOf(await send(get(url)));
    expect(connections).toBe(1);
    const spend = await send({ method: "POST", url, headers: {}, body: "{}", fresh: true });
    expect(spend.headers["x-connection"]).toBe("close");
    await textOf(spend);
    expect(connections).toBe(2);
  });
});

describe("proven not delivered", () => {
  test("a refused connection", async () => {
    const error = await failure(makeSend()(get(`http://127.0.0.1:${await closedPort()}/task`)));
    expect([error.reason, error.delivered]).toEqual(["refused", "no"]);
  });

  test("a host without an address", async () => {
    const error = await failure(makeSend()(get("http://no-such-host.invalid/task")));
    expect([error.reason, error.delivered]).toEqual(["dns", "no"]);
  });

  test("a certificate that nobody vouches for", async () => {
    let requests = 0;
    const port = await listen(createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, () => (requests += 1)));
    const error = await failure(makeSend()(get(`https://localhost:${port}/task`)));
    expect([error.reason, error.delivered, requests]).toEqual(["tls", "no", 0]);
    expect(error.message).toContain("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  });

  test("a server that accepts and never shakes hands", async () => {
    const port = await listenTcp(() => {});
    const send = makeSend({ connectTimeoutMs: 50 });
    const error = await failure(send(get(`https://localhost:${port}/task`)));
    expect([error.reason, error.delivered]).toEqual(["connect-timeout", "no"]);
  });

  test("an abort while the connection is being made", async () => {
    const bytes: Buffer[] = [];
    const port = await listenTcp((socket) => socket.on("data", (chunk) => bytes.push(chunk)));
    const stop = new AbortController();
    const reply = makeSend()({ ...get(`https://localhost:${port}/task`), signal: stop.signal });
    stop.abort(new Error("interrupted"));
    const error = await failure(reply);
    expect([error.reason, error.delivered]).toEqual(["aborted", "no"]);
    expect(Buffer.concat(bytes).toString()).not.toContain("GET");
  });
});

describe("maybe delivered", () => {
  test("a reset before the reply's headers", async () => {
    let requests = 0;
    const port = await listenTcp((socket) => {
      socket.once("data", () => {
        requests += 1;
        socket.resetAndDestroy();
      });
    });
    const error = await failure(
      makeSend()({
        method: "POST",
        url: `http://127.0.0.1:${port}/orders`,
        headers: {},
        body: "{}",
        fresh: true,
      }),
    );
    expect([error.reason, error.delivered]).toEqual(["reset", "maybe"]);
    expect(requests).toBe(1);
  });

  test("a reset in the middle of the body", async () => {
    const port = await listenTcp((socket) => {
      socket.once("data", () =>
        socket.write(`${REPLY}content-length: 100\r\n\r\n{"half":`, () => socket.destroy()),
      );
    });
    const response = await makeSend()(get(`http://127.0.0.1:${port}/x`));
    const error = await failure(textOf(response));
    expect([error.reason, error.delivered]).toEqual(["reset", "maybe"]);
  });

  test("no headers in time, no body in time", async () => {
    const silent = await listenTcp(() => {});
    const stuck = await listenTcp((socket) => {
      socket.once("data", () => socket.write(`${REPLY}content-length: 100\r\n\r\n{`));
    });
    const send = makeSend();
    const [first, second] = await Promise.all([
      failure(send({ ...get(`http://127.0.0.1:${silent}/x`), headersTimeoutMs: 200 })),
      failure(send({ ...get(`http://127.0.0.1:${stuck}/x`), idleTimeoutMs: 200 }).then(textOf)),
    ]);
    expect([first.reason, first.delivered]).toEqual(["timeout", "maybe"]);
    expect([second.reason, second.delivered]).toEqual(["timeout", "maybe"]);
  });

  test("an abort while the reply is awaited", async () => {
    const stop = new AbortController();
    const port = await listenTcp((socket) => socket.once("data", () => stop.abort(new Error("interrupted"))));
    const error = await failure(makeSend()({ ...get(`http://127.0.0.1:${port}/x`), signal: stop.signal }));
    expect([error.reason, error.delivered]).toEqual(["aborted", "maybe"]);
  });

  test.each([
    ["garbage", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["one huge header", `${REPLY}x-big: ${"a".repeat(70_000)}\r\n\r\n`],
    ["too many headers", `${REPLY}${"x-n: 1\r\n".repeat(300)}\r\n`],
  ])("a reply that is not acceptable HTTP: %s", async (_name, reply) => {
    const port = await listenTcp((socket) => socket.once("data", () => socket.write(reply)));
    const error = await failure(makeSend()(get(`http://127.0.0.1:${port}/x`)));
    expect([error.reason, error.delivered]).toEqual(["protocol", "maybe"]);
  });
});

describe("P12 nothing secret in an error", () => {
  test("neither the key nor the query, at any depth of causes", async () => {
    const port = await listenTcp((socket) =>
      socket.once("data", (sent) => socket.end(`HTTP/9 ${sent.toString()}`)),
    );
    const url = `http://127.0.0.1:${port}/x?signature=${KEY}`;
    const bad = { method: "GET", url, headers: { authorization: `ApiKey ${KEY}\n` } };
    for (const request of [get(url), bad, get(`http://127.0.0.1:${await closedPort()}/x?signature=${KEY}`)]) {
      let error: unknown = await failure(makeSend()(request));
      while (error !== undefined) {
        const shown = JSON.stringify([
          (error as Error).message,
          (error as Error).stack,
          error,
          Object.entries(error as object),
        ]);
        expect(shown).not.toContain(KEY);
        error = (error as Error).cause;
      }
    }
  });
});

describe("trust and ending", () => {
  test("--ca-file adds an authority", async () => {
    const port = await listen(
      createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, (_request, response) => response.end("ok")),
    );
    const caFile = join(await mkdtemp(join(tmpdir(), "swath-ca-")), "ca.pem");
    await writeFile(caFile, CA_PEM);
    const send = makeSend({ caFile });
    expect(await textOf(await send(get(`https://localhost:${port}/`)))).toBe("ok");
    expect(await textOf(await send(get(`https://127.0.0.1:${port}/`)))).toBe("ok");
  });

  test("a CA file without certificates is refused instead of trusting nobody", async () => {
    const caFile = join(await mkdtemp(join(tmpdir(), "swath-ca-")), "ca.pem");
    await expect(makeSend({ caFile })(get("https://localhost:1/"))).rejects.toMatchObject({
      code: "INPUT_NOT_READABLE",
    });
    await writeFile(caFile, "not a certificate");
    await expect(makeSend({ caFile })(get("https://localhost:1/"))).rejects.toMatchObject({
      code: "CONFIG_INVALID",
    });
  });

  test("close drops what is open and what is being opened", async () => {
    let accepted: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => (accepted = resolve));
    const port = await listenTcp(() => accepted?.());
    const send = makeSend();
    const shaking = failure(send(get(`https://localhost:${port}/x`)));
    await waiting;
    await send.close();
    expect((await shaking).delivered).toBe("no");
    expect((await failure(send(get(`http://127.0.0.1:${port}/x`)))).reason).toBe("aborted");
  });

  test("a reader that leaves early gives the connection up", async () => {
    const { url, server } = await listenHttp((_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536))) {}
      };
      response.on("drain", more);
      more();
    });
    const connected = once(server, "connection");
    const response = await makeSend()(get(url));
    const [socket] = (await connected) as [import("node:net").Socket];
    for await (const chunk of response.body) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
    expect(socket.destroyed).toBe(true);
  });
});
