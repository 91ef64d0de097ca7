import { statfs } from "node:fs/promises";
import { diskError, onDisk } from "./disk-error.ts";

/** Room on the disk, counted with what the files in progress have yet to write. */
export class SpaceGuard {
  readonly #claims = new Map<object, () => number>();

  constructor(readonly dir: string) {}

  /** Throws DISK_WRITE_FAILED when `remaining()` bytes do not fit beside the other claims; else keeps the claim. */
  async claim(owner: object, remaining: () => number): Promise<void> {
    this.#claims.set(owner, remaining);
    let needed = 0;
    for (const rest of this.#claims.values()) needed += rest();
    await this.require(needed);
  }

  release(owner: object): void {
    this.#claims.delete(owner);
  }

  async require(bytes: number): Promise<void> {
    const { bavail, blocks, bsize } = await onDisk(this.dir, () => statfs(this.dir));
    // Some network and pseudo file systems say nothing about their size.
    if (blocks === 0 || bytes <= bavail * bsize) return;
    const error = diskError("ENOSPC", this.dir);
    throw Object.assign(error, {
      message: `${error.message} (${bytes} bytes needed, ${bavail * bsize} free)`,
    });
  }
}
