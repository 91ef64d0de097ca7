import { fdatasync, fdatasyncSync } from "node:fs";
import type { Clock } from "../../time/clock.ts";
import { onDiskNow, diskError, errnoOf } from "../../disk/disk-error.ts";
import { syncDirectory, syncDirectoryNow } from "./sync-directory.ts";

/** Syncs after which it is judged whether they take time. */
const TRIAL_FILES = 32;
/** A trial that takes longer than this goes to a disk: one sync then takes longer than the way to a thread. */
const QUICK_MS = 1;

export interface OpenFile {
  fd: number;
  /** For messages. */
  path: string;
}

/**
 * Makes files durable: side by side in threads, or one after the other on the spot while that takes no time, as on a file
 * system in memory.
 */
export class FileSyncs {
  #isQuick = true;

  constructor(readonly clock: Clock) {}

  /** Throws DISK_WRITE_FAILED with the path of the first that failed. */
  async sync(files: readonly OpenFile[]): Promise<void> {
    for (let from = 0; from < files.length; from += TRIAL_FILES) {
      if (!this.#isQuick) return syncSideBySide(files.slice(from));
      this.#syncNow(files.slice(from, from + TRIAL_FILES));
    }
  }

  /** The same for what a folder says of them. */
  async syncFolder(path: string): Promise<void> {
    if (!this.#isQuick) return syncDirectory(path);
    syncDirectoryNow(path);
  }

  #syncNow(files: readonly OpenFile[]): void {
    const startMs = this.clock.now();
    for (const { fd, path } of files) onDiskNow(path, () => fdatasyncSync(fd));
    this.#isQuick = this.clock.now() - startMs <= QUICK_MS;
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
        // Nobody may close a descriptor that is still being synced.
        if (left > 0) return;
        if (fault === undefined) resolve();
        else reject(fault);
      });
    }
  });
}
