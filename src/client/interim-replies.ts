/**
 * Interim responses (1xx), which a server may send before any response. A client must be able to skip them
 * (RFC 9110, 15.2). undici skips all except `100 Continue`, at which it closes the connection
 * (nodejs/undici#197, in versions 7 and 8). The outcome of an order that is accepted after it would stay
 * unknown.
 */

/** The maximum length of an interim response. */
const MAX_HEAD_BYTES = 64 * 1024;
const STATUS_START = "HTTP/1.1 1";
const STATUS_LENGTH = "HTTP/1.1 100".length;
/** 101 is not an interim response: another protocol follows it. */
const INTERIM = /^HTTP\/1\.1 1(?!01)\d\d$/;
const END_OF_HEAD = "\r\n\r\n";

export interface InterimReplies {
  /** Number of bytes at the start that are complete interim responses. */
  length: number;
  /** False while the next bytes may start another one. */
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
