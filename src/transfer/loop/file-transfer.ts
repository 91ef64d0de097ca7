import { AppError } from "../../errors.ts";
import { waitUntilAborted } from "../../time/deadline.ts";
import { isBusyStatus, parseRetryAfter } from "../../time/retry.ts";
import type { FileRef, TransferResult } from "../events.ts";
import { toRef, type PlannedFile } from "../plan.ts";
import { linkKey } from "../transfer-source.ts";
import { OtherLength, toOtherSize } from "../reply/whole-proof.ts";
import type { Whole } from "../reply/judge-reply.ts";
import type { Expired, RequestOutcome, Retry } from "../reply/request-outcome.ts";
import { NOT_AS_PROMISED, makeRerunHint } from "../rerun-hint.ts";
import { Attempts } from "./attempts.ts";
import { type Connection, Dismissed, SlowConnections } from "./connection.ts";
import { fetchSegment, type FetchedFile } from "./fetch-segment.ts";
import type { Run } from "./run.ts";
import { countLeft, SegmentPlan, type Segment } from "./segments.ts";
import { SourceChanged, readSums, type OpenFile, type Sink } from "./sink.ts";
import { verifyBytes } from "./verify-bytes.ts";

/** Minimum size of a share of another connection's segment. The other connection would soon fetch a smaller one itself. */
const MIN_HALF_BYTES = 2 * 1024 * 1024;
/** Minimum rest of a stalled connection that another connection takes over. */
const MIN_RELIEF_BYTES = 4 * 1024 * 1024;
/** Maximum number of connections for one file. Servers refuse more from one client. */
const MAX_CONNECTIONS_PER_FILE = 32;
/** Received bytes from which a failed connection is retried at once. */
const MIN_GAIN_BYTES = 64 * 1024;

/** Callbacks from a file to the connections of a run. */
export interface Neighbours {
  /** Reports that more of the file can be fetched than before. */
  onFree(file: FileTransfer): void;
  /** Reports stored bytes. */
  onBytes(connection: Connection, bytes: number, pausedMs: number): void;
  /** Reports that the file has failed. */
  onFault(file: FileTransfer, error: unknown): void;
  /**
   * Reports that a connection failed, or that the server asks for fewer connections for at least `restMs`.
   */
  onFewer(restMs?: number): void;
}

/**
 * While a file is `fetching`, connections may take segments. It is `resting` while its last connection waits before a
 * retry: no other connection may join, because the server may have asked for a pause. It is `over` when all bytes have
 * arrived or the file has failed. A failed check of the bytes opens another round, which is `fetching` again.
 */
type State = "fetching" | "resting" | "over";

/**
 * A file in progress, from its first segment to its publishing. A file of 100 MB, fetched by two connections:
 *
 * - The first connection takes the segment 0-16 MB, the second one 16-32 MB. Each leaves at its end and takes the next
 *   free segment, of this or another file.
 * - The second connection fails at 20 MB. It leaves, and 20-32 MB are free for the first one. If there is no other
 *   connection, the failed one waits and retries, as often as `Attempts` allows.
 * - At the end, nothing is free. A connection then takes half of the other one's segment (`split`).
 * - The last byte arrives. All connections leave, the bytes are verified, and the sink publishes them.
 *
 * Without this class, each connection would have to know the others: who retries, who renews the link, who verifies.
 */
export class FileTransfer implements FetchedFile {
  readonly file: PlannedFile;
  readonly ref: FileRef;
  readonly sink: Sink;
  href: string;
  readonly #attempts: Attempts;
  readonly #slow = new SlowConnections();
  readonly #connections = new Set<Connection>();
  /** Resolves when a connection leaves, then is replaced. */
  #leaving = Promise.withResolvers<void>();
  #plan: SegmentPlan;
  /** Resolves with the proof that the last byte has arrived, or rejects. Each round has its own promise. */
  #round = Promise.withResolvers<string>();
  #state: State = "fetching";
  /** Whether the server supports ranges of this version, according to its responses. */
  #ranges: Whole["ranges"] = false;
  /** The number of renewals of the link, and the number at the last served range. */
  #renewals = 0;
  #servedRanges = 0;
  /** True after a restart or a refused range: only one connection fetches the file. */
  #isAlone = false;
  /** The next response resumes this run's or an earlier run's download. */
  #isResuming: boolean;
  /** The size of each version by its strong ETag. A version has only one size. */
  readonly #sizes = new Map<string, number>();

  constructor(
    readonly run: Run,
    readonly open: OpenFile,
    readonly neighbours: Neighbours,
  ) {
    const { file, sink } = open;
    this.file = file;
    this.sink = sink;
    this.ref = toRef(file);
    this.#attempts = new Attempts(run, open, this.ref);
    this.href = run.renewal.requireLink(linkKey(file));
    this.#plan = this.#makePlan();
    this.#isResuming = sink.written.total > 0;
    this.#noteSize(sink.identity);
  }

  /** Throws OtherLength when the version had another size before. */
  #noteSize({ etag, size }: Pick<Whole["identity"], "etag" | "size">): void {
    // A validator without quotation marks is a time, which two versions may share.
    if (etag?.startsWith('"') !== true || size === undefined) return;
    const before = this.#sizes.get(etag);
    if (before !== undefined && before !== size) throw toOtherSize(etag, before, size);
    this.#sizes.set(etag, size);
  }

  /** True when the file has arrived or failed: nothing is left to fetch. */
  get isOver(): boolean {
    return this.#state === "over";
  }

  get isShared(): boolean {
    return this.#connections.size > 1;
  }

  /** Missing bytes; undefined while the size is unknown. */
  get leftBytes(): number | undefined {
    const size = this.sink.identity.size ?? this.file.size;
    return size === undefined ? undefined : size - this.sink.written.total;
  }

  /** Fetches, verifies and publishes the file. After all connections have left, throws the error that a retry cannot change. */
  async complete(): Promise<TransferResult> {
    const { open, sink, run, ref } = this;
    let hasFailed = true;
    try {
      run.emit({ type: "started", file: ref, size: this.file.size ?? sink.identity.size });
      const how = await this.#prove();
      const sums = readSums(sink);
      run.signal.throwIfAborted();
      const result = await waitUntilAborted(open.finish(how), run.signal);
      hasFailed = false;
      if (result.status !== "downloaded") return result;
      run.emit({ type: "verified", file: ref, ...sums, how });
      run.emit({ type: "finished", file: ref, ...sums, how });
      return result;
    } finally {
      this.#state = "over";
      if (this.#connections.size > 0) await this.#dismiss();
      await open.close(hasFailed);
    }
  }

  /**
   * Returns the checks that passed. Bytes that fail a check are fetched again from zero: the network or an
   * old part file may be the cause. A response of an unexpected length is also retried once, and keeps the
   * received bytes.
   */
  async #prove(): Promise<readonly string[]> {
    let faults = 0;
    let otherLengths = 0;
    for (let round = 0; ; round++) {
      this.#openRound();
      if (round > 0) this.neighbours.onFree(this);
      try {
        const proof = await this.#round.promise;
        // No connection may write verified bytes.
        if (this.#connections.size > 0) await this.#dismiss();
        await waitUntilAborted(this.sink.finishDigests(), this.run.signal);
        const verdict = await this.#verify(proof);
        if ("how" in verdict) return verdict.how;
        await this.#startAgain(verdict.fault, ++faults, verdict.next);
      } catch (error) {
        if (error instanceof SourceChanged)
          await this.#startAgain(`the file changed while it was fetched: ${error.message}`, ++faults);
        else if (error instanceof OtherLength && ++otherLengths === 1) {
          this.run.emit({ type: "restarted", file: this.ref, reason: error.message });
          await this.#dismiss();
        } else throw error;
      }
    }
  }

  /** Checks complete bytes, and lets the caller of the run inspect the file. */
  async #verify(proof: string): Promise<ReturnType<typeof verifyBytes>> {
    const verdict = verifyBytes(this.open, this.run.settings.checksum, proof);
    if ("fault" in verdict) return verdict;
    const found = await this.open.inspect?.();
    if (found === undefined) return verdict;
    return "how" in found ? { how: [...verdict.how, found.how] } : { fault: found.fault, next: undefined };
  }

  async #startAgain(fault: string, faults: number, next = NOT_AS_PROMISED): Promise<void> {
    if (!this.sink.canStartAgain) throw new AppError("service", "DOWNLOAD_INCOMPLETE", fault);
    await this.#dismiss();
    this.open.confirm?.();
    await this.sink.discard();
    this.#plan = this.#makePlan();
    this.#ranges = false;
    if (faults > 1) {
      const message = `${fault}, twice; nothing was kept`;
      throw new AppError("service", "DOWNLOAD_INCOMPLETE", message, { next });
    }
    this.run.emit({ type: "restarted", file: this.ref, reason: fault });
  }

  #openRound(): void {
    this.#round = Promise.withResolvers();
    this.#state = "fetching";
    this.#finishIfWhole("size");
  }

  /**
   * Returns bytes for a free connection: from the start of an idle file, or after the segments of the file's other connections.
   */
  findFree(mostBytes: number): Segment | undefined {
    if (this.#state !== "fetching") return undefined;
    if (this.#connections.size === 0) {
      const isContinued = this.sink.written.total > 0 && this.sink.identity.etag !== undefined;
      return isContinued ? this.#plan.findFree(Infinity) : this.#plan.coverWhole();
    }
    return this.#mayShare ? this.#plan.findFree(mostBytes) : undefined;
  }

  /** Fails a file that waits for a connection: the run has ended. */
  giveUp(): void {
    if (this.isOver || this.#connections.size > 0) return;
    this.#state = "over";
    this.#round.reject(this.run.signal.reason);
  }

  /** Returns a share of another connection's segment, when nothing else is free. */
  split(mostBytes: number): Segment | undefined {
    if (this.#state !== "fetching" || !this.#mayShare) return undefined;
    const [only] = this.#connections.size === 1 ? this.#connections : [];
    // Segments are taken from the front, so that they can be hashed in order. Before the first range response they are taken from the end, so
    // that a server without ranges can send one whole stream.
    if (
      only !== undefined &&
      this.#ranges === true &&
      countLeft(only.segment) - mostBytes >= MIN_HALF_BYTES
    ) {
      this.#plan.shorten(only.segment, mostBytes);
      return this.#plan.findFree(mostBytes);
    }
    return this.#plan.halve(mostBytes, MIN_HALF_BYTES);
  }

  get #mayShare(): boolean {
    return (
      !this.#isAlone &&
      this.#ranges !== false &&
      this.sink.takesAnyOrder &&
      this.#connections.size < MAX_CONNECTIONS_PER_FILE
    );
  }

  /** Requests a segment until it is fetched or given back. Never rejects, because only the file fails. */
  async fetch(connection: Connection, segment: Segment): Promise<void> {
    connection.begin(segment);
    this.#connections.add(connection);
    if (this.isShared) this.#slow.noteSeveral();
    let proof: string | undefined;
    try {
      let end = await this.#once(connection);
      for (; end === "again"; end = await this.#once(connection)) {
        // A dismissed connection must not let others join: the file restarts without them.
        connection.signal.throwIfAborted();
        this.#wake();
      }
      if (end !== "left") proof = end.proof;
    } catch (error) {
      this.#noteFailure(connection, error);
    } finally {
      // The last write must end before the segment is free. An aborted run does not wait for a slow disk.
      if (connection.writing !== undefined && !this.run.signal.aborted)
        await connection.writing.catch(() => undefined);
      this.#plan.giveBack(connection.segment);
      this.#connections.delete(connection);
      // An idle file must be free for the next connection, however the last one ended.
      if (this.#connections.size === 0) this.#wake();
      this.#leaving.resolve();
      this.#leaving = Promise.withResolvers();
      if (proof === undefined) this.#finishIfWhole("content-range");
      else this.#round.resolve(proof);
      if (!this.isOver) this.neighbours.onFree(this);
    }
  }

  /** Sends one request. Returns the proof that the file has arrived, or whether the connection has more work on this segment. */
  async #once(connection: Connection): Promise<"again" | "left" | { proof: string }> {
    const { run, sink, href } = this;
    const renewals = this.#renewals;
    const { signal } = connection;
    signal.throwIfAborted();
    this.open.confirm?.();
    if (!this.isShared && sink.written.total > 0 && sink.identity.etag === undefined) {
      await sink.startAfresh();
      this.#fetchWhole(connection);
    } else if (!sink.takesAnyOrder) connection.segment.at = sink.written.prefix;
    const { at } = connection.segment;
    const { hosts } = run;
    const { host } = this.file;
    await hosts.enter(host, signal);
    let outcome: RequestOutcome;
    try {
      outcome = await fetchSegment(this, connection);
    } finally {
      hosts.leave(host);
    }
    signal.throwIfAborted();
    this.open.confirm?.();
    this.#attempts.note(outcome);
    const hasMore = connection.segment.at - at >= MIN_GAIN_BYTES;
    switch (outcome.kind) {
      case "complete":
        this.#state = "over";
        return outcome;
      case "refused":
        throw outcome.error;
      case "more":
        if (countLeft(connection.segment) === 0) return "left";
        this.#isResuming = true;
        return "again";
      case "rangeless":
        this.#isAlone = true;
        return "left";
      case "expired":
        this.#isResuming = !this.isShared;
        await this.#renewLink(connection, outcome, href, renewals);
        return "again";
      case "retry":
        if (!this.isShared) await this.#waitForRetry(connection, outcome);
        else if (outcome.isFromZero === true) await this.#startTogether(connection, outcome);
        else return this.#leaveToOthers(outcome, hasMore) ? "again" : "left";
        return "again";
    }
  }

  /** Keeps other connections away while the last one waits before a retry. */
  #setResting(): void {
    if (this.#state === "fetching") this.#state = "resting";
  }

  #wake(): void {
    if (this.#state === "resting") this.#state = "fetching";
  }

  /** Leaves the bytes of a connection that received nothing to the other connections, which continue. */
  #leaveToOthers({ code, reason, status, retryAfter }: Retry, hasMore: boolean): boolean {
    const { run, ref, file } = this;
    if (!isBusyStatus(status)) {
      if (!hasMore) this.neighbours.onFewer();
      return hasMore;
    }
    const { clock, maxRetryAfterMs } = run.settings;
    const askedMs = parseRetryAfter(retryAfter, clock.now()) ?? 0;
    const waitMs = askedMs > maxRetryAfterMs ? 0 : askedMs;
    this.neighbours.onFewer(askedMs);
    const isFirst = !run.hosts.isPaused(file.host);
    run.hosts.reduceLimit(file.host, waitMs);
    // A server refuses many requests at once: one event is enough.
    if (waitMs > 0 && isFirst) run.emit({ type: "retried", file: ref, code, reason, attempt: 1, waitMs });
    return false;
  }

  /**
   * Stops all other connections and restarts the file: the response has another version than the one in
   * progress.
   */
  async #startTogether(connection: Connection, outcome: Retry): Promise<void> {
    this.#setResting();
    await waitUntilAborted(this.#dismiss(connection), connection.signal);
    await this.#waitForRetry(connection, outcome);
  }

  async #waitForRetry(connection: Connection, outcome: Retry): Promise<void> {
    const { run, ref, sink } = this;
    this.#setResting();
    this.#isResuming = true;
    const isFromZero = outcome.isFromZero === true;
    const again = makeRerunHint(sink, run.settings.resume && !isFromZero);
    // The bytes are dropped first, so that none remain when no retry is left.
    const isDropped = isFromZero && sink.written.total > 0;
    if (isDropped) {
      await sink.startAfresh();
      this.#isAlone = true;
      this.#fetchWhole(connection);
    }
    const waitMs = this.#attempts.fail(outcome, again);
    if (isDropped && sink.written.total === 0)
      run.emit({ type: "restarted", file: ref, reason: outcome.reason });
    await sink.save();
    await run.settings.clock.sleep(waitMs, connection.signal);
    if (outcome.isPage === true) this.#useLink(await this.#attempts.fetchFreshLink(this.href));
  }

  #useLink(fresh: string): void {
    if (this.href !== fresh) this.run.emit({ type: "renewed", file: this.ref });
    this.href = fresh;
  }

  async #renewLink(connection: Connection, outcome: Expired, stale: string, renewals: number): Promise<void> {
    // Another connection of this file has renewed the link.
    if (this.href !== stale || this.#renewals !== renewals) return;
    const isRange = connection.segment.at > 0 && outcome.status !== undefined;
    // Some servers refuse ranges as they refuse an expired link: the connection with the whole file continues alone.
    const isFresh = renewals > this.#servedRanges;
    if (isRange && isFresh && this.isShared) {
      this.#isAlone = true;
      throw this.#attempts.toExpiredLink(outcome);
    }
    const fresh = await this.#attempts.renewLink(stale);
    if (fresh !== undefined) {
      if (this.#renewals === renewals) this.#renewals += 1;
      return this.#useLink(fresh);
    }
    if (!isRange || this.isShared || !this.sink.takesAnyOrder) throw this.#attempts.toExpiredLink(outcome);
    // The received bytes stay until the whole file begins to arrive.
    this.#isAlone = true;
    this.#fetchWhole(connection);
  }

  #noteFailure(connection: Connection, error: unknown): void {
    const { signal } = this.run;
    if (error instanceof Dismissed && !signal.aborted) return;
    // If the server refuses the file itself, the last connection gets the same response.
    const isOfOne = error instanceof AppError && error.kind !== "io" && this.isShared;
    if (isOfOne && !signal.aborted) return this.neighbours.onFewer();
    this.#state = "over";
    this.neighbours.onFault(this, error);
    this.#round.reject(signal.aborted ? signal.reason : error);
    void this.#dismiss(connection);
  }

  begin(connection: Connection, { identity, isGzip, length, ranges }: Whole): void {
    const { sink, run, ref, file } = this;
    const size = identity.size ?? file.size;
    this.#noteSize(identity);
    const isRestart = sink.takesAnyOrder && sink.written.total > 0;
    if (isRestart) {
      this.#isAlone = true;
      run.emit({ type: "restarted", file: ref, reason: "the server sent the file from its start" });
    }
    sink.begin({
      etag: undefined,
      coding: undefined,
      ...identity,
      size,
      digests: isGzip ? [] : identity.digests,
    });
    this.#fetchWhole(connection);
    this.#isResuming = false;
    this.#ranges = length !== undefined && ranges;
    this.neighbours.onFree(this);
  }

  continue(total: number): void {
    const { sink, run, ref } = this;
    if (sink.identity.size === undefined) this.#plan.learnSize(total);
    sink.learnSize(total);
    const isFirst = this.#ranges !== true;
    this.#ranges = true;
    this.#servedRanges = this.#renewals;
    if (this.#isResuming && !this.isShared)
      run.emit({ type: "resumed", file: ref, done: sink.written.total, size: total });
    this.#isResuming = false;
    if (isFirst) this.neighbours.onFree(this);
  }

  note(connection: Connection, bytes: number, pausedMs: number): void {
    const { run, sink, ref } = this;
    this.#slow.noteBytes(connection, run.settings.clock.now(), bytes);
    run.emit({ type: "progress", file: ref, done: sink.written.total, size: sink.identity.size });
    this.neighbours.onBytes(connection, bytes, pausedMs);
  }

  /** True while a stalled connection of the file can be replaced. */
  get isWatched(): boolean {
    const size = this.sink.identity.size ?? 0;
    const mayAskAnew = !this.#isAlone && this.#ranges === true && size >= MIN_RELIEF_BYTES;
    return !this.isOver && this.sink.takesAnyOrder && (this.isShared || mayAskAnew);
  }

  /** Ends stalled and very slow connections: others take over. */
  endSlow(): void {
    if (!this.isWatched || this.#state === "resting") return;
    const slow = this.#slow.take(this.#connections, this.run.settings.clock.now());
    for (const connection of slow) connection.end();
  }

  #fetchWhole(connection: Connection): void {
    this.#plan = this.#makePlan();
    connection.segment = this.#plan.coverWhole();
  }

  #makePlan(): SegmentPlan {
    const { sink } = this;
    return new SegmentPlan(() => sink.written, sink.identity.size ?? Infinity);
  }

  #finishIfWhole(proof: string): void {
    const { written, identity } = this.sink;
    if (this.isOver || written.prefix === 0 || written.prefix !== identity.size) return;
    // Verification takes time, and starts with all bytes present.
    if (proof === "size")
      this.run.emit({ type: "resumed", file: this.ref, done: written.prefix, size: identity.size });
    this.#state = "over";
    this.#round.resolve(proof);
  }

  /** Ends all connections except one, also those that join meanwhile, and resolves when they have left. */
  async #dismiss(except?: Connection): Promise<void> {
    for (;;) {
      const others = [...this.#connections].filter((connection) => connection !== except);
      if (others.length === 0) return;
      for (const other of others) other.end();
      await this.#leaving.promise;
    }
  }
}
