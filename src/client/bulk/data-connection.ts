import type { OnReadOpts, Socket } from "node:net";
import { setImmediate } from "node:timers";
import { type HttpRequest, type Take, TransportError } from "../../contract/send.ts";
import type { Clock } from "../../time/clock.ts";
import { readInterimReplies } from "../connection-stream.ts";
import { toTransportError } from "../transport-error.ts";

export interface ReplyLimits {
  /** `host:port` for messages. */
  host: string;
  headersTimeoutMs: number;
  idleTimeoutMs: number;
}

interface Waiter<T> {
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
}

/** With less free space than this, received bytes are passed on first. */
const MIN_ROOM_BYTES = 64 * 1024;

/** A server may close a connection after five idle seconds. */
const IDLE_MS = 4000;

/**
 * One HTTP/1.1 connection for GETs. Its socket reads into a reused buffer, and body bytes are passed on without a copy. It understands only
 * the plainest head (see `readPlainHead`). It passes any other response on with its head, for undici to parse.
 */
export class DataConnection {
  #buffer: Buffer;
  /** Bytes `#from` to `#to` of the buffer have arrived and not been passed on. */
  #from = 0;
  #to = 0;
  #socket: Socket | undefined;
  #phase: "idle" | "head" | "body" | "closed" = "idle";
  #limits: ReplyLimits = { host: "", headersTimeoutMs: 0, idleTimeoutMs: 0 };
  #headBeforeMs = 0;
  #head: (Waiter<PlainHead | "odd"> & Pick<HttpRequest, "receive">) | undefined;
  #body: (Waiter<void> & { take: Take }) | undefined;
  /** Body bytes that have not been passed on; Infinity = up to the end of the connection. */
  #missing = 0;
  #isKept = false;
  /** A promise of the taker is pending. */
  #isTaking = false;
  #isGathering = false;
  #end: TransportError | "end" | undefined;
  /** The first byte of the last response has arrived. */
  hasAnswered = false;
  /** Called when the response has been read and the next request may be sent. */
  onIdle: () => void = () => undefined;
  /** Called when the body of the last response has ended, in any way. */
  onEnd: () => void = () => undefined;

  readonly onread: OnReadOpts = {
    buffer: () => this.#makeRoom(),
    callback: (count) => {
      this.#to += count;
      if (this.#phase === "head") this.#readHead();
      else if (this.#phase !== "body") this.close();
      if (this.#body !== undefined) {
        if (this.#isWhole || this.#buffer.length - this.#to < MIN_ROOM_BYTES) this.#passOn();
        else this.#gather();
      }
      if (this.#from !== this.#to) this.#keep();
      return !this.#isHeldBack;
    },
  };

  constructor(
    readonly clock: Clock,
    readonly buffers: ReadBuffers,
    /** Buffer size for a long body. */
    readonly mostBufferBytes: number,
  ) {
    this.#buffer = buffers.shared;
  }

  /**
   * Takes over a socket. `hasOnread` is true if the socket was opened with our `onread`. Bytes of other sockets, such as a tunnel, are
   * copied.
   */
  use(socket: Socket, hasOnread: boolean): void {
    this.#socket = socket;
    socket
      .on("error", (error) => this.#finish(toTransportError(error, this.#limits.host, "maybe")))
      .on("end", () => this.#finish("end"))
      .on("close", () => this.#finish(this.#makeClosedError()))
      .on("timeout", () => this.#onTimeout());
    if (!hasOnread) socket.on("data", (chunk: Buffer) => this.#copy(chunk));
    socket.resume();
  }

  get isIdle(): boolean {
    return this.#phase === "idle" && this.#end === undefined;
  }

  /** Sends the request, and resolves with the head of its response; after its body, if `receive` has a taker for it. */
  request(text: string, limits: ReplyLimits & Pick<HttpRequest, "receive">): Promise<PlainHead | "odd"> {
    return new Promise((resolve, reject) => {
      this.#limits = limits;
      this.#phase = "head";
      this.#head = { resolve, reject, receive: limits.receive };
      this.hasAnswered = false;
      this.#headBeforeMs = this.clock.now() + limits.headersTimeoutMs;
      if (this.#end !== undefined) return reject(this.#makeClosedError());
      this.#socket!.setTimeout(limits.headersTimeoutMs);
      this.#socket!.write(text, "latin1");
    });
  }

  /** Passes on a body without a taker. For an odd response: all bytes of the connection. */
  drain(take: Take): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#body = { take, resolve, reject };
      if (this.#isWhole || this.#end !== undefined) this.#passOn();
      else this.#gather();
      if (!this.#isHeldBack) this.#resume();
    });
  }

  /** Ends the exchange with this error at once, and closes the connection. */
  destroy(error: TransportError): void {
    if (this.#body === undefined) this.#finish(error);
    else {
      this.#end ??= error;
      this.#endBody(error);
    }
    this.close();
  }

  close(): void {
    this.#socket?.destroy();
  }

  /**
   * Returns the space for the next bytes, never empty. The socket asks after each read, even if it then
   * stops, and keeps the returned space. Only here may bytes move in the buffer.
   */
  #makeRoom(): Buffer {
    if (this.#from === this.#to) {
      const { length } = this.#buffer;
      const isLong = this.#phase === "body" && this.#missing > length;
      if (isLong && length < this.mostBufferBytes) this.#use(Buffer.allocUnsafeSlow(this.mostBufferBytes));
      else if (this.#phase !== "body" && length === MIN_BUFFER_BYTES) this.#use(this.buffers.shared);
      this.#from = this.#to = 0;
    } else if (this.#body === undefined && this.#to >= this.#buffer.length / 2) {
      // A head, or a body without a taker yet. The bytes before it in the buffer have been read.
      this.#buffer.copyWithin(0, this.#from, this.#to);
      this.#to -= this.#from;
      this.#from = 0;
    }
    // Without a taker, the buffer must have room for the rest of a TLS layer's read.
    const half = this.#buffer.length / 2;
    return this.#buffer.subarray(this.#to, this.#body === undefined && this.#to < half ? half : undefined);
  }

  /** Moves unread bytes out of the shared buffer. */
  #keep(): void {
    if (this.#buffer !== this.buffers.shared) return;
    const own = this.buffers.lend();
    this.#to = this.#buffer.copy(own, 0, this.#from, this.#to);
    this.#from = 0;
    this.#use(own);
  }

  #use(buffer: Buffer): void {
    this.buffers.takeBack(this.#buffer);
    this.#buffer = buffer;
  }

  #copy(chunk: Buffer): void {
    for (let rest = chunk; rest.length > 0;) {
      const count = rest.copy(this.#makeRoom());
      rest = rest.subarray(count);
      if (!this.onread.callback(count, chunk)) this.#socket!.pause();
    }
  }

  /**
   * True while bytes wait for a taker: nothing more is read. A small body is read completely before its taker
   * is known.
   */
  get #isHeldBack(): boolean {
    if (this.#phase !== "body" || this.#body !== undefined) return this.#isTaking;
    return !this.#isWhole && this.#to - this.#from > MIN_ROOM_BYTES;
  }

  get #isWhole(): boolean {
    return this.#to - this.#from >= this.#missing;
  }

  #readHead(): void {
    this.hasAnswered = true;
    const interim = readInterimReplies(this.#buffer.subarray(this.#from, this.#to));
    this.#from += interim.length;
    const head = interim.isOver ? readPlainHead(this.#buffer.subarray(this.#from, this.#to)) : "more";
    if (head === "more") {
      if (this.clock.now() > this.#headBeforeMs) this.#onTimeout();
      return;
    }
    this.#phase = "body";
    this.#missing = head === "odd" ? Infinity : head.length;
    this.#isKept = head !== "odd" && head.isKept;
    this.#from += head === "odd" ? 0 : head.bodyStart;
    const { resolve, reject, receive } = this.#head!;
    this.#head = undefined;
    if (head === "odd") return resolve(head);
    try {
      const take = receive?.(head);
      if (take === undefined) return resolve(head);
      this.#body = { take, resolve: () => resolve(Object.assign(head, { isTaken: true })), reject };
      if (!this.#isWhole) this.#socket!.setTimeout(this.#limits.idleTimeoutMs);
    } catch (error) {
      this.#phase = "closed";
      this.close();
      reject(error);
    }
  }

  /** Passes bytes on when a turn of the event loop has brought no more, so that small pieces are joined. */
  #gather(before = -1): void {
    if (this.#isGathering && before === -1) return;
    this.#isGathering = true;
    const arrived = this.#to - this.#from;
    setImmediate(() => {
      if (this.#phase === "body" && this.#to - this.#from > arrived) return this.#gather(arrived);
      this.#isGathering = false;
      this.#passOn();
      if (this.#isTaking) this.#socket!.pause();
    });
  }

  /** Passes the received bytes on, then ends the body at its end. */
  #passOn(): void {
    const body = this.#body;
    if (body === undefined || this.#isTaking) return;
    const to = Math.min(this.#to, this.#from + this.#missing);
    const bytes = this.#buffer.subarray(this.#from, to);
    this.#from = to;
    this.#missing -= bytes.length;
    let taken: void | Promise<void> = undefined;
    // Set first: a taker may abort.
    this.#isTaking = true;
    try {
      if (bytes.length > 0) taken = body.take(bytes);
    } catch (error) {
      this.#isTaking = false;
      return this.#endBody(error);
    }
    if (taken !== undefined) return void this.#wait(taken);
    this.#isTaking = false;
    if (this.#missing === 0 || (this.#missing === Infinity && this.#end === "end")) this.#endBody();
    else if (this.#end !== undefined)
      this.#endBody(this.#end === "end" ? this.#makeClosedError() : this.#end);
  }

  async #wait(taken: Promise<void>): Promise<void> {
    try {
      await taken;
    } catch (error) {
      this.#isTaking = false;
      return this.#endBody(error);
    }
    this.#isTaking = false;
    this.#passOn();
    if (!this.#isHeldBack) this.#resume();
    return undefined;
  }

  /** Ends the body: its reader is notified, and the connection waits for the next request or is closed. */
  #endBody(error?: unknown): void {
    const body = this.#body;
    // The exchange was given up while its taker was busy.
    if (body === undefined) return;
    this.#body = undefined;
    this.onEnd();
    // Bytes after the announced end make the connection unusable.
    const isReusable =
      error === undefined && this.#isKept && this.#from === this.#to && this.#end === undefined;
    this.#phase = isReusable ? "idle" : "closed";
    if (isReusable) {
      this.#socket!.setTimeout(IDLE_MS);
      this.onIdle();
    } else this.close();
    if (error === undefined) body.resolve();
    else body.reject(error);
  }

  /** Resumes reading. The time that a taker needed does not count as idle. */
  #resume(): void {
    if (this.#socket!.destroyed) return;
    if (this.#phase === "body") this.#socket!.setTimeout(this.#limits.idleTimeoutMs);
    this.#socket!.resume();
  }

  #onTimeout(): void {
    const { host, idleTimeoutMs } = this.#limits;
    if (this.#phase === "head") this.destroy(toLateHeadError(this.#limits));
    else if (this.#phase !== "body") this.close();
    else if (!this.#isHeldBack)
      this.destroy(new TransportError("timeout", "maybe", `${host}: silent for ${idleTimeoutMs} ms`));
  }

  /** Ends the connection. Received bytes are passed on before the reader is notified. */
  #finish(end: TransportError | "end"): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#head?.reject(end === "end" ? this.#makeClosedError() : end);
    this.#head = undefined;
    this.#passOn();
  }

  #makeClosedError(): TransportError {
    return toTransportError(
      Object.assign(new Error("closed"), { code: "ECONNRESET" }),
      this.#limits.host,
      "maybe",
    );
  }
}

export const toLateHeadError = ({ host, headersTimeoutMs }: ReplyLimits): TransportError =>
  new TransportError("timeout", "maybe", `${host}: no response within ${headersTimeoutMs} ms`);

/** A response head that needs no parser: the body is exactly `length` bytes. */
export interface PlainHead {
  status: number;
  headers: Record<string, string>;
  /** Bytes of the body. */
  length: number;
  /** Position of the body. */
  bodyStart: number;
  /** True when the server keeps the connection open. */
  isKept: boolean;
  /** Set when the body was taken. */
  isTaken?: true;
}

const MAX_HEAD_BYTES = 64 * 1024;
const MAX_HEADER_COUNT = 256;
const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d)(?: [\t\x20-\x7e]*)?$/;
const HEADER_LINE = /([\w!#$%&'*+.^`|~-]+):[\t ]*((?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?)[\t ]*\r\n/y;
const WITHOUT_BODY = new Set([204, 205, 304]);
/** Headers that change the meaning of the bytes after the head. */
const ODD_HEADERS = ["transfer-encoding", "upgrade", "trailer"];

/**
 * Reads a head. "more" = it is incomplete; "odd" = anything except the plainest response with one Content-Length. A real parser must judge that:
 * nothing is guessed here.
 */
export function readPlainHead(bytes: Buffer): PlainHead | "more" | "odd" {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf("\r\n\r\n");
  if (end === -1) return bytes.length >= MAX_HEAD_BYTES ? "odd" : "more";
  const text = bytes.toString("latin1", 0, end + 2);
  const statusEnd = text.indexOf("\r\n");
  const status = Number(STATUS_LINE.exec(text.slice(0, statusEnd))?.[1]);
  if (Number.isNaN(status) || WITHOUT_BODY.has(status)) return "odd";
  const headers = Object.create(null) as Record<string, string>;
  HEADER_LINE.lastIndex = statusEnd + 2;
  for (let count = 0; HEADER_LINE.lastIndex < text.length; count++) {
    const [, name, value] = HEADER_LINE.exec(text) ?? [];
    if (name === undefined || value === undefined || count === MAX_HEADER_COUNT) return "odd";
    const key = name.toLowerCase();
    const before = headers[key];
    if (before !== undefined && key === "content-length") return "odd";
    headers[key] = before === undefined ? value : `${before}, ${value}`;
  }
  const length = headers["content-length"] ?? "";
  const isCoded = !/^(?:identity)?$/i.test(headers["content-encoding"] ?? "");
  if (!/^\d{1,15}$/.test(length) || isCoded || ODD_HEADERS.some((name) => headers[name] !== undefined)) {
    return "odd";
  }
  const connection = (headers["connection"] ?? "keep-alive").toLowerCase();
  return { status, headers, length: Number(length), bodyStart: end + 4, isKept: connection === "keep-alive" };
}

/** Buffer size until a long body arrives: hundreds of connections fetch small files. A head fits into half of it. */
export const MIN_BUFFER_BYTES = 256 * 1024;

/**
 * Read buffers of all connections. A connection that has no unread bytes reads into `shared`, because its bytes are judged and written
 * before another connection reads. A connection with a part of a response borrows a buffer of its own until the rest arrives.
 */
export class ReadBuffers {
  readonly shared: Buffer = Buffer.allocUnsafeSlow(MIN_BUFFER_BYTES);
  readonly #free: Buffer[] = [];

  lend(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(MIN_BUFFER_BYTES);
  }

  takeBack(buffer: Buffer): void {
    if (buffer !== this.shared && buffer.length === MIN_BUFFER_BYTES) this.#free.push(buffer);
  }
}
