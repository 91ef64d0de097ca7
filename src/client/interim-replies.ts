/**
 * Interim replies (1xx) that a server sends before the reply to a request, whether or not they were asked for. A client
 * must be able to read past them (RFC 9110, 15.2). undici reads past all but `100 Continue`, at which it closes the
 * connection (nodejs/undici#197, so in versions 7 and 8): an order that was accepted behind one would stay unknown.
 */
import type { Socket } from "node:net";

/** The longest head of an interim reply that is waited for. */
const MAX_HEAD_BYTES = 64 * 1024;
const STATUS_START = "HTTP/1.1 1";
const STATUS_LENGTH = "HTTP/1.1 100".length;
/** 101 is no interim reply: what follows it is another protocol. */
const INTERIM = /^HTTP\/1\.1 1(?!01)\d\d$/;
const END_OF_HEAD = "\r\n\r\n";

export interface InterimReplies {
  /** How many bytes at the start are complete interim replies. */
  length: number;
  /** False while the bytes behind them may be the beginning of another one. */
  isOver: boolean;
}

export function readInterimReplies(bytes: Buffer): InterimReplies {
  for (let length = 0; ;) {
    const status = bytes.toString("latin1", length, length + STATUS_LENGTH);
    if (status.length < STATUS_LENGTH && STATUS_START.startsWith(status.slice(0, STATUS_START.length)))
      return { length, isOver: false };
    if (!INTERIM.test(status)) return { length, isOver: true };
    const head = bytes.subarray(length, length + MAX_HEAD_BYTES);
    const end = head.indexOf(END_OF_HEAD);
    if (end === -1) return { length, isOver: head.length === MAX_HEAD_BYTES };
    length += end + END_OF_HEAD.length;
  }
}

/**
 * Lets the readers of a socket see only final replies. Interim ones are looked for where a reply begins: at the first
 * bytes that arrive after something was written. The request itself is untouched and is never sent again.
 */
export function withoutInterimReplies(socket: Socket): Socket {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  /** What had been written when the last final reply began. */
  let answered = -1;
  let held: Buffer = Buffer.alloc(0);
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size);
      if (chunk === null || socket.bytesWritten === answered) return chunk;
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const { length, isOver } = readInterimReplies(bytes);
      held = bytes.subarray(length);
      if (!isOver) continue;
      const rest = held;
      held = Buffer.alloc(0);
      answered = socket.bytesWritten;
      return rest;
    }
  };
  return socket;
}
