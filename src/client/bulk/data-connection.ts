import type { OnReadOpts, Socket } from "node:net";
import { setImmediate } from "node:timers";
import { TransportError, type Take } from "../../contract/send.ts";
import type { Clock } from "../../time/clock.ts";
import { readInterimReplies } from "../interim-replies.ts";
import { transportError } from "../transport-error.ts";
import { readPlainHead, type PlainHead } from "./plain-head.ts";

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

/** The size of a buffer until a long body comes: hundreds of connections bring small files. A head fits into its half. */
export const LEAST_BUFFER_BYTES = 256 * 1024;

/** With less room than this, what has arrived is handed over first. */
const LEAST_ROOM_BYTES = 64 * 1024;

/** Small replies use no more of a buffer than they must, which is good for the caches of the processor. */
const FRONT_BYTES = 128 * 1024;

/** A server may close a connection that it has not heard of for five seconds. */
const IDLE_MS = 4000;

/**
 * One HTTP/1.1 connection for GETs. Its socket reads into one buffer that is used again and again, and the bytes of a
 * body are handed over as they lie there. It understands only the plainest head (see `readPlainHead`); any other reply is
 * handed over whole, head included, for undici to read.
 */
export class DataConnection {
  #buffer: Buffer = Buffer.allocUnsafeSlow(LEAST_BUFFER_BYTES);
  /** Receives bytes while a taker still needs the other buffer: a TLS layer does not stop in the middle of what it read. */
  #spare: Buffer | undefined;
  /** Of the buffer: bytes from `#from` to `#to` have arrived and not been handed over. */
  #from = 0;
  #to = 0;
  #socket: Socket | undefined;
  #phase: "idle" | "head" | "body" | "closed" = "idle";
  #limits: ReplyLimits = { host: "", headersTimeoutMs: 0, idleTimeoutMs: 0 };
  #headBeforeMs = 0;
  #head: Waiter<PlainHead | "odd"> | undefined;
  #body: (Waiter<void> & { take: Take }) | undefined;
  /** Bytes of the body that have not been handed over; Infinity = up to the end of the connection. */
  #missing = 0;
  #isKept = false;
  /** A promise of the taker is pending. */
  #isTaking = false;
  #isGathering = false;
  #end: TransportError | "end" | undefined;
  /** A byte of the reply to the last request has arrived. */
  hasAnswered = false;
  /** Called when the reply has been taken and the next request may be sent. */
  onIdle: () => void = () => undefined;

  readonly onread: OnReadOpts = {
    buffer: () => this.#room(),
    callback: (count) => {
      this.#to += count;
      if (this.#phase === "head") this.#readHead();
      else if (this.#phase !== "body") this.close();
      else if (this.#isWhole || this.#buffer.length - this.#to < LEAST_ROOM_BYTES) this.#handOver();
      else this.#gather();
      return !this.#isHeldBack;
    },
  };

  constructor(
    readonly clock: Clock,
    /** The size of its buffer for a long body. */
    readonly mostBufferBytes: number,
  ) {}

  /** `hasOnread` = the socket was opened with our `onread`; bytes of another one (a tunnel's) are copied. */
  use(socket: Socket, hasOnread: boolean): void {
    this.#socket = socket;
    socket
      .on("error", (error) => this.#finish(transportError(error, this.#limits.host, "maybe")))
      .on("end", () => this.#finish("end"))
      .on("close", () => this.#finish(this.#broken()))
      .on("timeout", () => this.#onTimeout());
    if (!hasOnread) socket.on("data", (chunk: Buffer) => this.#copy(chunk));
    socket.resume();
  }

  get isIdle(): boolean {
    return this.#phase === "idle" && this.#end === undefined;
  }

  /** Sends the request, and resolves with the head of its reply. */
  request(text: string, limits: ReplyLimits): Promise<PlainHead | "odd"> {
    return new Promise((resolve, reject) => {
      this.#limits = limits;
      this.#phase = "head";
      this.#head = { resolve, reject };
      this.hasAnswered = false;
      this.#headBeforeMs = this.clock.now() + limits.headersTimeoutMs;
      if (this.#end !== undefined) return reject(this.#broken());
      this.#socket!.setTimeout(limits.headersTimeoutMs);
      this.#socket!.write(text, "latin1");
    });
  }

  /** Hands the body over; see `HttpResponse.drain`. Of an odd reply: everything that the connection brings. */
  drain(take: Take): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#body = { take, resolve, reject };
      if (this.#isWhole || this.#end !== undefined) this.#handOver();
      else this.#gather();
      if (!this.#isHeldBack) this.#resume();
    });
  }

  /** Ends the exchange with this error, behind the bytes that have arrived, and the connection with it. */
  destroy(error: TransportError): void {
    this.#finish(error);
    this.close();
  }

  close(): void {
    this.#socket?.destroy();
  }

  /**
   * Where the next bytes go. The socket asks after each read, also when it stops then, and remembers the answer: only here
   * may bytes change their place. Never empty.
   */
  #room(): Buffer {
    if (this.#from === this.#to) {
      const { length } = this.#buffer;
      if (this.#isTaking)
        [this.#buffer, this.#spare] = [this.#spare ?? Buffer.allocUnsafeSlow(length), this.#buffer];
      else if (this.#phase === "body" && this.#missing > length && length < this.mostBufferBytes)
        this.#buffer = Buffer.allocUnsafeSlow(this.mostBufferBytes);
      this.#from = this.#to = 0;
    } else if (this.#body === undefined && this.#to > FRONT_BYTES) {
      // A head, or a body that nobody takes yet. What lies before it in the buffer has been taken.
      this.#buffer.copyWithin(0, this.#from, this.#to);
      this.#to -= this.#from;
      this.#from = 0;
    }
    // Where nobody takes yet there must be room for what a TLS layer brings before it stops.
    const half = this.#buffer.length / 2;
    return this.#buffer.subarray(this.#to, this.#body === undefined && this.#to < half ? half : undefined);
  }

  #copy(chunk: Buffer): void {
    for (let rest = chunk; rest.length > 0;) {
      const count = rest.copy(this.#room());
      rest = rest.subarray(count);
      if (!this.onread.callback(count, chunk)) this.#socket!.pause();
    }
  }

  /** True while bytes wait for a taker: nothing further is read. A small body is read whole before one comes. */
  get #isHeldBack(): boolean {
    if (this.#phase !== "body" || this.#body !== undefined) return this.#isTaking;
    return !this.#isWhole && this.#to - this.#from > LEAST_ROOM_BYTES;
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
    this.#head!.resolve(head);
    this.#head = undefined;
  }

  /** Hands over when a turn of the event loop has brought nothing more, so that small pieces become one. */
  #gather(before = -1): void {
    if (this.#isGathering && before === -1) return;
    this.#isGathering = true;
    const arrived = this.#to - this.#from;
    setImmediate(() => {
      if (this.#phase === "body" && this.#to - this.#from > arrived) return this.#gather(arrived);
      this.#isGathering = false;
      this.#handOver();
      if (this.#isTaking) this.#socket!.pause();
    });
  }

  /** Hands over what has arrived; a body that is over by then, one way or the other, is settled. */
  #handOver(): void {
    const body = this.#body;
    if (body === undefined || this.#isTaking) return;
    const to = Math.min(this.#to, this.#from + this.#missing);
    const bytes = this.#buffer.subarray(this.#from, to);
    this.#from = to;
    this.#missing -= bytes.length;
    let taken: void | Promise<void> = undefined;
    // Set before, for a taker may abort.
    this.#isTaking = true;
    try {
      if (bytes.length > 0) taken = body.take(bytes);
    } catch (error) {
      this.#isTaking = false;
      return this.#settle(error);
    }
    if (taken !== undefined) return void this.#wait(taken);
    this.#isTaking = false;
    if (this.#missing === 0 || (this.#missing === Infinity && this.#end === "end")) this.#settle();
    else if (this.#end !== undefined) this.#settle(this.#end === "end" ? this.#broken() : this.#end);
  }

  async #wait(taken: Promise<void>): Promise<void> {
    try {
      await taken;
    } catch (error) {
      this.#isTaking = false;
      return this.#settle(error);
    }
    this.#isTaking = false;
    this.#handOver();
    if (!this.#isHeldBack) this.#resume();
    return undefined;
  }

  /** The end of the body: its reader hears of it, and the connection waits for the next request or is closed. */
  #settle(error?: unknown): void {
    const body = this.#body!;
    this.#body = undefined;
    // Bytes behind the announced end belong to nothing.
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

  /** Reads on. The time that a taker needed is not silence. */
  #resume(): void {
    if (this.#socket!.destroyed) return;
    if (this.#phase === "body") this.#socket!.setTimeout(this.#limits.idleTimeoutMs);
    this.#socket!.resume();
  }

  #onTimeout(): void {
    const { host, idleTimeoutMs } = this.#limits;
    if (this.#phase === "head") this.destroy(lateHead(this.#limits));
    else if (this.#phase !== "body") this.close();
    else if (!this.#isHeldBack)
      this.destroy(new TransportError("timeout", "maybe", `${host}: silent for ${idleTimeoutMs} ms`));
  }

  /** The connection has ended, or must. What has arrived is handed over before the reader hears of it. */
  #finish(end: TransportError | "end"): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#head?.reject(end === "end" ? this.#broken() : end);
    this.#head = undefined;
    this.#handOver();
  }

  #broken(): TransportError {
    return transportError(
      Object.assign(new Error("closed"), { code: "ECONNRESET" }),
      this.#limits.host,
      "maybe",
    );
  }
}

export const lateHead = ({ host, headersTimeoutMs }: ReplyLimits): TransportError =>
  new TransportError("timeout", "maybe", `${host}: no reply within ${headersTimeoutMs} ms`);
