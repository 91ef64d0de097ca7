/** A line is judged by what came in at least so long, and so many bytes: less is chance. */
const WINDOW_MS = 60;
const WINDOW_BYTES = 1024 * 1024;
/** Below this a file is over before another connection is worth its making. */
const LARGE_BYTES = 32 * 1024 * 1024;
const LONG_MS = 1000;
/** What a connection brings that nothing holds back: far sides and lines that cap one stay well below. */
const FAST_BYTES_PER_MS = 200_000;
/** A first connection whose rate still changes by more than this has not shown what it can. */
const STEADY = 0.15;
/** Shares of the time in which our thread worked, or the connections waited for us, from which on more of them cannot help. */
const BUSY_SHARE = 0.7;
const PAUSED_SHARE = 0.25;
/** Share of the rate that we were told to keep which is near enough. */
const NEAR_LIMIT = 0.8;
/** A step pays at once when it brings this share of what the new connections would bring if each were as good as the old. */
const CLEAR_SHARE = 0.6;
/** Of what a file gains, the run must gain this share. */
const OWN_SHARE = 0.5;
/** As good as linear: each connection is capped by itself, so the next step is a large one. */
const LINEAR_SHARE = 0.85;
const LARGE_STEP = 8;
/** A step that has had its time and brought less than this is taken back: a new connection starts slowly, so it has time. */
const LEAST_GAIN = 1.2;
const TRIAL_MS = 2000;
/** Until the next trial after one that did not pay; twice as long after each, up to a bound: lines change. */
const PAUSE_MS = 3000;
const MOST_PAUSE_MS = 300_000;
const MOST_PART_BYTES = 64 * 1024 * 1024;
/** Less is not worth a request of its own. */
export const LEAST_SEGMENT_BYTES = 4 * 1024 * 1024;
/** A part is what a connection brings in this time: the round trip before each costs little of it, and none is long waited for. */
const PART_MS = 1000;
/** What far sides bear of one client, and what our own thread can still serve. */
export const MOST_CONNECTIONS = 32;

/** What is known at some moment; the first six only ever grow. */
export interface ThroughputReading {
  nowMs: number;
  /** Received of the file, and by the whole run. */
  bytes: number;
  runBytes: number;
  /** Times that a large file of the run has ended, or stopped being shared out. */
  changes: number;
  /** Milliseconds in which our thread worked: while it does, the line waits for it. */
  busyMs: number;
  /** Milliseconds in which a connection waited for our disk, or for the rate that we were told to keep. */
  pausedMs: number;
  /** Of the file, not yet there. */
  leftBytes: number;
  /** Connections of the file whose bytes have begun to come. */
  flowing: number;
  /** Connections that may still be opened. */
  spare: number;
  /** Bytes per second that the run was told to keep. */
  limit: number;
}

interface Trial {
  from: number;
  /** Bytes per millisecond without it, of the file and of the run. */
  before: number;
  runBefore: number;
  changes: number;
  sinceMs: number;
  windows: number;
}

/** How many segments of one file are fetched at a time. Pure: readings go in, the number of connections comes out. */
export class SegmentPace {
  #connections = 1;
  #start: ThroughputReading | undefined;
  /** Of the last window. */
  #rate: number | undefined;
  #first: ThroughputReading | undefined;
  #trial: Trial | undefined;
  #factor = 2;
  #pauseMs = PAUSE_MS;
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  get connections(): number {
    return this.#connections;
  }

  /** True between a step and its verdict. */
  get isOnTrial(): boolean {
    return this.#trial !== undefined;
  }

  /** False = this file stays with one connection for good. */
  get isOpen(): boolean {
    return this.#notBeforeMs < Number.POSITIVE_INFINITY;
  }

  /** Bytes per millisecond and connection. */
  get rate(): number {
    const { before = this.#rate ?? 0, from = this.#connections } = this.#trial ?? {};
    return before / from;
  }

  /** What one connection is to ask for at a time, of so much that is not yet there. */
  segmentBytes(leftBytes: number): number {
    const connections = this.#connections;
    if (connections === 1) return Infinity;
    const most = Math.min(MOST_PART_BYTES, this.rate * PART_MS, leftBytes / connections);
    return Math.floor(Math.max(LEAST_SEGMENT_BYTES, most));
  }

  read(reading: ThroughputReading): void {
    const start = this.#start;
    this.#first ??= reading;
    if (start === undefined || this.#isWaiting(reading)) {
      this.#start = reading;
      return;
    }
    const elapsedMs = reading.nowMs - start.nowMs;
    const bytes = reading.bytes - start.bytes;
    if (elapsedMs < WINDOW_MS || bytes < WINDOW_BYTES) return;
    this.#start = reading;
    const before = this.#rate;
    const rate = (this.#rate = bytes / elapsedMs);
    const runRate = (reading.runBytes - start.runBytes) / elapsedMs;
    if (this.#trial !== undefined) this.#judge(this.#trial, rate, runRate, reading);
    // Only a first connection speeds up by itself: more of them are compared with themselves.
    const isSteady = this.#connections > 1 || Math.abs(rate / (before ?? Infinity) - 1) <= STEADY;
    const isBusy = reading.busyMs - start.busyMs >= elapsedMs * BUSY_SHARE;
    const isOurs = isBusy || reading.pausedMs - start.pausedMs >= elapsedMs * PAUSED_SHARE;
    if (isSteady && !isOurs && this.#trial === undefined) this.#step(rate, runRate, reading);
  }

  /** The server has too many requests, and asks for a pause of this length. */
  shrink(nowMs: number, restMs: number): void {
    this.#retreat(Math.floor(this.#connections / 2), nowMs + restMs);
  }

  /** A connection failed. */
  lose(nowMs: number): void {
    this.#retreat(this.#connections - 1, nowMs);
  }

  /** Alone, and for good. */
  stop(): void {
    this.#retreat(1, Number.POSITIVE_INFINITY);
  }

  /** While most of the new connections are on their way, nothing can be said of them. */
  #isWaiting({ nowMs, flowing }: ThroughputReading): boolean {
    if (this.#trial === undefined || nowMs - this.#trial.sinceMs >= TRIAL_MS) return false;
    const { from } = this.#trial;
    return flowing < from + (this.#connections - from) * 0.75;
  }

  #judge(trial: Trial, rate: number, runRate: number, { nowMs, changes }: ThroughputReading): void {
    trial.windows += 1;
    // What the other files of the run lose by it is no gain.
    const isComparable = changes === trial.changes;
    const isTaken = isComparable && runRate - trial.runBefore < (rate - trial.before) * OWN_SHARE;
    const gain = isTaken ? 0 : rate / trial.before - 1;
    const linear = this.#connections / trial.from - 1;
    const isClear = gain >= CLEAR_SHARE * linear;
    if (!isClear && (nowMs - trial.sinceMs < TRIAL_MS || trial.windows < 2)) return;
    if (isClear || 1 + gain >= LEAST_GAIN) {
      // The line is full before all of them are: as many as fill it.
      if (!isClear) this.#connections = Math.min(this.#connections, Math.ceil(trial.from * (1 + gain)));
      this.#factor = gain >= LINEAR_SHARE * linear ? LARGE_STEP : 2;
      this.#pauseMs = PAUSE_MS;
      this.#trial = undefined;
    } else this.#retreat(trial.from, nowMs);
  }

  #step(rate: number, runRate: number, reading: ThroughputReading): void {
    const { nowMs, leftBytes, spare, limit, changes } = reading;
    const isWorth = leftBytes >= LARGE_BYTES && leftBytes / rate >= LONG_MS;
    // What is fast on the whole is not capped, whatever slows it down now; nor is a burst after a pause what a line brings.
    const isFast = Math.max(rate, this.#mean(reading)) / this.#connections >= FAST_BYTES_PER_MS;
    const isEnough = isFast || rate * 1000 >= limit * NEAR_LIMIT;
    const enough = Math.ceil((limit / 1000 / rate) * this.#connections);
    const connections = Math.min(
      this.#connections * this.#factor,
      MOST_CONNECTIONS,
      this.#connections + spare,
      enough,
    );
    if (!isWorth || isEnough || nowMs < this.#notBeforeMs || connections <= this.#connections) return;
    const from = this.#connections;
    this.#trial = { from, before: rate, runBefore: runRate, changes, sinceMs: nowMs, windows: 0 };
    this.#connections = connections;
  }

  /** Bytes per millisecond since the first. */
  #mean({ bytes, nowMs }: ThroughputReading): number {
    const { bytes: firstBytes, nowMs: firstMs } = this.#first!;
    return (bytes - firstBytes) / (nowMs - firstMs);
  }

  #retreat(connections: number, nowMs: number): void {
    this.#connections = Math.max(1, connections);
    this.#trial = undefined;
    this.#factor = 2;
    this.#rate = undefined;
    this.#start = undefined;
    this.#notBeforeMs = Math.max(this.#notBeforeMs, nowMs + this.#pauseMs);
    this.#pauseMs = Math.min(MOST_PAUSE_MS, this.#pauseMs * 2);
  }
}
