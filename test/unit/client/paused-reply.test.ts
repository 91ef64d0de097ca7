import type { Socket } from "node:net";
import { setTimeout as passed } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { undiciSend } from "../../../src/client/undici-send.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { listenTcp } from "./servers.ts";

// 256 KiB are taken in before the reader is waited for: the second piece crosses that line and is the last.
const FIRST = 200 * 1024;
const LAST = 60 * 1024;

const FRAMES = {
  "a length": `content-length: ${FIRST + LAST}\r\nconnection: close\r\n\r\n`,
  "no length": "connection: close\r\n\r\n",
} as const;

const ENDS = {
  ends: (socket: Socket) => socket.end(Buffer.alloc(LAST, 2)),
  "is reset": (socket: Socket) =>
    socket.write(Buffer.alloc(LAST, 2), () => setTimeout(() => socket.resetAndDestroy(), 20)),
} as const;

const rows = Object.entries(FRAMES).flatMap(([frame, headers]) =>
  Object.entries(ENDS).map(([end, finish]) => ({ frame, headers, end, finish })),
);

describe("the program is not ended by a connection that", () => {
  test.each(rows)(
    "$end while a reply with $frame waits for its reader",
    async ({ headers, finish, end, frame }) => {
      const port = await listenTcp((socket) => {
        socket.once("data", () => {
          socket.write(`HTTP/1.1 200 OK\r\n${headers}`);
          socket.write(Buffer.alloc(FIRST, 1), () => setTimeout(() => finish(socket), 50));
        });
      });
      const send = undiciSend({ clock: systemClock });
      const { body } = await send({ method: "GET", url: `http://127.0.0.1:${port}/`, headers: {} });
      await passed(200);
      let length = 0;
      const read = async (): Promise<number> => {
        for await (const chunk of body) length += chunk.length;
        return length;
      };
      if (end === "ends" || frame === "a length") expect(await read().catch(() => length)).toBe(FIRST + LAST);
      else await read().catch(() => {});
      if (end === "ends") expect(length).toBe(FIRST + LAST);
      await send.close();
    },
  );

  test("ends while the reader has left, and closing does not hang", async () => {
    const port = await listenTcp((socket) => {
      socket.once("data", () => {
        socket.write(`HTTP/1.1 200 OK\r\n${FRAMES["no length"]}`);
        socket.write(Buffer.alloc(FIRST, 1), () => setTimeout(() => ENDS.ends(socket), 50));
      });
    });
    const send = undiciSend({ clock: systemClock });
    const { body } = await send({ method: "GET", url: `http://127.0.0.1:${port}/`, headers: {} });
    await passed(200);
    await body[Symbol.asyncIterator]().return?.();
    await send.close();
  });
});
