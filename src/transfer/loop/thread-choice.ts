import type { PlannedFile } from "../plan.ts";

/**
 * Which files are received and written by threads of their own: large files, when there are several. When no size is
 * promised, the first file is requested alone, and the other files are assumed to be as large as its reply announces.
 */
export class ThreadChoice {
  readonly #isOpen: boolean;
  readonly #largeCount: number;
  #firstFile: Promise<boolean> | undefined;
  #settle: (isLarge: boolean) => void = () => undefined;

  constructor(
    files: readonly Pick<PlannedFile, "size">[],
    readonly largeBytes: number,
    hasThreads: boolean,
  ) {
    this.#isOpen = hasThreads && files.length > 1;
    this.#largeCount = files.filter(({ size = 0 }) => size >= largeBytes).length;
  }

  /** Asked before a file's request; waits for the reply to the first file when its size is not known. */
  async isFor({ size }: Pick<PlannedFile, "size">): Promise<boolean> {
    if (!this.#isOpen) return false;
    if (size !== undefined) return size >= this.largeBytes && this.#largeCount > 1;
    if (this.#firstFile !== undefined) return this.#firstFile;
    this.#firstFile = new Promise((resolve) => (this.#settle = resolve));
    return false;
  }

  /** A file has been announced with this length; undefined = it has ended, with or without one. */
  noteSize(length: number | undefined): void {
    this.#settle(length !== undefined && length >= this.largeBytes);
  }
}
