/** A line is judged by what came in at least so long, and so many bytes: less is chance. */
const WINDOW_MS = 60;
const WINDOW_BYTES = 1024 * 1024;
/** What is over sooner is over before another connection is worth its making. */
const LONG_MS = 1000;
const LARGE_BYTES = 32 * 1024 * 1024;
/** What takes so long is worth another one, however small it is. */
const SLOW_MS = 5000;
/** What a connection brings that nothing holds back: servers and lines that cap one stay well below. */
const FAST_BYTES_PER_MS = 200_000;
/** First connections whose rate still changes by more than this have not shown what they can. */
const STEADY = 0.15;
/** Shares of the time in which our thread worked, or the connections waited for our disk, from which on more of them cannot help. */
const BUSY_SHARE = 0.7;
const PAUSED_SHARE = 0.25;
/** Share of `--limit-rate` that is near enough. */
const NEAR_LIMIT = 0.8;
/** A step pays at once when it brings this share of what the new connections would bring if each were as good as the old. */
const CLEAR_SHARE = 0.6;
/** As good as linear: each connection is capped by itself, so the next step is a large one. */
const LINEAR_SHARE = 0.85;
const STEP = 2;
const LARGE_STEP = 8;
/** A step that has had its time and brought less than this is taken back: a new connection starts slowly, so it has time. */
const LEAST_GAIN = 1.2;
const TRIAL_MS = 2000;
/** Until the next trial after one that did not pay; twice as long after each, up to a bound: lines change. */
const PAUSE_MS = 3000;
const MOST_PAUSE_MS = 300_000;
/** A segment is what a connection brings in this time: the round trip before each costs little, and none is long waited for. */
const SEGMENT_MS = 1000;
const LEAST_SEGMENT_BYTES = 4 * 1024 * 1024;
const MOST_SEGMENT_BYTES = 64 * 1024 * 1024;

/** What is known of a run at some moment; the first four only ever grow. */
export interface PaceReading {
  nowMs: number;
  /** Bytes received, over all connections. */
  bytes: number;
  /** Milliseconds in which our thread worked: while it does, the line waits for it. */
  busyMs: number;
  /** Milliseconds in which a connection waited for our disk. */
  pausedMs: number;
  /** Not yet here; Infinity while nobody knows. */
  leftBytes: number;
  /** Connections that there are, and those of them that have brought bytes. */
  active: number;
  flowing: number;
}

interface Trial {
  from: number;
  /** Bytes per millisecond without it. */
  before: number;
  sinceMs: number;
  windows: number;
}

/**
 * How many connections a run has: twice as many while that brings more, eight times when each brings as much as those
 * before, fewer when servers ask for that. Pure: readings go in, a number comes out.
 */
export class ConnectionPace {
  #connections: number;
  #start: PaceReading | undefined;
  #first: PaceReading | undefined;
  /** Bytes per millisecond of the last window, and how many connections brought them. */
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

  /** True when enough has come, for long enough, that a reading says something. */
  isDue(nowMs: number, bytes: number): boolean {
    const start = this.#start;
    return start === undefined || (nowMs - start.nowMs >= WINDOW_MS && bytes - start.bytes >= WINDOW_BYTES);
  }

  /** Whether so many bytes are worth another connection. */
  isWorth(leftBytes: number): boolean {
    // What the first connection brings is known soon; until then another one may only be in its way.
    if (this.#rate === undefined || this.#rate * 1000 >= this.limit * NEAR_LIMIT) return false;
    const each = this.#rate / this.#active;
    return each < FAST_BYTES_PER_MS && leftBytes >= LEAST_SEGMENT_BYTES && leftBytes >= each * LONG_MS;
  }

  /** What one connection is to ask for at a time, of a file of which so much is missing. */
  segmentBytes(leftBytes: number): number {
    const each = (this.#rate ?? Infinity) / this.#active;
    const most = Math.min(MOST_SEGMENT_BYTES, each * SEGMENT_MS, leftBytes / this.#connections);
    return Math.floor(Math.max(LEAST_SEGMENT_BYTES, most));
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

  /** A server has too many requests, and asks for a pause of this length. */
  shrink(nowMs: number, restMs: number): void {
    this.#retreat(Math.floor(this.#connections / 2), nowMs + restMs);
  }

  /** A connection failed. */
  lose(nowMs: number): void {
    // Many fail at a time when a server or the line does: that is one failure.
    if (nowMs < this.#notBeforeMs) this.#connections = Math.max(1, this.#connections - 1);
    else this.#retreat(this.#connections - 1, nowMs);
  }

  /** While most of the new connections are on their way, nothing can be said of them. */
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
    if (!isClear && 1 + gain < LEAST_GAIN) return this.#retreat(trial.from, nowMs);
    // The line is full before all of them are: as many as fill it.
    if (!isClear) this.#connections = Math.min(this.#connections, Math.ceil(trial.from * (1 + gain)));
    this.#factor = gain >= LINEAR_SHARE * linear ? LARGE_STEP : STEP;
    this.#pauseMs = PAUSE_MS;
    this.#trial = undefined;
  }

  #step(rate: number, reading: PaceReading): void {
    const { nowMs, leftBytes, active } = reading;
    const from = this.#connections;
    // Fewer than there may be: there is no work for more.
    const isIdle = active < from;
    const isLarge = leftBytes >= LARGE_BYTES && leftBytes >= rate * LONG_MS;
    const isWorth = isLarge || leftBytes >= rate * SLOW_MS;
    // What is fast on the whole is not capped, whatever slows it down now; nor is a burst after a pause what a line brings.
    const isFast = Math.max(rate, this.#mean(reading)) / from >= FAST_BYTES_PER_MS;
    const isEnough = isFast || rate * 1000 >= this.limit * NEAR_LIMIT;
    const enough = Math.ceil((this.limit / 1000 / rate) * from);
    const connections = Math.min(from * this.#factor, this.most, enough);
    if (isIdle || !isWorth || isEnough || nowMs < this.#notBeforeMs || connections <= from) return;
    this.#hasStepped = true;
    this.#trial = { from, before: rate, sinceMs: nowMs, windows: 0 };
    this.#connections = connections;
  }

  /** Bytes per millisecond since the first reading. */
  #mean({ bytes, nowMs }: PaceReading): number {
    const { bytes: firstBytes, nowMs: firstMs } = this.#first!;
    return (bytes - firstBytes) / (nowMs - firstMs);
  }

  #retreat(connections: number, nowMs: number): void {
    this.#connections = Math.max(1, connections);
    this.#trial = undefined;
    this.#factor = STEP;
    this.#rate = undefined;
    this.#start = undefined;
    this.#notBeforeMs = Math.max(this.#notBeforeMs, nowMs + this.#pauseMs);
    this.#pauseMs = Math.min(MOST_PAUSE_MS, this.#pauseMs * 2);
  }
}
