import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { makeThreadHolder, type Holder } from "../disk/lock-holder.ts";
import { findThreadCode, startThread } from "../disk/thread-code.ts";
import type { AppError } from "../errors.ts";
import { onAbort } from "../time/on-abort.ts";
import type { FolderDestination } from "./folder/folder-destination.ts";
import { FileQueue, type Helpers, type Results } from "./loop/transfer-loop.ts";
import type { Run } from "./loop/run.ts";
import type { TransferSettings } from "./options.ts";
import type { PlannedFile } from "./plan.ts";
import { pack, unpack, type FromThread, type ThreadOrder, type ToThread } from "./thread-messages.ts";
import { toFailure } from "./transfer-summary.ts";

/** Undefined in a run from source, which has no threads. */
const THREAD_CODE = findThreadCode("transfer-worker");

/** Maximum number of threads. With more, the network or the disk is the limit. */
const MAX_THREADS = 4;
/** Minimum size of a file that is worth a thread, since each thread compiles the loop for itself. */
const LARGE_BYTES = 64 * 1024 * 1024;
const ALL_BYTES = 512 * 1024 * 1024;

/** Returns the number of threads that fetch the files of a plan, the main one included. */
export function countThreads(files: readonly PlannedFile[], settings: TransferSettings): number {
  const { sendSettings, bytesPerSecond, inspect, isExpired, maxConnections } = settings;
  // A rate of the whole run and functions of the caller belong to one thread.
  const isAlone = [bytesPerSecond, inspect, isExpired].some((option) => option !== undefined);
  if (sendSettings === undefined || isAlone || THREAD_CODE === undefined) return 1;
  const large = files.flatMap(({ size = 0 }) => (size >= LARGE_BYTES ? [size] : []));
  if (large.reduce((sum, size) => sum + size, 0) < ALL_BYTES) return 1;
  return Math.min(large.length, MAX_THREADS, availableParallelism(), maxConnections);
}

/** Returns the settings of one of several threads: its share of the connections. */
export const shareOf = <Settings extends TransferSettings>(
  settings: Settings,
  threads: number,
): Settings => ({
  ...settings,
  concurrency: Math.ceil(settings.concurrency / threads),
  maxConnections: Math.floor(settings.maxConnections / threads),
});

/**
 * The threads beside the main one. Each takes whole files from the queue of the run and fetches them with its own loop and
 * connections. The main thread renews links, reports, and fetches the files of a thread that died.
 */
export class FileThreads implements Helpers {
  readonly queue: FileQueue;
  /** The threads, and the holders of their locks. */
  readonly #workers = new Map<Worker, Holder>();

  constructor(
    readonly run: Run<TransferSettings>,
    readonly folder: FolderDestination,
    files: readonly PlannedFile[],
    threads: number,
  ) {
    const counter = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.queue = new FileQueue(files, counter, threads);
  }

  /** Sends a message to all threads, except the one that it came from. */
  tell(message: ToThread, from?: Worker): void {
    for (const worker of this.#workers.keys()) if (worker !== from) worker.postMessage(pack(message), []);
  }

  async transfer(results: Results): Promise<void> {
    const { signal, settings } = this.run;
    if (signal.aborted) return;
    this.#start();
    const release = onAbort(signal, () => {
      const isCaller = settings.signal?.aborted === true;
      this.tell({ type: "stop", ...(!isCaller && { error: toFailure(signal.reason) }) });
    });
    await Promise.all(
      [...this.#workers].map(([worker, holder]) => this.#waitForThread(worker, holder, results)),
    );
    release();
  }

  #start(): void {
    try {
      while (this.#workers.size < this.queue.threads - 1) {
        const workerData = this.#order();
        this.#workers.set(
          startThread(THREAD_CODE!, { workerData, name: "swath-transfer" }),
          workerData.holder,
        );
      }
    } catch {
      // The system has no room for another thread: the others fetch the files.
    }
  }

  #order(): ThreadOrder {
    const { run, folder, queue } = this;
    const { renew, sendSettings = {} } = run.settings;
    const plain = Object.entries(run.settings).filter(
      ([, value]) => value !== undefined && !["object", "function"].includes(typeof value),
    );
    return {
      files: queue.files,
      links: run.renewal.links,
      canRenew: renew !== undefined,
      settings: Object.fromEntries(plain) as unknown as ThreadOrder["settings"],
      sendSettings,
      holder: makeThreadHolder(folder.holder),
      counter: queue.counter,
      threads: queue.threads,
    };
  }

  /**
   * Resolves when the thread has ended its work, or has died: its files, and those of no other thread, are then released. A thread that has
   * exited writes nothing more.
   */
  async #waitForThread(worker: Worker, holder: Holder, results: Results): Promise<void> {
    const hasDied = await new Promise<boolean>((resolve) => {
      worker
        .on("message", (message: FromThread) => {
          if (message.type === "over") resolve(false);
          else this.#onMessage(message, worker, results);
        })
        // An uncaught error ends the thread: its exit follows.
        .on("error", () => undefined)
        .on("exit", () => resolve(true));
    });
    if (hasDied) await this.folder.releaseFiles(holder, this.queue.files);
  }

  #onMessage(message: Exclude<FromThread, { type: "over" }>, worker: Worker, results: Results): void {
    const { run } = this;
    switch (message.type) {
      case "report":
        for (const event of message.events) run.emit(unpack(event));
        for (const result of message.results) results.set(result.path, unpack(result));
        if (message.events.some(({ type }) => type === "progress" || type === "finished"))
          run.renewal.noteProgress();
        return;
      case "stop":
        return run.stop(unpack(message).error);
      case "pause":
        run.hosts.pause(message.host, message.pauseMs);
        return this.tell(message, worker);
      case "renew":
        return void this.#renew(message, worker);
    }
  }

  /** Renews the links for a thread; another thread may have renewed them already. */
  async #renew({ key, stale }: Extract<FromThread, { type: "renew" }>, worker: Worker): Promise<void> {
    const { renewal, signal } = this.run;
    let error: AppError | undefined;
    await renewal.renew(key, stale, signal).catch((reason: unknown) => (error = toFailure(reason)));
    const answer: ToThread = { type: "renewed", links: renewal.links, error };
    worker.postMessage(pack(answer), []);
  }
}
