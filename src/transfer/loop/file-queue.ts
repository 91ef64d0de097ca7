import type { PlannedFile } from "../plan.ts";

/**
 * The files of a plan that are not begun. Several threads, each with an instance of its own over the same files and the same counter, take them
 * one after the other.
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
  leftBytes(meanBytes: number): number {
    let bytes = 0;
    for (let index = Atomics.load(this.counter, 0); index < this.files.length; index++)
      bytes += this.files[index]!.size ?? meanBytes;
    return bytes / this.threads;
  }
}
