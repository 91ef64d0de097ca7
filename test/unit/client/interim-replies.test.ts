/** Replies before the reply: they are skipped, however their bytes arrive, and nothing is sent again. */
import type { Socket } from "node:net";
import { createServer as createTls } from "node:tls";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readInterimReplies } from "../../../src/client/connection-stream.ts";
import { failure, get, makeSend, textOf, unread } from "./sends.ts";
import { listen, listenTcp } from "../../local-server.ts";
import { LEAF_KEY, LEAF_PEM, makeCaFile } from "./tls-material.ts";

const BODY = '{"orderId":"o-1"}';
const FINAL = `HTTP/1.1 201 Created\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const HINTS = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";

const INTERIM: [what: string, before: string][] = [
  ["nothing", ""],
  ["100 Continue", CONTINUE],
  ["100 with headers and without a reason", "HTTP/1.1 100\r\nx-a: b\r\n\r\n"],
  ["several of different status", CONTINUE + HINTS + "HTTP/1.1 102 Processing\r\n\r\n" + CONTINUE],
];

const WAYS: [way: string, more: object][] = [
  ["a request on a kept connection", {}],
  ["a request that costs money", { method: "POST", body: "{}", fresh: true }],
  ["a bulk request", unread],
];

/** Answers each request on a connection with this text, in pieces of this many bytes. */
function answering(text: string, piece: number) {
  const seen = { asked: 0, connections: 0 };
  const serve = (socket: Socket): void => {
    seen.connections += 1;
    socket.setNoDelay(true).on("error", () => {});
    socket.on("data", async () => {
      seen.asked += 1;
      for (let at = 0; at < text.length && !socket.destroyed; at += piece) {
        socket.write(text.slice(at, at + piece));
        await nextTurn();
      }
    });
  };
  return { seen, serve };
}

describe.each(INTERIM)("%s before the reply", (_what, before) => {
  test.each(WAYS)("GEN-17 %s: the reply is read, and the request is sent once", async (_way, more) => {
    for (const piece of [1, 11, 10_000]) {
      const { seen, serve } = answering(before + FINAL, piece);
      const port = await listenTcp(serve);
      const send = makeSend();
      for (let round = 1; round <= 3; round++) {
        const reply = await send({ ...get(`http://127.0.0.1:${port}/`), ...more });
        expect([reply.status, await textOf(reply)]).toEqual([201, BODY]);
        expect(seen.asked).toBe(round);
      }
      expect(seen.connections).toBe("fresh" in more ? 3 : 1);
    }
  });

  test("also over TLS", async () => {
    const { seen, serve } = answering(before + FINAL, 5);
    const port = await listen(createTls({ cert: LEAF_PEM, key: LEAF_KEY }, serve));
    const caFile = await makeCaFile();
    const send = makeSend({ caFile });
    for (const [, more] of WAYS) {
      const reply = await send({ ...get(`https://localhost:${port}/`), ...more });
      expect([reply.status, await textOf(reply)]).toEqual([201, BODY]);
    }
    expect(seen.asked).toBe(WAYS.length);
  });
});

describe("bytes that are not an interim reply", () => {
  test("a body that looks like one is the body", async () => {
    const body = CONTINUE + CONTINUE;
    const { serve } = answering(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`, 1);
    const port = await listenTcp(serve);
    for (const [, more] of WAYS)
      expect(await textOf(await makeSend()({ ...get(`http://127.0.0.1:${port}/`), ...more }))).toBe(body);
  });

  test.each([
    ["a switch to another protocol", "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
    ["an invalid status", "HTTP/1.1 1xx What\r\n\r\n"],
    ["another version", `HTTP/1.0 100 Continue\r\n\r\n${FINAL}`],
  ])("%s: the request fails as before", async (_what, text) => {
    const port = await listenTcp(answering(text, 10_000).serve);
    for (const [, more] of WAYS) {
      const error = await failure(makeSend()({ ...get(`http://127.0.0.1:${port}/`), ...more }));
      expect(error.delivered).toBe("maybe");
    }
  });

  test("endless interim replies: the time limit ends the request", async () => {
    const port = await listenTcp((socket) => {
      socket
        .on("error", () => {})
        .on("data", () => {
          const more = (): void => {
            if (!socket.destroyed) socket.write(CONTINUE, () => setImmediate(more));
          };
          more();
        });
    });
    const limits = { headersTimeoutMs: 300, idleTimeoutMs: 300 };
    for (const way of [{}, unread]) {
      const error = await failure(makeSend()({ ...get(`http://127.0.0.1:${port}/`), ...limits, ...way }));
      expect(error.reason).toBe("timeout");
    }
  });
});

test("the same bytes are skipped, however they are cut", () => {
  const head = fc.constantFrom(CONTINUE, HINTS, "HTTP/1.1 199 \r\n\r\n");
  const rest = fc.constantFrom(FINAL, "HTTP/1.1 101 S\r\n\r\n", "SSH-2.0\r\n", "HTTP/2 100\r\n", "");
  fc.assert(
    fc.property(
      fc.array(head, { maxLength: 4 }),
      rest,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (heads, end, share) => {
        const before = heads.join("");
        const bytes = Buffer.from(before + end);
        expect(readInterimReplies(bytes)).toEqual({ length: before.length, isOver: end !== "" });
        const some = readInterimReplies(bytes.subarray(0, Math.floor(share * bytes.length)));
        expect(some.length).toBeLessThanOrEqual(before.length);
        if (some.isOver) expect(some.length).toBe(before.length);
      },
    ),
  );
});
