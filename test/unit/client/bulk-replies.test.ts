/** Replies to bulk requests: plain ones from large buffers, all others from the real parser, each with one request. */
import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { setImmediate as nextTurn, setTimeout as passed } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { HttpRequest, Send, Take, TransportError } from "../../../src/contract/send.ts";
import { failure, get, makeSend, received, textOf, unread } from "./sends.ts";
import { listen, listenHttp, listenTcp } from "../../local-server.ts";
import { LEAF_KEY, LEAF_PEM, makeCaFile } from "./tls-material.ts";

async function taken(send: Send, request: HttpRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await received(send, request, (bytes) => void chunks.push(Buffer.from(bytes)));
  return Buffer.concat(chunks);
}

/** A server that answers each request on a connection with these bytes. */
async function answering(...replies: string[]): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const port = await listenTcp((socket) => {
    socket.on("data", (bytes) => {
      asked.push(bytes.toString());
      socket.write(replies[Math.min(asked.length, replies.length) - 1]!);
    });
  });
  return { url: `http://127.0.0.1:${port}/scene.tif?sig=a'b%2e`, asked };
}

const PLAIN = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: "v1"\r\n\r\nreef';

describe("a plain bulk reply", () => {
  test("is taken, and its connection serves the next request", async () => {
    let connections = 0;
    const { url, server } = await listenHttp(
      (_request, response) => void response.setHeader("content-length", 4).end("reef"),
    );
    server.on("connection", () => (connections += 1));
    const send = makeSend();
    for (let round = 0; round < 3; round++) expect((await taken(send, get(url))).toString()).toBe("reef");
    expect(connections).toBe(1);
  });

  test("is requested with the raw path and one host, and has its headers in lower case", async () => {
    const { url, asked } = await answering(PLAIN);
    const reply = await makeSend()({ ...get(url), ...unread });
    expect(reply).toMatchObject({ status: 200, headers: { etag: '"v1"', "content-length": "4" } });
    expect(asked[0]).toMatch(/^GET \/scene\.tif\?sig=a'b%2e HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n/);
    expect(await textOf(reply)).toBe("reef");
  });

  test("excludes bytes behind its end, and the connection is not used again", async () => {
    let connections = 0;
    const port = await listenTcp((socket) => {
      connections += 1;
      socket.on("data", () => socket.write(`${PLAIN}HTTP/1.1 200 OK\r\n`));
    });
    const send = makeSend();
    const url = `http://127.0.0.1:${port}/`;
    expect((await taken(send, get(url))).toString()).toBe("reef");
    expect((await taken(send, get(url))).toString()).toBe("reef");
    expect(connections).toBe(2);
  });

  test("of 20 MB arrives byte for byte, read at once or slowly", async () => {
    const bytes = Buffer.alloc(20_000_000, "0123456789abcdefg");
    const { url } = await listenHttp(
      (_request, response) => void response.setHeader("content-length", bytes.length).end(bytes),
    );
    const send = makeSend();
    expect((await taken(send, get(url))).equals(bytes)).toBe(true);
    const chunks: Buffer[] = [];
    await received(send, get(url), async (view) => {
      chunks.push(Buffer.from(view));
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  test.each([false, true])(
    "arrives byte for byte with any size, framing and reader (TLS: %s)",
    async (isTls) => {
      const all = randomBytes(3_000_000);
      const handler: RequestListener = (request, response) => {
        const length = Number(request.url!.slice(1));
        if (request.headers["x-framing"] === "length") response.setHeader("content-length", length);
        response.write(all.subarray(0, length >> 1));
        response.end(all.subarray(length >> 1, length));
      };
      const caFile = await makeCaFile();
      const origin = isTls
        ? `https://localhost:${await listen(createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, handler))}`
        : (await listenHttp(handler)).url;
      const send = makeSend({ caFile });
      const waits: Record<string, () => void | Promise<void>> = {
        "at once": () => {},
        slowly: () => new Promise((resolve) => void setImmediate(resolve)),
        "very slowly": () => passed(2),
      };
      const sizes = [
        0, 1, 65_000, 65_536, 131_072, 200_000, 65_536, 262_144, 65_000, 65_000, 65_000, 3_000_000,
      ];
      for (const framing of ["length", "chunks"])
        for (const [words, wait] of Object.entries(waits))
          for (const size of sizes) {
            const request = { ...get(`${origin}/${size}`), headers: { "x-framing": framing } };
            const pieces: Buffer[] = [];
            const take: Take = (view) => {
              pieces.push(Buffer.from(view));
              return wait();
            };
            await received(send, request, take);
            const reply = await send({ ...request, ...unread });
            await wait();
            for await (const bytes of reply.body) await take(bytes);
            const expected = all.subarray(0, size);
            const isSame = Buffer.concat(pieces).equals(Buffer.concat([expected, expected]));
            expect(isSame, `${framing}, ${words}, ${size} bytes`).toBe(true);
          }
    },
  );

  test("does not count the time of its reader as silence of the server", async () => {
    let send = (): void => {};
    const { url } = await listenHttp((_request, response) => {
      response.setHeader("content-length", 8).write("reef");
      send = () => void response.end("wave");
    });
    let text = "";
    await received(makeSend(), { ...get(url), idleTimeoutMs: 1000 }, async (view) => {
      text += Buffer.from(view).toString();
      if (text !== "reef") return;
      await passed(1500);
      send();
    });
    expect(text).toBe("reefwave");
  });

  test("is read no further while a promise of its reader is pending", async () => {
    let sent = 0;
    const { url } = await listenHttp((_request, response) => {
      response.setHeader("content-length", 1e9);
      const pump = (): void => {
        do sent += 65_536;
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", pump);
      pump();
    });
    let isBusy = false;
    const taking = received(makeSend(), get(url), async () => {
      expect(isBusy).toBe(false);
      isBusy = true;
      // The buffers of the system fill up. If the program read on, the server would send without end.
      for (let before = -1; before !== sent;) {
        before = sent;
        for (let turn = 0; turn < 1000; turn += 1) await nextTurn();
        expect(sent).toBeLessThan(1e8);
      }
      throw new Error("enough");
    });
    await expect(taking).rejects.toThrow("enough");
  });

  test("delivers the received bytes before it reports that the rest is lost", async () => {
    const port = await listenTcp((socket) => {
      socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nreef"));
    });
    let text = "";
    const take: Take = (bytes) => void (text += Buffer.from(bytes).toString());
    const error = await failure(received(makeSend(), get(`http://127.0.0.1:${port}/`), take));
    expect([text, error.reason, error.delivered]).toEqual(["reef", "reset", "maybe"]);
  });

  test("ends with the error of a consumer that throws", async () => {
    const { url } = await answering(PLAIN);
    const full = new Error("disk full");
    const fail = (): never => {
      throw full;
    };
    await expect(received(makeSend(), get(url), fail)).rejects.toBe(full);
    // A function that refuses the head ends the request as well.
    await expect(makeSend()({ ...get(url), receive: fail })).rejects.toBe(full);
  });

  test("times out on silence, in the head and in the body", async () => {
    const { url } = await answering("HTTP/1.1 200 OK\r\n");
    expect((await failure(makeSend()({ ...get(url), ...unread, headersTimeoutMs: 50 }))).reason).toBe(
      "timeout",
    );
    const half = await answering("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nreef");
    expect((await failure(taken(makeSend(), { ...get(half.url), idleTimeoutMs: 50 }))).reason).toBe(
      "timeout",
    );
  });

  test("needs no attempt for a kept connection that the server had closed", async () => {
    let asked = 0;
    const port = await listenTcp((socket) => {
      let isFirst = true;
      socket.on("data", () => {
        asked += 1;
        if (isFirst) socket.write(PLAIN);
        else socket.destroy();
        isFirst = false;
      });
    });
    const send = makeSend();
    const url = `http://127.0.0.1:${port}/`;
    for (let round = 0; round < 2; round++) expect((await taken(send, get(url))).toString()).toBe("reef");
    expect(asked).toBe(3);
  });

  test("ends at once on an abort, before and after the head", async () => {
    const { url } = await answering("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nreef");
    const controller = new AbortController();
    const send = makeSend();
    const request = { ...get(url), signal: controller.signal };
    // The end does not wait for a taker that never comes back.
    const take: Take = () => {
      controller.abort();
      return new Promise(() => {});
    };
    expect((await failure(received(send, request, take))).reason).toBe("aborted");
    expect(await failure(send({ ...request, ...unread }))).toMatchObject({
      reason: "aborted",
      delivered: "no",
    });
  });
});

describe("a bulk reply with unusual framing", () => {
  const odd: [string, string][] = [
    ["chunked", "Transfer-Encoding: chunked\r\n\r\n2\r\nre\r\n2\r\nef\r\n0\r\n\r\n"],
    ["of length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nreef\r\n0\r\n\r\n"],
    ["of two lengths", "Content-Length: 4\r\nContent-Length: 5\r\n\r\nreefs"],
    ["of an invalid length", "Content-Length: 0x4\r\n\r\nreef"],
    ["with a folded header", "X-A: b\r\n c\r\nContent-Length: 4\r\n\r\nreef"],
    ["with a header without a name", ": b\r\nContent-Length: 4\r\n\r\nreef"],
    ["coded", "Content-Encoding: br\r\nContent-Length: 4\r\n\r\nreef"],
  ];
  const outcome = async (text: Promise<Buffer | string>): Promise<string> => {
    try {
      return (await text).toString();
    } catch (error) {
      return (error as TransportError).reason;
    }
  };
  test.each(odd)("%s: the same result as without bulk, requested once", async (_name, rest) => {
    const { url, asked } = await answering(`HTTP/1.1 200 OK\r\n${rest}`);
    const said = await outcome(taken(makeSend(), get(url)));
    expect(asked).toHaveLength(1);
    expect(said).toBe(await outcome(makeSend()(get(url)).then(textOf)));
  });

  test("without a length ends with the connection", async () => {
    const port = await listenTcp((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        setImmediate(() => socket.end("wrangel"));
      });
    });
    expect(await textOf(await makeSend()({ ...get(`http://127.0.0.1:${port}/`), ...unread }))).toBe(
      "wrangel",
    );
  });

  test("204 has no body", async () => {
    const { url } = await listenHttp((_request, response) => void response.writeHead(204).end());
    expect(await textOf(await makeSend()({ ...get(url), ...unread }))).toBe("");
  });

  test("without an end of its head is refused", async () => {
    const { url } = await answering(`HTTP/1.1 200 OK\r\n${`x-filler: ${"a".repeat(8000)}\r\n`.repeat(20)}`);
    expect((await failure(makeSend()({ ...get(url), ...unread }))).reason).toBe("protocol");
  });
});
