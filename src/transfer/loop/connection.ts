import type { TransferSettings } from "../options.ts";
import { countLeft, type Segment } from "./segments.ts";

/** Ends a request whose file no longer needs it, or whose segment another connection fetches faster. */
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
  /** Aborts with the run, and when its file dismisses the connection. */
  signal: AbortSignal;

  constructor(readonly runSignal: AbortSignal) {
    this.signal = AbortSignal.any([runSignal, this.#ending.signal]);
  }

  /** Prepares the next segment. */
  begin(segment: Segment): void {
    this.segment = segment;
    this.flow = undefined;
    this.writing = undefined;
    if (!this.#ending.signal.aborted) return;
    this.#ending = new AbortController();
    this.signal = AbortSignal.any([this.runSignal, this.#ending.signal]);
  }

  /** Ends the running request with Dismissed. */
  end(): void {
    this.#ending.abort(new Dismissed());
  }
}

// Slow connections: one below `--min-rate` is given up, and one that is much slower than usual is replaced.

/** Milliseconds that a connection may be stuck at first. */
const PATIENCE_MS = 2000;
/**
 * Factor by which the patience is longer for a single connection, which cannot be compared with others. It is stuck only
 * if it receives nothing.
 */
const ALONE = 2.5;
/** Required gain as a factor. A new connection costs a round trip or two, and may be equally slow. */
const WORTH = 3;
/** Length of a window. A rate is measured over one to two windows. */
const WINDOW_MS = 1000;

type LeastRate = Pick<TransferSettings, "minBytesPerSecond" | "rateWindowMs">;

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
  countIdleMs(nowMs: number): number {
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

  /** Excludes a wait of this program from the window of `isTrickle`, because the server could not send. */
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

/** A connection with its running request. */
interface Flowing {
  segment: Segment;
  flow?: Flow | undefined;
  writing?: Promise<void> | undefined;
}

/** Finds the connections of a file that are so slow that another should fetch their rest. */
export class SlowConnections {
  #received = { bytes: 0, ms: 0 };
  /** True once several connections have fetched the file, so that the usual rate is known. */
  #hadSeveral = false;
  /** Doubles each time, so that a slow network does not cause endless replacements. */
  #patienceMs = PATIENCE_MS;

  noteSeveral(): void {
    this.#hadSeveral = true;
  }

  noteBytes({ flow }: Flowing, nowMs: number, bytes: number): void {
    this.#received.bytes += bytes;
    this.#received.ms += flow?.note(nowMs, bytes) ?? 0;
  }

  /** Returns the connections to replace now; they are not returned again for a while. */
  take<C extends Flowing>(connections: Iterable<C>, nowMs: number): C[] {
    const usual = this.#hadSeveral ? this.#received.bytes / this.#received.ms : undefined;
    const slow = [...connections].filter((one) => isStuck(one, nowMs, this.#patienceMs, usual));
    if (slow.length > 0) this.#patienceMs *= 2;
    return slow;
  }
}

/**
 * Reports whether a new connection would fetch the rest of a segment much faster: the rest takes longer than `patienceMs`,
 * and many times longer than at `usual` bytes per millisecond. If `usual` is unknown, only a connection that receives
 * nothing is stuck. A connection that waits for the disk is not.
 */
export function isStuck(
  { segment, flow, writing }: Flowing,
  nowMs: number,
  patienceMs: number,
  usual?: number,
): boolean {
  if (flow === undefined || writing !== undefined) return false;
  if (usual === undefined) return flow.countIdleMs(nowMs) >= patienceMs * ALONE;
  if (nowMs - flow.sinceMs < patienceMs) return false;
  const left = countLeft(segment);
  return left / flow.rate(nowMs) > Math.max(patienceMs, (WORTH * left) / usual);
}
