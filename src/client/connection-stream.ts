import type { Socket } from "node:net";
import { Duplex } from "node:stream";

const NOTHING = Buffer.alloc(0);

/**
 * The connection that undici reads: see docs/adr/0016. Interim responses are left out. Nothing is read while undici's
 * parser is paused, and the end of the connection is passed on after the bytes before it.
 */
export class ConnectionStream extends Duplex {
  readonly #socket: Socket;
  /** Bytes that the parser has not asked for. */
  #waiting: Buffer = NOTHING;
  /** The parser has read everything, and reads on as soon as bytes arrive. */
  #isWanted = false;
  /** How the connection has ended; null = by its end. */
  #end: Error | null | undefined;
  /** A response may begin with the next bytes. */
  #isBeforeReply = false;
  /** The start of an interim response. */
  #partial: Buffer = NOTHING;

  constructor(socket: Socket) {
    // Without a reserve, `_read` is called only when the parser has read everything.
    super({ allowHalfOpen: false, decodeStrings: false, readableHighWaterMark: 0 });
    this.#socket = socket
      .on("error", (error) => this.#finish(error))
      .on("end", () => this.#finish(null))
      .on("close", () => this.#finish(null))
      .on("data", (bytes: Buffer) => this.#receive(bytes));
  }

  #receive(arrived: Buffer): void {
    const bytes = this.#isBeforeReply ? this.#skipInterimReplies(arrived) : arrived;
    if (bytes.length === 0) return;
    if (this.#isWanted) {
      this.#isWanted = false;
      this.push(bytes);
    } else {
      this.#waiting = Buffer.concat([this.#waiting, bytes]);
      this.#socket.pause();
    }
  }

  /** Called by the parser that has read everything, also when it goes on after a pause. */
  override _read(): void {
    if (this.#waiting.length > 0) {
      const bytes = this.#waiting;
      this.#waiting = NOTHING;
      this.push(bytes);
      return;
    }
    this.#isWanted = true;
    if (this.#end !== undefined) this.#passEnd(this.#end);
    else this.#socket.resume();
  }

  #finish(end: Error | null): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    if (this.#isWanted) this.#passEnd(end);
  }

  #passEnd(end: Error | null): void {
    if (end === null) this.push(null);
    else this.destroy(end);
  }

  override _write(chunk: string | Buffer, encoding: BufferEncoding, done: () => void): void {
    this.#isBeforeReply = true;
    // A failure is an event of the socket, which waits for the bytes that arrived before it.
    this.#socket.write(chunk, encoding, () => done());
  }

  override _writev(chunks: { chunk: string | Buffer; encoding: BufferEncoding }[], done: () => void): void {
    this.#isBeforeReply = true;
    this.#socket.cork();
    for (const { chunk, encoding } of chunks.slice(0, -1)) this.#socket.write(chunk, encoding);
    const last = chunks.at(-1)!;
    this.#socket.write(last.chunk, last.encoding, () => done());
    this.#socket.uncork();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  /** Returns the bytes without interim responses at their start; an incomplete one is kept. */
  #skipInterimReplies(arrived: Buffer): Buffer {
    const bytes = this.#partial.length === 0 ? arrived : Buffer.concat([this.#partial, arrived]);
    const { length, isOver } = readInterimReplies(bytes);
    const rest = bytes.subarray(length);
    this.#partial = isOver ? NOTHING : rest;
    this.#isBeforeReply = !isOver;
    return isOver ? rest : NOTHING;
  }
}

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
