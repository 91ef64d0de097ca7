import { fdatasync, fdatasyncSync } from "node:fs";
import type { Clock } from "../../time/clock.ts";
import { onDiskNow, diskError, errnoOf } from "../../disk/disk-error.ts";
import { syncDirectory, syncDirectoryNow } from "./sync-directory.ts";

/** At this many syncs per millisecond, the disk is memory or as fast as memory. */
const QUICK_FILES_PER_MS = 32;
/** Larger files are never synced on the main thread: a disk may need long for them. */
const SMALL_BYTES = 256 * 1024;

export interface OpenFile {
  fd: number;
  /** For messages. */
  path: string;
  /** Bytes that may have to be written. */
  size: number;
}

/**
 * Makes files durable, in parallel threads. Small files are synced on the main thread while recent syncs took no time, as on a file system in
 * memory.
 */
export class FileSyncs {
  #isQuick = false;

  constructor(readonly clock: Clock) {}

  /** Throws DISK_WRITE_FAILED with the path of the first file that failed. */
  async sync(files: readonly OpenFile[]): Promise<void> {
    const isNow = this.#isQuick && files.every(({ size }) => size <= SMALL_BYTES);
    const startMs = this.clock.now();
    if (isNow) for (const { fd, path } of files) onDiskNow(path, () => fdatasyncSync(fd));
    else await syncSideBySide(files);
    const quickMs = Math.max(1, files.length / QUICK_FILES_PER_MS);
    this.#isQuick = this.clock.now() - startMs <= quickMs;
  }

  /** Syncs the entries of a folder. */
  async syncFolder(path: string): Promise<void> {
    if (!this.#isQuick) return syncDirectory(path);
    syncDirectoryNow(path);
  }
}

function syncSideBySide(files: readonly OpenFile[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = files.length;
    let fault: Error | undefined;
    for (const { fd, path } of files) {
      fdatasync(fd, (error) => {
        if (error !== null) fault ??= diskError(errnoOf(error) ?? "EIO", path, error);
        left -= 1;
        // The caller closes the descriptors afterwards, so all syncs must have ended.
        if (left > 0) return;
        if (fault === undefined) resolve();
        else reject(fault);
      });
    }
  });
}
