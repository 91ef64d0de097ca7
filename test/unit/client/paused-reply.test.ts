/** docs/adr/0016: a connection that closes while a response waits for its reader costs no byte that arrived, and never ends the process. */
import type { Socket } from "node:net";
import { createServer as createTls, TLSSocket } from "node:tls";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { HttpRequest, HttpResponse } from "../../../src/contract/send.ts";
import { failure, makeSend, unread } from "./sends.ts";
import { listen, listenTcp } from "../../local-server.ts";
import { LEAF_KEY, LEAF_PEM, makeCaFile } from "./tls-material.ts";

// A slow reader holds a connection back after 256 KiB: the second piece crosses that line and is the last.
const FIRST = Buffer.alloc(200 * 1024, 1);
const LAST = Buffer.alloc(60 * 1024, 2);
const LENGTH = FIRST.length + LAST.length;

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

const plain = (bytes: Buffer): Buffer => bytes;

/** How a body is framed: its headers, a piece of it as it is sent, and the bytes after the last piece. */
const FRAMES = {
  "a length": { headers: `content-length: ${LENGTH}\r\nconnection: close`, piece: plain, last: "" },
  "no length": { headers: "connection: close", piece: plain, last: "" },
  chunks: { headers: "transfer-encoding: chunked", piece: chunk, last: "0\r\n\r\n" },
  "chunks and a close": {
    headers: "transfer-encoding: chunked\r\nconnection: close",
    piece: chunk,
    last: "0\r\n\r\n",
  },
} as const;

/** Far more turns of the event loop than this process needs to send and to read the bytes of all its connections. */
const TURNS = 2000;

/** Resolves when the servers have sent, and the program has read, everything that flow control allows. */
async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}

/** How the connection ends after the last piece. */
const ENDS = {
  "ends after the last byte": async (socket: Socket, last: Buffer, tail: string) => {
    socket.end(Buffer.concat([last, Buffer.from(tail)]));
  },
  "ends early": async (socket: Socket, last: Buffer) => {
    socket.end(last.subarray(0, -100));
  },
  "is reset": async (socket: Socket, last: Buffer, tail: string) => {
    socket.write(Buffer.concat([last, Buffer.from(tail)]));
    await untilQuiet();
    if (socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  },
} as const;

/** The kinds of requests; those of `receive` and `tls` take other paths through the program. */
const WAYS = {
  "a reply of the API": {},
  "the reply to a request that spends": { method: "POST", body: "{}", fresh: true },
  "a bulk reply": unread,
} as const;

type Frame = keyof typeof FRAMES;
type End = keyof typeof ENDS;

const rows = (Object.keys(WAYS) as (keyof typeof WAYS)[]).flatMap((way) =>
  [false, true].map((isTls) => ({ way, isTls, over: isTls ? "TLS" : "TCP" })),
);

const closings = (Object.keys(FRAMES) as Frame[]).flatMap((frame) =>
  (Object.keys(ENDS) as End[]).map((end) => ({ frame, end })),
);

/** Sends the head and the first piece at once. The returned function sends the last piece and ends the connection. */
function serve(frame: Frame, end: End) {
  const { headers, piece, last } = FRAMES[frame];
  let connection: Socket | undefined;
  const onConnection = (socket: Socket): void => {
    connection = socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`);
      socket.write(piece(FIRST));
    });
  };
  return { onConnection, endConnection: () => ENDS[end](connection!, piece(LAST), last) };
}

/** An unread reply whose connection has ended as far as flow control lets the program see it. */
async function ask(frame: Frame, end: End, isTls: boolean, request: Partial<HttpRequest>) {
  const caFile = await makeCaFile();
  const { onConnection, endConnection } = serve(frame, end);
  const port = isTls
    ? await listen(createTls({ cert: LEAF_PEM, key: LEAF_KEY }, onConnection))
    : await listenTcp(onConnection);
  const send = makeSend({ caFile });
  const url = `${isTls ? "https" : "http"}://localhost:${port}/`;
  const reply = await send({ method: "GET", url, headers: {}, ...request });
  await untilQuiet();
  await endConnection();
  await untilQuiet();
  return { send, reply };
}

/** The received bytes; a truncated reply has fewer. */
async function read({ body }: HttpResponse, onByte: (bytes: number) => void): Promise<void> {
  for await (const bytes of body) onByte(bytes.length);
}

describe("the program survives a connection that", () => {
  test.each(rows)("closes while $way waits for its reader, over $over", async ({ way, isTls }) => {
    const outcomes = closings.map(async ({ frame, end }) => {
      const { reply } = await ask(frame, end, isTls, WAYS[way]);
      let length = 0;
      const reading = read(reply, (bytes) => (length += bytes));
      const words = `${frame}, ${end}`;
      if (end === "ends after the last byte") {
        await reading;
        expect(length, words).toBe(LENGTH);
      } else if (end === "ends early" && frame !== "no length") {
        expect((await failure(reading)).reason, words).toMatch(/^(?:reset|protocol)$/);
      } else {
        // A reset may overtake the last bytes; without a length or chunks, any end is the end of the body.
        await reading.catch(() => undefined);
        expect(length, words).toBeLessThanOrEqual(LENGTH);
      }
    });
    await Promise.all(outcomes);
  });

  test.each(["a reply of the API", "a bulk reply"] as const)(
    "ends after the reader of %s has left, and closing does not hang",
    async (way) => {
      const { send, reply } = await ask("no length", "ends after the last byte", false, WAYS[way]);
      await reply.body[Symbol.asyncIterator]().return?.();
      await send.close();
    },
  );
});

test("a chunked bulk reply that is read slowly is held back, and arrives byte for byte", async () => {
  const { reply } = await ask("chunks", "ends after the last byte", false, unread);
  const pieces: Uint8Array[] = [];
  for await (const bytes of reply.body) {
    pieces.push(bytes);
    await untilQuiet();
  }
  expect(Buffer.concat(pieces).equals(Buffer.concat([FIRST, LAST]))).toBe(true);
});
