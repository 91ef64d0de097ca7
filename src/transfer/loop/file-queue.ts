import type { PlannedFile } from "../plan.ts";

/**
 * The files of a plan that are not begun. Several threads, each with an instance of its own over the same files and the same counter, take them
 * one after the other.
 */
export class FileQueue {
  /** Sum of the sizes of the files after each index, and the number of those without a size. */
  readonly #bytesFrom: Float64Array;
  readonly #unknownFrom: Uint32Array;

  constructor(
    readonly files: readonly PlannedFile[],
    /** Number of files that are taken. */
    readonly counter: Int32Array = new Int32Array(1),
    /** Number of threads that take files. */
    readonly threads = 1,
  ) {
    this.#bytesFrom = new Float64Array(files.length + 1);
    this.#unknownFrom = new Uint32Array(files.length + 1);
    for (let index = files.length - 1; index >= 0; index--) {
      const { size } = files[index]!;
      this.#bytesFrom[index] = this.#bytesFrom[index + 1]! + (size ?? 0);
      this.#unknownFrom[index] = this.#unknownFrom[index + 1]! + (size === undefined ? 1 : 0);
    }
  }

  /** Takes the next file; undefined when there is none. */
  next(): PlannedFile | undefined {
    return this.files[Atomics.add(this.counter, 0, 1)];
  }

  get isEmpty(): boolean {
    return Atomics.load(this.counter, 0) >= this.files.length;
  }

  /** Returns the share of one thread in the bytes of the waiting files. A file without a size counts as `meanBytes`. */
  leftBytes(meanBytes: number): number {
    const index = Math.min(Atomics.load(this.counter, 0), this.files.length);
    const unknown = this.#unknownFrom[index]!;
    const unknownBytes = unknown === 0 ? 0 : unknown * meanBytes;
    return (this.#bytesFrom[index]! + unknownBytes) / this.threads;
  }
}
