import type { FileHandle } from "node:fs/promises";
import type { Worker } from "node:worker_threads";
import { findThreadCode, startThread, type ThreadCode } from "../disk/thread-code.ts";
import { waitUntilAborted } from "../time/deadline.ts";
import type { HashName } from "./hashing/digest.ts";
import { hashFile, HashSet } from "./hashing/hash-set.ts";
import type { HashOrder, HashReply } from "./hashing/hash-worker.ts";

/** Minimum size of a file that a thread hashes. For a smaller file, the message to the thread costs more. */
const WORTH_BYTES = 1024 * 1024;

/** Hashes several files in parallel: one on the main thread, and the others in threads that are started on demand. */
export class HashPool {
  readonly #threads: readonly HashThread[];

  /** Without `code`, as in a run from source, everything is hashed on the main thread. */
  constructor(
    readonly count: number,
    code = findThreadCode("hash-worker"),
  ) {
    const threads = code === undefined ? 0 : count - 1;
    this.#threads = Array.from({ length: threads }, () => new HashThread(code!));
  }

  /** Runs `work` for each item, with one item per worker at a time; `worker` is the number of the free worker. */
  async runEach<T>(
    items: readonly T[],
    work: (item: T, index: number, worker: number) => Promise<void>,
  ): Promise<void> {
    let next = 0;
    const run = async (worker: number): Promise<void> => {
      for (let index = next++; index < items.length; index = next++) await work(items[index]!, index, worker);
    };
    await Promise.all(Array.from({ length: this.count }, (_, worker) => run(worker)));
  }

  /**
   * Returns the sha256 and other digests of the first `size` bytes of an open file, read once. Rejects with the signal's reason as soon as it
   * aborts.
   */
  async digests(
    handle: FileHandle,
    size: number,
    worker: number,
    signal: AbortSignal,
    algorithms: readonly HashName[] = [],
  ): Promise<ReadonlyMap<HashName, string>> {
    const thread = size < WORTH_BYTES ? undefined : this.#threads[worker - 1];
    const found = await thread?.digests(handle, { size, algorithms }, signal);
    if (found !== undefined) return found;
    const hashes = new HashSet(algorithms);
    await hashFile(handle, size, hashes, signal);
    return hashes.computeValues();
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** A thread that hashes one file at a time. The first file starts it. */
class HashThread {
  readonly #code: ThreadCode;
  #worker: Worker | undefined;
  #isLost = false;
  #resolve: (digests: HashReply) => void = () => undefined;

  constructor(code: ThreadCode) {
    this.#code = code;
  }

  /** Returns the digests; undefined if the thread is missing or cannot read. The caller then reads, for the system's error. */
  async digests({ fd }: FileHandle, wanted: Omit<HashOrder, "fd">, signal: AbortSignal): Promise<HashReply> {
    if (this.#isLost) return undefined;
    const hashed = new Promise<HashReply>((resolve) => (this.#resolve = resolve));
    this.#worker ??= this.#start();
    this.#worker.postMessage({ fd, ...wanted } satisfies HashOrder, []);
    try {
      return await waitUntilAborted(hashed, signal);
    } catch (error) {
      // The thread must stop reading before the caller closes the file.
      await this.close();
      throw error;
    }
  }

  #start(): Worker {
    const worker = startThread(this.#code, { name: "swath-hash" });
    // The thread must not keep the process alive.
    worker.unref();
    const lose = (): void => {
      this.#isLost = true;
      this.#resolve(undefined);
    };
    return worker
      .on("message", (digests?: HashReply) => this.#resolve(digests))
      .on("error", lose)
      .on("exit", lose);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
