import type { OnReadOpts, Socket } from "node:net";
import { setImmediate } from "node:timers";
import type { TransportError, Take } from "../../contract/send.ts";
import type { Clock } from "../../time/clock.ts";
import { transportError } from "../transport-error.ts";
import { lateBody, lateHead, lost, Silence, type Heir, type Limits, type Waiter } from "./data-exchange.ts";
import { readPlainHead, type PlainHead } from "./plain-head.ts";
import { Slabs } from "./slabs.ts";

/**
 * One HTTP/1.1 connection whose socket reads straight into large buffers. It understands the plainest of replies only;
 * what is anything else is told as "odd", and the connection given to somebody who understands more (`giveAway`).
 */
export class DataConnection {
  readonly #slabs = new Slabs();
  readonly #silence = new Silence();
  #socket: Socket | undefined;
  #phase: "idle" | "head" | "body" | "given" | "over" = "idle";
  #limits: Limits = { host: "", headersTimeoutMs: 0, idleTimeoutMs: 0 };
  #headBeforeMs = 0;
  #head: Waiter<PlainHead | "odd"> | undefined;
  #body: (Waiter<void> & { take: Take }) | undefined;
  #heir: Heir | undefined;
  #failure: TransportError | undefined;
  /** Bytes of the body that have not arrived. */
  #missing = 0;
  #isKept = false;
  #isPaused = false;
  #isReading = false;
  #isGiving = false;
  #hasEnded = false;
  /** A byte of the reply to the last request has arrived. */
  isAnswered = false;
  idleSinceMs = 0;
  /** Told once, when this can no longer be used. */
  onOver: () => void = () => undefined;
  /** Told when the reply is taken in and the next request may go out. */
  onIdle: () => void = () => undefined;

  readonly onread: OnReadOpts = {
    buffer: () => this.#slabs.room,
    callback: (count) => {
      this.#slabs.filled(count);
      this.#isReading = true;
      const goesOn = this.#onBytes(count);
      this.#isReading = false;
      this.#isPaused = !goesOn;
      return goesOn;
    },
  };

  constructor(readonly clock: Clock) {
    this.#slabs.onSettled = (error) => {
      if (error !== undefined) this.#endBody(error);
      else this.#give();
    };
  }

  /** `socket` was opened with our `onread`. */
  use(socket: Socket): this {
    this.#socket = socket;
    const onEnd = (): void => {
      this.#hasEnded = this.#failure === undefined;
      this.#fail(lost(this.#limits));
    };
    const onError = (error: Error): void => this.#fail(transportError(error, this.#limits.host, "maybe"));
    socket.on("error", onError).on("end", onEnd).on("close", onEnd);
    socket.on("timeout", () => this.#onTimeout()).resume();
    return this;
  }

  get isIdle(): boolean {
    return this.#phase === "idle" && this.#failure === undefined;
  }

  /** Sends the request, and resolves with the head of its reply. */
  ask(request: string, limits: Limits): Promise<PlainHead | "odd"> {
    return new Promise((resolve, reject) => {
      this.#limits = limits;
      this.#phase = "head";
      this.isAnswered = false;
      this.#head = { resolve, reject };
      this.#headBeforeMs = this.clock.now() + limits.headersTimeoutMs;
      this.#silence.limit(this.#socket!, limits.headersTimeoutMs);
      this.#socket!.write(request, "latin1");
    });
  }

  /** Hands the body over; see `HttpResponse.drain`. */
  drain(take: Take): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#body = { take, resolve, reject };
      this.#give();
    });
  }

  /** Everything from the head on, and all that follows, is the heir's. */
  giveAway(heir: Heir): Socket {
    this.#phase = "given";
    this.#heir = heir;
    this.#socket!.setTimeout(0);
    this.#inherit();
    if (this.#failure === undefined) this.resume();
    else this.#tellHeir(this.#failure);
    return this.#socket!;
  }

  /** Not wanted any more. */
  close(): void {
    this.#socket?.destroy();
  }

  /** Ends the exchange with this error, and the connection with it. */
  destroy(error: TransportError): void {
    this.#fail(error);
    this.#socket?.destroy();
  }

  /** False = no more for now. */
  #onBytes(count: number): boolean {
    if (this.#phase === "head") this.#onHeadBytes();
    else if (this.#phase === "body") this.#onBodyBytes(count);
    else if (this.#phase !== "given") this.#socket?.destroy();
    if (this.#phase === "given") return this.#inherit();
    if (this.#phase !== "head") return this.#slabs.turn();
    this.#slabs.gather();
    return true;
  }

  #onHeadBytes(): void {
    this.isAnswered = true;
    const head = readPlainHead(this.#slabs.bytes);
    if (head === "more") {
      const leftMs = this.#headBeforeMs - this.clock.now();
      if (leftMs <= 0) this.#onTimeout();
      else this.#silence.limit(this.#socket!, leftMs);
      return;
    }
    if (head !== "odd") {
      this.#slabs.begin(head.bodyStart, head.length);
      this.#phase = "body";
      this.#isKept = head.isKept;
      this.#missing = head.length;
      this.#silence.limit(this.#socket!, this.#limits.idleTimeoutMs);
      this.#count(this.#slabs.bytes.length);
    } else this.#phase = "given";
    this.#head?.resolve(head);
    this.#head = undefined;
  }

  #onBodyBytes(count: number): void {
    this.#count(count);
    if (this.#body === undefined) return;
    if (this.#missing === 0 || this.#slabs.isFull) this.#give();
    else if (!this.#isGiving) this.#giveSoon();
  }

  /** What comes in small pieces is handed over together, when a turn has brought no more of it. */
  #giveSoon(): void {
    const before = this.#missing;
    this.#isGiving = true;
    setImmediate(() => {
      this.#isGiving = false;
      if (this.#missing < before && this.#phase === "body") this.#giveSoon();
      else this.#give();
    });
  }

  /** Bytes behind the announced end belong to nothing: they are dropped, and the connection is not used again. */
  #count(count: number): void {
    const surplus = Math.max(0, count - this.#missing);
    this.#missing -= count - surplus;
    if (surplus === 0) return;
    this.#slabs.drop(surplus);
    this.#isKept = false;
  }

  #give(): void {
    const { take } = this.#body ?? {};
    if (take === undefined) return;
    try {
      this.#slabs.give(take);
    } catch (error) {
      return this.#endBody(error);
    }
    if (!this.#isReading && this.#slabs.hasReserve) this.resume();
    if (this.#slabs.isBusy) return;
    if (this.#missing === 0 && this.#slabs.isEmpty) return this.#endBody();
    if (this.#failure !== undefined) this.#endBody(this.#failure);
  }

  #endBody(error?: unknown): void {
    const body = this.#body;
    this.#body = undefined;
    if (error !== undefined) {
      this.#phase = "over";
      this.#socket?.destroy();
      body?.reject(error);
      return;
    }
    this.#phase = "idle";
    this.idleSinceMs = this.clock.now();
    if (!this.#isKept || this.#failure !== undefined) {
      this.#phase = "over";
      this.#socket!.destroy();
    } else if (this.#isReading) this.#slabs.rewind();
    else this.resume();
    this.onIdle();
    body?.resolve();
  }

  /** False = enough for now. Between the last piece of the head and the heir's coming, the bytes wait. */
  #inherit(): boolean {
    if (this.#heir === undefined) return false;
    const bytes = Buffer.from(this.#slabs.bytes);
    this.#slabs.skip(bytes.length);
    if (this.#isReading) this.#slabs.rewind();
    return this.#heir.push(bytes);
  }

  #tellHeir(error: TransportError): void {
    if (this.#hasEnded) this.#heir?.end();
    else this.#heir?.fail(error);
  }

  resume(): void {
    if (!this.#isPaused || this.#socket?.destroyed !== false) return;
    this.#isPaused = false;
    this.#socket.resume();
  }

  #onTimeout(): void {
    if (this.#phase === "head") return this.destroy(lateHead(this.#limits));
    if (this.#phase !== "body") return;
    // The silence is ours: nobody has asked for the bytes, or they are on their way to the disk.
    if (this.#body === undefined || this.#slabs.isBusy) this.#socket!.setTimeout(this.#limits.idleTimeoutMs);
    else this.destroy(lateBody(this.#limits));
  }

  #fail(error: TransportError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.onOver();
    this.#head?.reject(error);
    this.#head = undefined;
    if (this.#phase === "given") this.#tellHeir(error);
    // What has arrived is handed over before the news.
    else if (this.#body !== undefined) this.#give();
  }
}
