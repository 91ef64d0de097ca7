import type { FileHandle } from "node:fs/promises";
import { interruptible } from "../time/interruptible.ts";
import { hashFile, HashSet } from "./hashing/hash-set.ts";
import { HashThread } from "./hashing/hash-thread.ts";

/** Below this size a message to a thread costs more than hashing. */
const WORTH_BYTES = 1024 * 1024;

/** Hashes several files in parallel: one on the main thread, each other one in its own thread, started on demand. */
export class HashPool {
  readonly #threads: readonly HashThread[];

  /** `path`: the code of the thread, if not the built one. */
  constructor(
    readonly count: number,
    path?: string,
  ) {
    this.#threads = Array.from({ length: count - 1 }, () => new HashThread(path));
  }

  /** Runs `work` for each item, with one item per worker at a time; `worker` is the number of the free worker. */
  async each<T>(
    items: readonly T[],
    work: (item: T, index: number, worker: number) => Promise<void>,
  ): Promise<void> {
    let next = 0;
    const run = async (worker: number): Promise<void> => {
      for (let index = next++; index < items.length; index = next++) await work(items[index]!, index, worker);
    };
    await Promise.all(Array.from({ length: this.count }, (_, worker) => run(worker)));
  }

  /** Hashes the first `size` bytes of an open file. Rejects with the signal's reason as soon as it aborts. */
  async sha256(handle: FileHandle, size: number, worker: number, signal: AbortSignal): Promise<string> {
    const thread = size < WORTH_BYTES ? undefined : this.#threads[worker - 1];
    const fromThread = thread?.isThere === true ? await inThread(thread, handle, size, signal) : undefined;
    if (fromThread !== undefined) return fromThread;
    const hashes = new HashSet();
    await hashFile(handle, size, hashes, signal);
    return hashes.values().get("sha256") as string;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** Returns undefined when the thread could not read the file: the caller then reads the file, and gets the system's error. */
async function inThread(
  thread: HashThread,
  { fd }: FileHandle,
  size: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const values = await interruptible(thread.begin(fd, []).values(size), signal);
    return values?.get("sha256");
  } catch (error) {
    // The thread must stop reading before the caller closes the file.
    await thread.close();
    throw error;
  }
}
