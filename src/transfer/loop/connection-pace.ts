/** Minimum time and bytes of a throughput sample. A smaller sample is noise. */
const WINDOW_MS = 60;
const WINDOW_BYTES = 1024 * 1024;
/** Minimum time and bytes for another connection. Shorter downloads end before it is useful. */
const LONG_MS = 1000;
const LARGE_BYTES = 32 * 1024 * 1024;
/** A download that takes this long is worth another connection, whatever its size. */
const SLOW_MS = 5000;
/** Rate that shows that the server does not limit a connection. */
const FAST_BYTES_PER_MS = 200_000;
/** The rate of the first connections must change by less than this share before they are judged. */
const STEADY = 0.15;
/** Shares of time in which the main thread is busy, or connections wait for the disk. Above, connections cannot help. */
const BUSY_SHARE = 0.7;
const PAUSED_SHARE = 0.25;
/** Share of `--limit-rate` that counts as reaching it. */
const NEAR_LIMIT = 0.8;
/** A step counts as a gain immediately at this share of linear growth. */
const CLEAR_SHARE = 0.6;
/** Share of linear growth from which the next step is large, because the server seems to limit each connection. */
const LINEAR_SHARE = 0.85;
const STEP = 2;
const LARGE_STEP = 8;
/** A step is reverted if it gains less than this factor after the trial time: new connections start slowly. */
const MIN_GAIN = 1.2;
const TRIAL_MS = 2000;
/** Pause after a step that did not pay. It doubles each time, up to a maximum, because networks change. */
const PAUSE_MS = 3000;
const MAX_PAUSE_MS = 300_000;
/** Time of a segment at the rate of its connection: long enough to hide the round trip, short enough to end soon. */
const SEGMENT_MS = 1000;
const MIN_SEGMENT_BYTES = 4 * 1024 * 1024;
const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;

/** The state of a run at one moment; the first four values only grow. */
export interface PaceReading {
  nowMs: number;
  /** Bytes received, over all connections. */
  bytes: number;
  /** Milliseconds in which the main thread was busy; meanwhile the network waits for it. */
  busyMs: number;
  /** Milliseconds in which a connection waited for the disk. */
  pausedMs: number;
  /** Missing bytes; Infinity while unknown. */
  leftBytes: number;
  /** Open connections, and the connections among them that have received bytes. */
  active: number;
  flowing: number;
}

interface Trial {
  from: number;
  /** Bytes per millisecond before the step. */
  before: number;
  sinceMs: number;
  windows: number;
}

/**
 * Decides the number of connections of a run from readings of its throughput. The number doubles while the rate grows, and
 * grows eightfold while the rate grows linearly. It shrinks when servers ask for fewer requests.
 */
export class ConnectionPace {
  #connections: number;
  #start: PaceReading | undefined;
  #first: PaceReading | undefined;
  /** Bytes per millisecond of the last window, and its number of connections. */
  #rate: number | undefined;
  #active = 1;
  #trial: Trial | undefined;
  #hasStepped = false;
  #factor = STEP;
  #pauseMs = PAUSE_MS;
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  constructor(
    start: number,
    readonly most: number,
    /** `--limit-rate`, in bytes per second. */
    readonly limit = Infinity,
  ) {
    this.#connections = Math.min(start, most);
  }

  get connections(): number {
    return this.#connections;
  }

  /** Reports whether the window is long and large enough for a reading. */
  isDue(nowMs: number, bytes: number): boolean {
    const start = this.#start;
    return start === undefined || (nowMs - start.nowMs >= WINDOW_MS && bytes - start.bytes >= WINDOW_BYTES);
  }

  /** Reports whether the missing bytes are worth another connection. */
  isWorth(leftBytes: number): boolean {
    // The rate of the first connection is known soon; before that, another one may only slow it down.
    if (this.#rate === undefined || this.#rate * 1000 >= this.limit * NEAR_LIMIT) return false;
    const each = this.#rate / this.#active;
    return each < FAST_BYTES_PER_MS && leftBytes >= MIN_SEGMENT_BYTES && leftBytes >= each * LONG_MS;
  }

  /** Bytes per segment of a file with this many missing bytes. */
  segmentBytes(leftBytes: number): number {
    const each = (this.#rate ?? Infinity) / this.#active;
    const most = Math.min(MAX_SEGMENT_BYTES, each * SEGMENT_MS, leftBytes / this.#connections);
    return Math.floor(Math.max(MIN_SEGMENT_BYTES, most));
  }

  read(reading: PaceReading): void {
    const start = this.#start;
    this.#first ??= reading;
    if (start === undefined || this.#isWaiting(reading)) {
      this.#start = reading;
      return;
    }
    if (!this.isDue(reading.nowMs, reading.bytes)) return;
    const elapsedMs = reading.nowMs - start.nowMs;
    this.#start = reading;
    const before = this.#rate;
    this.#active = Math.max(1, Math.min(reading.active, this.#connections));
    const rate = (this.#rate = (reading.bytes - start.bytes) / elapsedMs);
    if (this.#trial !== undefined) this.#judge(this.#trial, rate, reading.nowMs);
    const isSteady = this.#hasStepped || Math.abs(rate / (before ?? Infinity) - 1) <= STEADY;
    const isBusy = reading.busyMs - start.busyMs >= elapsedMs * BUSY_SHARE;
    const isOurs = isBusy || reading.pausedMs - start.pausedMs >= elapsedMs * PAUSED_SHARE;
    if (isSteady && !isOurs && this.#trial === undefined) this.#step(rate, reading);
  }

  /**
   * Halves the number of connections: a server reports too many requests, and asks for a pause of this
   * length.
   */
  shrink(nowMs: number, restMs: number): void {
    this.#reduceTo(Math.floor(this.#connections / 2), nowMs + restMs);
  }

  /** Notes a failed connection. */
  noteFailure(nowMs: number): void {
    // A fault of the server or network fails many connections at once: that counts as one failure.
    if (nowMs < this.#notBeforeMs) this.#connections = Math.max(1, this.#connections - 1);
    else this.#reduceTo(this.#connections - 1, nowMs);
  }

  /** Reports whether most new connections are not open yet: the step cannot be judged yet. */
  #isWaiting({ nowMs, flowing }: PaceReading): boolean {
    if (this.#trial === undefined || nowMs - this.#trial.sinceMs >= TRIAL_MS) return false;
    const { from } = this.#trial;
    return flowing < from + (this.#connections - from) * 0.75;
  }

  #judge(trial: Trial, rate: number, nowMs: number): void {
    trial.windows += 1;
    const gain = rate / trial.before - 1;
    const linear = this.#connections / trial.from - 1;
    const isClear = gain >= CLEAR_SHARE * linear;
    if (!isClear && (nowMs - trial.sinceMs < TRIAL_MS || trial.windows < 2)) return;
    if (!isClear && 1 + gain < MIN_GAIN) return this.#reduceTo(trial.from, nowMs);
    // The network was full before all of them were open: keeps as many as fill it.
    if (!isClear) this.#connections = Math.min(this.#connections, Math.ceil(trial.from * (1 + gain)));
    this.#factor = gain >= LINEAR_SHARE * linear ? LARGE_STEP : STEP;
    this.#pauseMs = PAUSE_MS;
    this.#trial = undefined;
  }

  #step(rate: number, reading: PaceReading): void {
    const { nowMs, leftBytes, active } = reading;
    const from = this.#connections;
    // Fewer connections than allowed: there is no work for more.
    const isIdle = active < from;
    const isLarge = leftBytes >= LARGE_BYTES && leftBytes >= rate * LONG_MS;
    const isWorth = isLarge || leftBytes >= rate * SLOW_MS;
    // A high mean rate means no cap per connection, even if the rate is low now. A burst after a pause does not count.
    const isFast = Math.max(rate, this.#computeMean(reading)) / from >= FAST_BYTES_PER_MS;
    const isEnough = isFast || rate * 1000 >= this.limit * NEAR_LIMIT;
    const enough = Math.ceil((this.limit / 1000 / rate) * from);
    const connections = Math.min(from * this.#factor, this.most, enough);
    if (isIdle || !isWorth || isEnough || nowMs < this.#notBeforeMs || connections <= from) return;
    this.#hasStepped = true;
    this.#trial = { from, before: rate, sinceMs: nowMs, windows: 0 };
    this.#connections = connections;
  }

  /** Bytes per millisecond since the first reading. */
  #computeMean({ bytes, nowMs }: PaceReading): number {
    const { bytes: firstBytes, nowMs: firstMs } = this.#first!;
    return (bytes - firstBytes) / (nowMs - firstMs);
  }

  #reduceTo(connections: number, nowMs: number): void {
    this.#connections = Math.max(1, connections);
    this.#trial = undefined;
    this.#factor = STEP;
    this.#rate = undefined;
    this.#start = undefined;
    this.#notBeforeMs = Math.max(this.#notBeforeMs, nowMs + this.#pauseMs);
    this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2);
  }
}
