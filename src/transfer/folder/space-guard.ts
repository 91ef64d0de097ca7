import { existsSync, statfsSync, statSync } from "node:fs";
import { makeDiskError, onDisk } from "../../disk/disk-error.ts";
import { join } from "node:path";
import { sizeText } from "../../counted.ts";
import { makePartPaths } from "./wanted-file.ts";
import type { ExistingPolicy } from "../options.ts";
import { type PlannedFile } from "../plan.ts";
import { linkKey } from "../transfer-source.ts";

/** Returns the free bytes of a disk; undefined where the file system does not report its size. Throws the system's error. */
export function readFreeBytes(path: string): number | undefined {
  const { bavail, blocks, bsize } = statfsSync(path);
  return blocks === 0 ? undefined : bavail * bsize;
}

/** Free space on the disk, less the missing bytes of the files in progress. */
export class SpaceGuard {
  readonly #reserved = new Map<object, () => number>();

  constructor(readonly dir: string) {}

  /** Throws DISK_WRITE_FAILED when `remaining()` bytes do not fit next to the other reservations; else adds a reservation. */
  reserve(owner: object, remaining: () => number): void {
    this.#reserved.set(owner, remaining);
    let needed = 0;
    for (const rest of this.#reserved.values()) needed += rest();
    this.#require(needed);
  }

  release(owner: object): void {
    this.#reserved.delete(owner);
  }

  #require(bytes: number): void {
    const free = onDisk(this.dir, () => readFreeBytes(this.dir));
    if (free === undefined || bytes <= free) return;
    const error = makeDiskError("ENOSPC", this.dir);
    throw Object.assign(error, {
      message: `${error.message} (${sizeText(bytes)} needed, ${sizeText(free)} free)`,
    });
  }

  /** Requires room for every known size, less the bytes on disk, before the first request. Throws DISK_WRITE_FAILED. */
  requireAll(
    files: readonly PlannedFile[],
    folders: { isEmptyBeside(path: string): boolean },
    policy: ExistingPolicy,
  ): void {
    let needed = 0;
    for (const file of files) {
      if (file.size === undefined) continue;
      const path = join(this.dir, file.path);
      if (folders.isEmptyBeside(path)) {
        needed += file.size;
        continue;
      }
      if (existsSync(path) && policy !== "overwrite") continue;
      needed += Math.max(0, file.size - countBytesOnDisk(makePartPaths(path, linkKey(file)).part));
    }
    this.#require(needed);
  }
}

/** Returns the bytes of a file on disk. An unreadable file counts as 0; its fault is reported when it is written. */
function countBytesOnDisk(path: string): number {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
  } catch {
    return 0;
  }
}
