import type { PlannedFile } from "../plan.ts";

/**
 * Which files are read and written by threads: large ones, when there are several. Of sizes that nobody has promised the
 * first reply tells: the file that is asked for first goes ahead, and the others are taken to be as large as it is.
 */
export class ThreadChoice {
  readonly #isOpen: boolean;
  readonly #largeCount: number;
  #scout: Promise<boolean> | undefined;
  #hear: (isLarge: boolean) => void = () => undefined;

  constructor(
    files: readonly Pick<PlannedFile, "size">[],
    readonly largeBytes: number,
    hasThreads: boolean,
  ) {
    this.#isOpen = hasThreads && files.length > 1;
    this.#largeCount = files.filter(({ size = 0 }) => size >= largeBytes).length;
  }

  /** Asked before a file's request; waits for the scout when its size is not known. */
  async isFor({ size }: Pick<PlannedFile, "size">): Promise<boolean> {
    if (!this.#isOpen) return false;
    if (size !== undefined) return size >= this.largeBytes && this.#largeCount > 1;
    if (this.#scout !== undefined) return this.#scout;
    this.#scout = new Promise((resolve) => (this.#hear = resolve));
    return false;
  }

  /** A file has been announced with this length; undefined = it has ended, with or without one. */
  hear(length: number | undefined): void {
    this.#hear(length !== undefined && length >= this.largeBytes);
  }
}
