import { createServer as createHttps } from "node:https";
import { Client, interceptors } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { dispatchOnce } from "../../../src/client/client-pool.ts";
import { KEY } from "./doubles.ts";
import { failure, get, makeSend, textOf } from "./sends.ts";
import { closedPort, listen, listenTcp } from "../../local-server.ts";
import { LEAF_KEY, LEAF_PEM } from "./tls-material.ts";

const REPLY = "HTTP/1.1 200 OK\r\n";

describe("certainly not delivered", () => {
  test("a refused connection", async () => {
    const error = await failure(makeSend()(get(`http://127.0.0.1:${await closedPort()}/task`)));
    expect([error.reason, error.delivered]).toEqual(["refused", "no"]);
  });

  test("a host without an address", async () => {
    const error = await failure(makeSend()(get("http://no-such-host.invalid/task")));
    expect([error.reason, error.delivered]).toEqual(["dns", "no"]);
  });

  test("a certificate from an unknown authority", async () => {
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

  test("an abort during the connection setup", async () => {
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

  test("P1 undici is stopped before it writes a request a second time", async () => {
    let received = "";
    const port = await listenTcp((socket) => {
      socket.once("data", (bytes) => {
        received += bytes.toString();
        socket.resetAndDestroy();
      });
    });
    const client = new Client(`http://127.0.0.1:${port}`);
    onTestFinished(() => client.destroy());
    const retrying = client.compose(interceptors.retry({ methods: ["POST"], minTimeout: 1, maxRetries: 3 }));
    const dispatch = { method: "POST", path: "/orders", body: "{}" } as const;
    const error = await failure(dispatchOnce(retrying, { host: "acme", dispatch, signal: undefined }));
    expect(error.delivered).toBe("maybe");
    expect(received.match(/POST/g)).toEqual(["POST"]);
  });

  test("P6 control bytes in a header are described in words", async () => {
    const port = await listenTcp((socket) => {
      socket.once("data", () => socket.end(`${REPLY}content-length: 1\r\nx-note: a\u0001b\r\n\r\na`));
    });
    const error = await failure(makeSend()(get(`http://127.0.0.1:${port}/x`)));
    expect([error.reason, error.delivered]).toEqual(["protocol", "maybe"]);
    expect(error.message).toContain("the response has a header that HTTP does not allow");
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

  test("an abort while waiting for the reply", async () => {
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

describe("P12 no secret in an error", () => {
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
