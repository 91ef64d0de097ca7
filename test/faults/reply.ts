/** Replies as bytes, right and wrong, and the ways to send them. */
import type { Socket } from "node:net";
import type { Misbehave } from "./hostile-server.ts";

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Announced in place of the body's own length; false = no Content-Length. */
  length?: number | string | false;
}

export const json = (value: unknown, status = 200): Reply => ({ status, body: JSON.stringify(value) });

export function bytesOf({ status = 200, headers = {}, body = "", length }: Reply): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({
    "content-type": "application/json",
    ...(length !== false && { "content-length": String(length ?? bytes.length) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Said\r\n${lines.join("")}\r\n`, "latin1"), bytes]);
}

/** The complete reply; the connection stays. */
export const say =
  (reply: Reply): Misbehave =>
  (socket) =>
    socket.write(bytesOf(reply));

/** The reply, and the connection ends with it. */
export const sayAndClose =
  (reply: Reply): Misbehave =>
  (socket) =>
    socket.end(bytesOf(reply));

/** The first bytes of the reply, then a reset of the connection, a proper end, or silence. */
export const cut =
  (reply: Reply, keep: number, how: "reset" | "end" | "hang"): Misbehave =>
  (socket) => {
    const bytes = bytesOf(reply);
    const first = bytes.subarray(0, keep < 0 ? bytes.length + keep : keep);
    socket.write(first, () => {
      if (how === "end") socket.end();
      // A reset discards the bytes in the kernel; the first bytes get time to be sent.
      else if (how === "reset") setTimeout(() => socket.resetAndDestroy(), 20);
    });
  };

/** One byte at a time, forever. */
export const drip =
  (first: string, everyMs = 100): Misbehave =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write("x"), everyMs);
    socket.on("close", () => clearInterval(timer));
  };

/** As fast as the other end reads, without an end. */
export const flood =
  (first: string, chunk: string | Buffer): Misbehave =>
  (socket) => {
    socket.write(first);
    const pour = (): void => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once("drain", pour);
    };
    pour();
  };

export const reset: Misbehave = (socket) => void socket.resetAndDestroy();
export const hangUp: Misbehave = (socket: Socket) => void socket.end();
export const silence: Misbehave = () => {};
