import type { AppError } from "../../errors.ts";
import type { Job } from "../run/job.ts";
import type { ObjectIdentity } from "../part/sidecar.ts";
import { fetchSegments } from "./fetch-segments.ts";
import { Relieved, type Connection, type StartOver } from "../segments/connection.ts";
import { StallWatchdog, LOOK_MS } from "../segments/stall-watchdog.ts";
import { isSilent, isStuck } from "../segments/throughput-sample.ts";
import { LEAST_SEGMENT_BYTES, MOST_CONNECTIONS, SegmentPace } from "../segments/segment-pace.ts";
import { leftOf, SegmentPlan, type Segment } from "../segments/segment-plan.ts";

/** It is not worth to take less than this off somebody: he would be there himself as soon. */
const LEAST_HALF_BYTES = 2 * 1024 * 1024;
/** How long one of them may be stuck at first. */
const PATIENCE_MS = 2000;

/**
 * The connections of one file. The first begins with all of it; while the line shows that further ones bring more, helpers
 * fetch parts that lie ahead. Whatever befalls a helper, its part goes back to the others; the first one alone tells.
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
  /** The rest may be asked for by another connection without a risk, and is worth it. */
  #mayAskAnew = false;
  /** The next reply to the first connection goes on behind a break, of this run or between two. */
  isResuming: boolean;
  #bytes = 0;
  #pausedMs = 0;
  /** Sum over the connections: bytes, and the time that each took to come. */
  #sums = { bytes: 0, ms: 0 };
  /** Grows with each time that somebody was relieved: a line that is slow on the whole is not begun anew for ever. */
  #patienceMs = PATIENCE_MS;

  constructor(readonly job: Job) {
    const { run, part } = job;
    this.isResuming = part.held > 0;
    const isWanted = (): boolean => this.pace.width > 1 || this.#mayAskAnew;
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
  get isTooWide(): boolean {
    return 1 + this.#helpers.size > this.pace.width;
  }

  /** From zero, as this version of the object; nobody writes any more when the part is emptied. What it cost once is not risked again. */
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

  /** From now on others may help: the far side is known to serve ranges of this version (`hasRanges`), or not known not to. */
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

  /** A part for whoever has none: the first that nobody has, or the end of what somebody is long not done with. */
  take(): Segment | undefined {
    const most = this.#segmentBytes();
    return this.#plan.free(most) ?? this.#plan.halve(most, LEAST_HALF_BYTES);
  }

  giveBack(segment: Segment): void {
    this.#plan.giveBack(segment);
  }

  /** Bytes came in, and were written; `pausedMs` = so long the connection had to wait for that. */
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

  /** Nobody goes on: the first connection ends with this. */
  alarm(reason: StartOver | Relieved | AppError): void {
    this.#alarm.abort(reason);
  }

  /** What a connection waits for. When the first one is alone and hears no more, nobody else would see it. */
  attend<T>(connection: Connection, work: Promise<T>): Promise<T> {
    return connection.isHelper ? work : this.#watchdog.until(work);
  }

  /** Ends all helpers, and resolves when none of them does anything any more. */
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
    if (this.pace.width > 2 && this.#helpers.size > 0) this.#plan.shorten(segment, this.#segmentBytes());
    while (1 + this.#helpers.size < this.pace.width && this.#spare > 0) {
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

  /** Until one of them is done, or gives up what it is stuck with: the rest is free as soon as it has ended. */
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

  /** The first one is stuck with the last of a file that others had their share of: its reply ends where it is. */
  #passOn(): void {
    const { first } = this;
    void this.#watchdog.start();
    if (!this.#isLast || this.#spare === 0 || leftOf(first.segment) === 0 || !this.#isStuck(first)) return;
    this.#patienceMs *= 2;
    this.#help(this.#plan.pass(first.segment));
  }

  /** The first one is alone with what is left. */
  get #isLast(): boolean {
    return this.#helpers.size === 0 && this.pace.width > 1;
  }

  /** It is alone, brings nothing more, and another may. */
  get #isSilent(): boolean {
    const isAlone = this.#mayAskAnew && this.pace.isOpen && this.#helpers.size === 0;
    return isAlone && isSilent(this.first, this.job.run.settings.clock.now(), this.#patienceMs);
  }

  /** False = it has been seen to. */
  #lookAtFirst(): boolean {
    if (!this.#isSilent && !(this.#isLast && this.#isStuck(this.first))) return true;
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
