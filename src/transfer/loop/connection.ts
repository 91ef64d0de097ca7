import type { TransferSettings } from "../options.ts";
import type { Segment } from "./segment-plan.ts";

/** The connection is too slow: another one fetches its segment. */
export class Relieved extends Error {
  override readonly name = "Relieved";
}

/** The file no longer needs the connection. */
export class Dismissed extends Error {
  override readonly name = "Dismissed";
}

/** One of the parallel requests of a run. It fetches one segment after the other, of any file. */
export class Connection {
  segment: Segment = { at: 0, to: 0 };
  /** True once it has received bytes of any file. */
  hasFlowed = false;
  /** The bytes of the running request; undefined before the first one. */
  flow: Flow | undefined;
  /** The running write of the last bytes. */
  writing: Promise<void> | undefined;
  #ending = new AbortController();
  #signal: AbortSignal;

  constructor(readonly runSignal: AbortSignal) {
    this.#signal = AbortSignal.any([runSignal, this.#ending.signal]);
  }

  /** Aborts with the run, and when its file dismisses the connection. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Prepares the next segment. */
  begin(segment: Segment): void {
    this.segment = segment;
    this.flow = undefined;
    this.writing = undefined;
    if (!this.#ending.signal.aborted) return;
    this.#ending = new AbortController();
    this.#signal = AbortSignal.any([this.runSignal, this.#ending.signal]);
  }

  /** Notes the start of a request. */
  noteRequest(nowMs: number): void {
    this.flow = new Flow(nowMs);
  }

  end(reason: Relieved | Dismissed): void {
    this.#ending.abort(reason);
  }
}

type LeastRate = Pick<TransferSettings, "minBytesPerSecond" | "rateWindowMs">;

/** A rate covers one window to two. */
const WINDOW_MS = 1000;

/** The bytes of one request over time. */
export class Flow {
  #fromMs: number;
  #bytes = 0;
  #windowMs: number;
  #windowBytes = 0;
  #notedMs: number;
  /** Bytes of the window of `isTrickle`, and its start. */
  #fewBytes = 0;
  #fewSinceMs: number;

  constructor(readonly sinceMs: number) {
    this.#fromMs = this.#windowMs = this.#notedMs = this.#fewSinceMs = sinceMs;
  }

  /** Notes received bytes; returns the milliseconds since the previous ones. */
  note(nowMs: number, bytes: number): number {
    this.#roll(nowMs);
    this.#windowBytes += bytes;
    const waitedMs = nowMs - this.#notedMs;
    this.#notedMs = nowMs;
    return waitedMs;
  }

  /** Milliseconds since the last byte; 0 = there was none yet. */
  idleMs(nowMs: number): number {
    return this.#notedMs === this.sinceMs ? 0 : nowMs - this.#notedMs;
  }

  /** Notes received bytes; reports whether a window of reading time had fewer than `--min-rate`. */
  isTrickle(nowMs: number, bytes: number, { minBytesPerSecond, rateWindowMs }: LeastRate): boolean {
    this.#fewBytes += bytes;
    const elapsedMs = nowMs - this.#fewSinceMs;
    if (elapsedMs < rateWindowMs) return false;
    const isSlow = this.#fewBytes < (minBytesPerSecond * elapsedMs) / 1000;
    this.#fewSinceMs = nowMs;
    this.#fewBytes = 0;
    return isSlow;
  }

  /** Excludes time in which the server waited for us from the window of `isTrickle`. */
  pause(ms: number): void {
    this.#fewSinceMs += ms;
  }

  /** Bytes per millisecond, over the last one to two seconds. */
  rate(nowMs: number): number {
    this.#roll(nowMs);
    return (this.#bytes + this.#windowBytes) / Math.max(1, nowMs - this.#fromMs);
  }

  #roll(nowMs: number): void {
    if (nowMs - this.#windowMs < WINDOW_MS) return;
    this.#fromMs = this.#windowMs;
    this.#bytes = this.#windowBytes;
    this.#windowMs = nowMs;
    this.#windowBytes = 0;
  }
}
