import type { AppError } from "../../errors.ts";
import type { Job } from "../run/job.ts";
import type { ObjectIdentity } from "../part/sidecar.ts";
import { fetchSegments } from "./fetch-segments.ts";
import { Relieved, type Connection, type StartOver } from "../segments/connection.ts";
import { StallWatchdog, LOOK_MS } from "../segments/stall-watchdog.ts";
import { isStalled, isStuck } from "../segments/throughput-sample.ts";
import { LEAST_SEGMENT_BYTES, MOST_CONNECTIONS, SegmentPace } from "../segments/segment-pace.ts";
import { leftOf, SegmentPlan, type Segment } from "../segments/segment-plan.ts";

/** A connection does not give up less than this: it would have fetched that as soon itself. */
const LEAST_HALF_BYTES = 2 * 1024 * 1024;
/** How long a connection may be stuck at first. */
const PATIENCE_MS = 2000;

/**
 * The connections of one file. The first one begins with the whole file. While further connections increase the rate,
 * helpers fetch segments ahead of it. When a helper fails, its segment is free again; only the first connection reports.
 */
export class SegmentedDownload {
  readonly first: Connection;
  readonly pace = new SegmentPace();
  readonly #helpers = new Map<Connection, Promise<void>>();
  readonly #flowing = new Set<Connection>();
  readonly #watchdog: StallWatchdog;
  #plan: SegmentPlan;
  #alarm = new AbortController();
  #isShared = false;
  /** The rest can be requested on another connection without a risk, and is large enough for that. */
  #mayAskAnew = false;
  /** The next reply to the first connection continues after an interruption, of this run or an earlier one. */
  isResuming: boolean;
  #bytes = 0;
  #pausedMs = 0;
  /** Sum over the connections: bytes, and the time that each took to come. */
  #sums = { bytes: 0, ms: 0 };
  /** Doubles whenever a connection was replaced, so that a line that is slow throughout is not restarted for ever. */
  #patienceMs = PATIENCE_MS;

  constructor(readonly job: Job) {
    const { run, part } = job;
    this.isResuming = part.held > 0;
    const isWanted = (): boolean => this.pace.connections > 1 || this.#mayAskAnew;
    this.#watchdog = new StallWatchdog(run.settings.clock, isWanted, () => this.#lookAtFirst());
    this.#plan = new SegmentPlan(() => part.written, part.size ?? Infinity);
    this.first = {
      job,
      download: this,
      segment: this.#rest(),
      signal: run.signal,
      isHelper: false,
      renewals: 0,
    };
    this.arm();
  }

  get size(): number {
    return this.#plan.size;
  }

  /** True when the pace asks for fewer connections than there are. */
  get hasTooMany(): boolean {
    return 1 + this.#helpers.size > this.pace.connections;
  }

  /** Starts again from zero, with this version of the object; no connection writes any more when the part is emptied. A file that had to start again stays with one connection. */
  async begin(identity: ObjectIdentity): Promise<void> {
    const { part } = this.job;
    await this.dismiss();
    if (part.held > 0) this.pace.stop();
    await part.begin(identity);
    this.#plan = new SegmentPlan(() => part.written, part.size ?? Infinity);
    this.first.segment = this.#rest();
    this.#isShared = this.#mayAskAnew = false;
    if (this.#alarm.signal.aborted) this.arm();
  }

  /** How long the object is, by a reply to a range. */
  learnSize(size: number): void {
    this.job.part.sidecar.size = size;
    this.#plan.learnSize(size);
  }

  /** From now on helpers may fetch segments: the server serves ranges of this version (`hasRanges`), or has not said otherwise. */
  share(hasRanges: boolean): void {
    this.#isShared = true;
    this.#mayAskAnew = hasRanges && !this.job.isThreaded && this.size >= LEAST_SEGMENT_BYTES;
  }

  /** What the first connection is to fetch; undefined when everything is there. */
  async next(): Promise<Segment | undefined> {
    const { first } = this;
    first.signal.throwIfAborted();
    while (leftOf(first.segment) === 0) {
      this.#plan.giveBack(first.segment);
      const segment = this.take();
      if (segment !== undefined) first.segment = segment;
      else if (this.#helpers.size === 0) return undefined;
      else await this.#waitForHelpers();
      first.signal.throwIfAborted();
    }
    return first.segment;
  }

  /** A segment for a connection without one: the first free one, or the end of the longest that is being fetched. */
  take(): Segment | undefined {
    const most = this.#segmentBytes();
    return this.#plan.free(most) ?? this.#plan.halve(most, LEAST_HALF_BYTES);
  }

  giveBack(segment: Segment): void {
    this.#plan.giveBack(segment);
  }

  /** Bytes were received and written; `pausedMs` = how long the connection waited for the write. */
  note(connection: Connection, bytes: number, pausedMs: number): void {
    const { run, part } = this.job;
    run.flow.bytes += bytes;
    this.#bytes += bytes;
    this.#sums.bytes += bytes;
    this.#sums.ms += connection.sample?.note(run.settings.clock.now(), bytes) ?? 0;
    if (!this.#isShared || connection.signal.aborted) return;
    this.#flowing.add(connection);
    this.#pausedMs += pausedMs / (1 + this.#helpers.size);
    const isOthersTrial = run.flow.trial !== undefined && run.flow.trial !== this;
    this.pace.read({
      nowMs: run.settings.clock.now(),
      bytes: this.#bytes,
      runBytes: run.flow.bytes,
      changes: run.flow.changes,
      busyMs: run.flow.busy(),
      pausedMs: this.#pausedMs,
      leftBytes: this.size - part.held,
      flowing: this.#flowing.size,
      spare: isOthersTrial ? 0 : this.#spare,
      limit: run.settings.bytesPerSecond ?? Infinity,
    });
    if (!isOthersTrial) run.flow.trial = this.pace.isOnTrial ? this : undefined;
    this.#grow();
    if (connection === this.first) this.#passOn();
  }

  /** All connections stop: the first one ends with this reason. */
  alarm(reason: StartOver | Relieved | AppError): void {
    this.#alarm.abort(reason);
  }

  /** Waits for the work of a connection. The watchdog runs meanwhile when the first one is alone: no other connection would notice that it stalls. */
  attend<T>(connection: Connection, work: Promise<T>): Promise<T> {
    return connection.isHelper ? work : this.#watchdog.until(work);
  }

  /** Ends all helpers, and resolves when they have stopped. */
  async dismiss(): Promise<void> {
    const { flow } = this.job.run;
    flow.changes += 1;
    for (const { ending } of this.#helpers.keys()) ending?.abort(new Error("not wanted any more"));
    await Promise.all(this.#helpers.values());
    if (flow.trial === this) flow.trial = undefined;
  }

  #grow(): void {
    const { segment } = this.first;
    // The first trial took the very end, so that a stream that stays alone is not cut in the middle.
    if (this.pace.connections > 2 && this.#helpers.size > 0)
      this.#plan.shorten(segment, this.#segmentBytes());
    while (1 + this.#helpers.size < this.pace.connections && this.#spare > 0) {
      const part = this.take();
      if (part === undefined) return;
      this.#help(part);
    }
  }

  #help(segment: Segment): void {
    const { job } = this;
    const ending = new AbortController();
    const signal = AbortSignal.any([job.run.signal, ending.signal]);
    const connection: Connection = {
      job,
      download: this,
      segment,
      signal,
      ending,
      isHelper: true,
      renewals: 0,
    };
    const { flow } = job.run;
    flow.helpers += 1;
    const helping = fetchSegments(connection).finally(() => {
      flow.helpers -= 1;
      this.#helpers.delete(connection);
      this.#flowing.delete(connection);
    });
    this.#helpers.set(connection, helping);
  }

  /** Until a helper is done, or has given up a segment that it was stuck with. */
  async #waitForHelpers(): Promise<void> {
    const looking = new AbortController();
    const look = this.job.run.settings.clock.sleep(LOOK_MS, looking.signal).then(
      () => this.#relieve(),
      () => undefined,
    );
    await Promise.race([look, ...this.#helpers.values()]);
    looking.abort();
  }

  #relieve(): void {
    const stuck = [...this.#helpers.keys()].filter(
      (connection) => !connection.signal.aborted && this.#isStuck(connection),
    );
    for (const { ending } of stuck) ending?.abort(new Error("too slow"));
    if (stuck.length > 0) this.#patienceMs *= 2;
  }

  /** When the first connection is stuck with the last segment of a file, a helper takes over the rest, and its reply ends where it is. */
  #passOn(): void {
    const { first } = this;
    void this.#watchdog.start();
    if (!this.#isLast || this.#spare === 0 || leftOf(first.segment) === 0 || !this.#isStuck(first)) return;
    this.#patienceMs *= 2;
    this.#help(this.#plan.pass(first.segment));
  }

  /** The first connection is alone with the last segment. */
  get #isLast(): boolean {
    return this.#helpers.size === 0 && this.pace.connections > 1;
  }

  /** It is alone and receives nothing, and another connection may take over. */
  get #isStalled(): boolean {
    const isAlone = this.#mayAskAnew && this.pace.isOpen && this.#helpers.size === 0;
    return isAlone && isStalled(this.first, this.job.run.settings.clock.now(), this.#patienceMs);
  }

  /** False = it was stalled, and has been replaced. */
  #lookAtFirst(): boolean {
    if (!this.#isStalled && !(this.#isLast && this.#isStuck(this.first))) return true;
    this.#patienceMs *= 2;
    this.alarm(new Relieved());
    return false;
  }

  #isStuck(connection: Connection): boolean {
    const { bytes, ms } = this.#sums;
    return isStuck(connection, this.job.run.settings.clock.now(), this.#patienceMs, bytes / ms);
  }

  /** Helpers more that may be had: each holds a buffer, so the run has no more than one file may have. */
  get #spare(): number {
    const { hosts, flow } = this.job.run;
    return Math.min(hosts.spare(this.job.file.host), MOST_CONNECTIONS - 1 - flow.helpers);
  }

  #segmentBytes(): number {
    return this.pace.segmentBytes(this.size - this.job.part.held);
  }

  #rest(): Segment {
    return this.#plan.free(Infinity) ?? { at: 0, to: 0 };
  }

  /** After an alarm, for the next request. */
  arm(): void {
    this.#alarm = new AbortController();
    this.first.signal = AbortSignal.any([this.job.run.signal, this.#alarm.signal]);
  }
}
