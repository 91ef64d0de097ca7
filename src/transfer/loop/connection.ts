import type { Segment } from "./segment-plan.ts";
import { ThroughputSample } from "./throughput-sample.ts";

/** The connection brings nothing, or too little: its segment is asked for by another. */
export class Relieved extends Error {
  override readonly name = "Relieved";
}

/** The connection is not wanted by its file any more. */
export class Dismissed extends Error {
  override readonly name = "Dismissed";
}

/** One of the requests that a run has under way at a time: it fetches one segment after the other, of whatever file. */
export class Connection {
  segment: Segment = { at: 0, to: 0 };
  /** It has brought bytes, of any file: it is open, and no longer on its way. */
  hasFlowed = false;
  /** Of the request under way; undefined before there is one. */
  sample: ThroughputSample | undefined;
  /** What came last is still being written. */
  writing: Promise<void> | undefined;
  #ending = new AbortController();
  #signal: AbortSignal;

  constructor(readonly runSignal: AbortSignal) {
    this.#signal = AbortSignal.any([runSignal, this.#ending.signal]);
  }

  /** Aborts with the run, and when the file that it fetches does not want it any more. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** For the next segment. */
  begin(segment: Segment): void {
    this.segment = segment;
    this.sample = undefined;
    this.writing = undefined;
    if (!this.#ending.signal.aborted) return;
    this.#ending = new AbortController();
    this.#signal = AbortSignal.any([this.runSignal, this.#ending.signal]);
  }

  /** A request goes out. */
  noteRequest(nowMs: number): void {
    this.sample = new ThroughputSample(nowMs);
  }

  end(reason: Relieved | Dismissed): void {
    this.#ending.abort(reason);
  }
}
