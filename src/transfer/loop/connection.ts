import type { Segment } from "./segment-plan.ts";
import type { Flow } from "./slow-connections.ts";

/** The file no longer needs the connection, or another one fetches its segment faster. */
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
