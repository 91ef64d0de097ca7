import type { FileHandle } from "node:fs/promises";
import { interruptible } from "../time/interruptible.ts";
import { hashFile, HashSet } from "./hashing/hash-set.ts";
import { HashThread } from "./hashing/hash-thread.ts";

/** A message to a thread costs more than hashing less than this. */
const WORTH_BYTES = 1024 * 1024;

/** Whole files hashed several at a time: one where it is read, each other in a thread of its own, begun when there is work. */
export class HashPool {
  readonly #threads: readonly HashThread[];

  /** `path`: the thread's code, where it is not the built one. */
  constructor(
    readonly count: number,
    path?: string,
  ) {
    this.#threads = Array.from({ length: count - 1 }, () => new HashThread(path));
  }

  /** Runs `work` for each item, as many at a time as there are workers; `worker` is the number of the free one. */
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

  /** Of the first `size` bytes of an open file. Rejects with the signal's reason as soon as it aborts. */
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

/** Undefined when the thread could not read it: the caller then reads it on its own thread, and gets the error of the system. */
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
