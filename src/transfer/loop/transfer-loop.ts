import { isDiskWide } from "../../disk/disk-error.ts";
import { LockLost } from "../../disk/file-lock.ts";
import { AppError } from "../../errors.ts";
import { waitUntilAborted } from "../../time/deadline.ts";
import type { TransferResult } from "../events.ts";
import { type PlannedFile, toRef } from "../plan.ts";
import { toFailure } from "../transfer-summary.ts";
import { ConnectionPace } from "./connection-pace.ts";
import { Connection } from "./connection.ts";
import { FileTransfer, type Neighbours } from "./file-transfer.ts";
import type { Run } from "./run.ts";
import type { Destination } from "./sink.ts";

/** Initial number of connections of a run with many small files. Each connection mostly waits. */
const START_OF_MANY = 16;

/** Interval of the check for stalled connections. */
const WATCH_MS = 250;

/**
 * Runs the transfers. A connection takes the next segment of a file in progress, else one of the next file, else a share of
 * another connection's segment. Throughput decides the number of connections. A file that fails does not stop the others;
 * a fault of the whole destination ends the run.
 */
export async function transferAll(
  run: Run,
  files: readonly PlannedFile[],
  destination: Destination,
  helpers?: Helpers,
): Promise<TransferResult[]> {
  const results: Results = new Map();
  const queue = helpers?.queue ?? new FileQueue(files);
  await Promise.all([transferQueue(run, queue, destination, results), helpers?.transfer(results)]);
  // Files that another process was fetching, whose lock was lost, or whose thread died.
  for (const patience of ["wait", "last"] as const) {
    const left = new FileQueue(files.filter(({ path }) => !results.has(path)));
    await transferQueue(run, left, destination, results, patience);
  }
  run.settings.signal?.throwIfAborted();
  return files.map(({ path }) => results.get(path) as TransferResult);
}

/** Threads that take files of the same queue. */
export interface Helpers {
  readonly queue: FileQueue;
  /** Adds the results of the other threads; resolves when all of them have ended. */
  transfer(results: Results): Promise<void>;
}

/** Results by path. */
export type Results = Map<string, TransferResult>;

/**
 * The treatment of files that another process is fetching: `skip` leaves them without a result, `wait` waits for them. A
 * file with a lost lock also has no result, except in the `last` round.
 */
type Patience = "skip" | "wait" | "last";

/** Runs the transfers of a queue. */
export const transferQueue = (
  run: Run,
  queue: FileQueue,
  destination: Destination,
  results: Results,
  patience: Patience = "skip",
): Promise<void> => new TransferLoop(run, destination, queue, patience, results).transfer();

class TransferLoop implements Neighbours {
  readonly #pace: ConnectionPace;
  /** Files that may have bytes to fetch. */
  readonly #begun = new Set<FileTransfer>();
  readonly #connections = new Set<Connection>();
  /** Files that are being verified, published and closed. */
  #ending = 0;
  #isWatching = false;
  /** The file whose fault ended the run. */
  #culprit: FileTransfer | undefined;
  #received = 0;
  #pausedMs = 0;
  #arrived = { files: 0, bytes: 0 };
  readonly #over = Promise.withResolvers<void>();

  constructor(
    readonly run: Run,
    readonly destination: Destination,
    readonly queue: FileQueue,
    readonly patience: Patience,
    readonly results: Results,
  ) {
    const { concurrency, maxConnections, bytesPerSecond } = run.settings;
    const start = Math.max(concurrency, Math.min(START_OF_MANY, queue.files.length >> 3));
    this.#pace = new ConnectionPace(start, maxConnections, bytesPerSecond);
  }

  get #isOver(): boolean {
    return this.queue.isEmpty && this.#ending === 0 && this.#connections.size === 0;
  }

  async transfer(): Promise<void> {
    this.#fill();
    await this.#over.promise;
  }

  onFree(file: FileTransfer): void {
    this.#begun.add(file);
    this.#fill();
    if (file.isWatched && !this.#isWatching) void this.#watch();
  }

  /** Ends the run at a fault of the whole disk, before another file is started. */
  onFault(file: FileTransfer, error: unknown): void {
    if (this.run.signal.aborted || !isDiskWide(error)) return;
    this.#culprit = file;
    this.run.stop(toFailure(error));
  }

  onFewer(restMs?: number): void {
    const nowMs = this.run.settings.clock.now();
    if (restMs === undefined) this.#pace.noteFailure(nowMs);
    else this.#pace.shrink(nowMs, restMs);
  }

  onBytes(connection: Connection, bytes: number, pausedMs: number): void {
    const nowMs = this.run.settings.clock.now();
    connection.hasFlowed = true;
    this.#received += bytes;
    this.#pausedMs += pausedMs / this.#connections.size;
    if (!this.#pace.isDue(nowMs, this.#received)) return;
    this.#pace.read({
      nowMs,
      bytes: this.#received,
      busyMs: this.run.settings.busyMs(),
      pausedMs: this.#pausedMs,
      leftBytes: this.#leftBytes,
      active: this.#connections.size,
      flowing: [...this.#connections].filter(({ hasFlowed }) => hasFlowed).length,
    });
    this.#fill();
  }

  /** Adds connections while there is work and the limit allows. */
  #fill(): void {
    if (this.run.signal.aborted) void this.#giveUp();
    while (this.#connections.size < this.#pace.connections) {
      const work = this.#next();
      if (work === undefined) break;
      void this.#keepBusy(new Connection(this.run.signal), work);
    }
    if (this.#isOver) this.#over.resolve();
  }

  async #keepBusy(connection: Connection, first: Work): Promise<void> {
    this.#connections.add(connection);
    for (let work: Work | undefined = first; work !== undefined;) {
      await work(connection);
      work = this.#connections.size > this.#pace.connections ? undefined : this.#next();
    }
    this.#connections.delete(connection);
    // A segment may have been given back while no connection was free.
    this.#fill();
  }

  #next(): Work | undefined {
    if (this.run.signal.aborted) return undefined;
    for (const file of this.#begun) {
      // Hundreds of files may wait to be published, so finished ones are not checked again.
      if (file.isOver) this.#begun.delete(file);
      const segment = file.findFree(this.#shareOf(file));
      if (segment !== undefined) return (connection) => file.fetch(connection, segment);
    }
    const next = this.queue.next();
    if (next !== undefined) return (connection) => this.#open(next, connection);
    for (const file of this.#begun) {
      const isWorth = this.#pace.isWorth(file.leftBytes ?? 0);
      const segment = isWorth ? file.split(this.#shareOf(file)) : undefined;
      if (segment !== undefined) return (connection) => file.fetch(connection, segment);
    }
    return undefined;
  }

  /** Bytes per segment of a file with several connections. */
  #shareOf({ leftBytes = 0 }: FileTransfer): number {
    return this.#pace.segmentBytes(leftBytes);
  }

  /** Opens a file and fetches its first segment. Never rejects. */
  async #open(planned: PlannedFile, connection: Connection): Promise<void> {
    try {
      this.run.signal.throwIfAborted();
      if (this.destination.waitForSlot)
        await waitUntilAborted(this.destination.waitForSlot(), this.run.signal);
      const opened = await this.destination.open(planned, this.patience !== "skip");
      if (opened === "busy") return;
      if ("status" in opened) return this.#finishFile(planned, opened);
      let transfer: FileTransfer;
      try {
        transfer = new FileTransfer(this.run, opened, this);
      } catch (error) {
        // A file without a link: its part file is released.
        await opened.close(true);
        throw error;
      }
      this.#begun.add(transfer);
      void this.#waitForFile(planned, transfer);
      const segment = transfer.findFree(Infinity);
      if (segment !== undefined) await transfer.fetch(connection, segment);
    } catch (error) {
      await this.#failFile(planned, error);
    }
  }

  /** Waits for the end of a file, which keeps the run from ending. */
  async #waitForFile(planned: PlannedFile, transfer: FileTransfer): Promise<void> {
    this.#ending += 1;
    try {
      this.#finishFile(planned, await transfer.complete());
    } catch (error) {
      await this.#failFile(planned, error, transfer === this.#culprit);
    } finally {
      this.#begun.delete(transfer);
      this.#ending -= 1;
      this.#fill();
    }
  }

  #finishFile(planned: PlannedFile, result: TransferResult): void {
    this.results.set(planned.path, result);
    if (result.status !== "downloaded") return;
    this.#arrived.files += 1;
    this.#arrived.bytes += result.size ?? 0;
  }

  async #failFile(file: PlannedFile, error: unknown, isCulprit = false): Promise<void> {
    const { run, destination } = this;
    const ref = toRef(file);
    if (error instanceof LockLost && this.patience !== "last")
      return run.emit({
        type: "unlocked",
        file: ref,
        reason: `${error.message}; it is tried again after the other files`,
      });
    // An abort by the caller is not a failure of the file.
    const isOver = run.settings.signal?.aborted === true;
    // Another file's fault has stopped the run, so this file is reported as not fetched.
    const isHeld = run.signal.aborted && error === run.signal.reason && !isOver && !isCulprit;
    const there = isHeld
      ? await destination.findComplete?.(file)
      : isOver && destination.findRecorded?.(file);
    if (there) return this.#finishFile(file, there);
    const failure = isHeld
      ? toNotTried(error)
      : error instanceof LockLost
        ? toLockLostThrice(error)
        : toFailure(error);
    this.results.set(file.path, { ...ref, status: "failed", how: [], error: failure });
    if (isOver) return;
    run.emit({ type: "failed", file: ref, error: failure });
    if (isDiskWide(error) || failure.code === "DESTINATION_REFUSED") run.stop(failure);
  }

  /** Fails the files without a connection after the end of the run, and reports the waiting ones as not fetched. */
  async #giveUp(): Promise<void> {
    for (const file of this.#begun) file.giveUp();
    if (this.queue.isEmpty) return;
    this.#ending += 1;
    for (let next = this.queue.next(); next !== undefined; next = this.queue.next())
      await this.#failFile(next, this.run.signal.reason);
    this.#ending -= 1;
    this.#fill();
  }

  /** Checks for stalled connections while there are any. */
  async #watch(): Promise<void> {
    this.#isWatching = true;
    try {
      while ([...this.#begun].some((file) => file.isWatched)) {
        await this.run.settings.clock.sleep(WATCH_MS, this.run.signal);
        for (const file of this.#begun) file.endSlow();
      }
    } catch {
      // The run is over.
    } finally {
      this.#isWatching = false;
    }
  }

  get #leftBytes(): number {
    const { files, bytes } = this.#arrived;
    let begunBytes = 0;
    for (const file of this.#begun) begunBytes += file.leftBytes ?? 0;
    return this.queue.estimateLeftBytes(files === 0 ? Infinity : bytes / files) + begunBytes;
  }
}

/** The next work of a connection; it never rejects. */
type Work = (connection: Connection) => Promise<void>;

/** Returns FILE_EXISTS: the lock of a file was lost in each round. */
const toLockLostThrice = ({ message }: LockLost): AppError =>
  new AppError("local", "FILE_EXISTS", `${message}, for the third time`, {
    next: "Find the program that removes locks from this folder, then run the same command again",
  });

function toNotTried(reason: unknown): AppError {
  const failure = toFailure(reason);
  return failure.restated(`not fetched, because the run was stopped: ${failure.message}`);
}

/**
 * The files of a plan that are not begun. Each thread has its own instance over the same files and one shared counter, so
 * every file is taken once.
 */
export class FileQueue {
  constructor(
    readonly files: readonly PlannedFile[],
    /** Number of files that are taken. */
    readonly counter: Int32Array = new Int32Array(1),
    /** Number of threads that take files. */
    readonly threads = 1,
  ) {}

  /** Takes the next file; undefined when there is none. */
  next(): PlannedFile | undefined {
    return this.files[Atomics.add(this.counter, 0, 1)];
  }

  get isEmpty(): boolean {
    return Atomics.load(this.counter, 0) >= this.files.length;
  }

  /** Returns the share of one thread in the bytes of the waiting files. A file without a size counts as `meanBytes`. */
  estimateLeftBytes(meanBytes: number): number {
    let bytes = 0;
    for (let index = Atomics.load(this.counter, 0); index < this.files.length; index++)
      bytes += this.files[index]!.size ?? meanBytes;
    return bytes / this.threads;
  }
}
