import { linkSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { makeDiskError, readErrno, onDisk } from "../../disk/disk-error.ts";
import { claimName, linkFile, type MakeLink, syncDirectory } from "../../disk/durable-files.ts";
import { retryWhileHeld, type Waiting } from "../../disk/held-file.ts";
import type { Clock } from "../../time/clock.ts";
import type { FileEntry, RecordFiles } from "../manifest.ts";
import type { PartFile } from "./part-file.ts";

/** Maximum number of files that are made durable together. Each file uses a descriptor. */
const GROUP_FILES = 128;

const QUICK_FILES_PER_MS = 32;
/** Maximum size of a file that is synced on the main thread. A disk may need long for larger ones. */
const SMALL_BYTES = 256 * 1024;

/** A complete and verified part file. */
export interface VerifiedPart {
  part: PartFile;
  entry: FileEntry;
  /** Throws LockLost unless this run still has the lock of the part file. */
  confirm: () => void;
}

interface Committing extends VerifiedPart {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Publishes verified part files in groups: syncs their bytes in parallel, writes their manifest lines, renames each file,
 * then syncs each folder once. The next group gathers meanwhile. The manifest lines are written before the names, so a
 * killed run never leaves a file without a line. The next run completes lines without files.
 */
export class CommitGroup {
  #waiting: Committing[] = [];
  #running: Promise<void> | undefined;
  /** True while the disk syncs at once, such as one in memory. */
  #isQuick = false;

  constructor(
    readonly clock: Clock,
    /** True if an existing file under the final name is replaced. */
    readonly replaces: boolean,
    readonly record: RecordFiles,
    /** `link(2)`, which FAT and some network file systems refuse. */
    readonly link: MakeLink = linkSync,
    readonly waiting: Waiting = {},
  ) {}

  /**
   * Resolves when the file is durable under its name and its part file is gone. Rejects with EEXIST (from `link`), LockLost or
   * DISK_WRITE_FAILED; the part file is then unchanged.
   */
  add(file: VerifiedPart): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...file, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** True while callers must wait for `waitForSlot`. */
  get isFull(): boolean {
    return this.#waiting.length >= GROUP_FILES;
  }

  /** Resolves when the group can take another file. */
  async waitForSlot(): Promise<void> {
    while (this.isFull) await this.#running;
  }

  async #run(): Promise<void> {
    // Waits as long as each turn of the event loop adds files: each group costs one manifest sync and one sync per folder.
    for (let count = 0; count < this.#waiting.length && !this.isFull;) {
      count = this.#waiting.length;
      await nextTurn();
    }
    const group = this.#waiting.splice(0, GROUP_FILES);
    await this.#commit(group);
    this.#running = this.#waiting.length === 0 ? undefined : this.#run();
  }

  async #commit(group: readonly Committing[]): Promise<void> {
    try {
      await this.#syncGroup(group);
      await this.record(group.map(({ entry }) => entry));
      const named: Committing[] = [];
      // At once, because another program may have many of the files open.
      const naming = group.map(async (one) => {
        try {
          await this.#name(one);
          named.push(one);
        } catch (error) {
          one.reject(error);
        }
      });
      await Promise.all(naming);
      const folders = new Set(named.map(({ part }) => dirname(part.paths.final)));
      await Promise.all([...folders].map((folder) => onDisk(folder, () => syncDirectory(folder))));
      const removals = named.map(async ({ part, resolve }) => {
        await part.remove();
        resolve();
      });
      await Promise.all(removals);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** Makes the bytes durable, in threads; on the main thread if the files are small and the last group took no time. */
  async #syncGroup(group: readonly Committing[]): Promise<void> {
    const startMs = this.clock.now();
    if (this.#isQuick && group.every(({ entry }) => entry.size <= SMALL_BYTES)) {
      for (const { part } of group) onDisk(part.paths.part, () => part.descriptor.syncNow());
    } else {
      const synced = group.map(({ part }) => onDisk(part.paths.part, () => part.descriptor.sync()));
      // All of them must end, because the caller then closes the descriptors.
      await Promise.allSettled(synced);
      await Promise.all(synced);
    }
    this.#isQuick = this.clock.now() - startMs <= Math.max(1, group.length / QUICK_FILES_PER_MS);
  }

  async #name({ part, confirm }: VerifiedPart): Promise<void> {
    const { final, part: from } = part.paths;
    // Only the owner of the lock may publish: after a long pause, also between two attempts, another process may have the part file.
    const giveName = (name: MakeLink) => (): void | Promise<void> => {
      confirm();
      return name(from, final);
    };
    try {
      if (this.replaces) await retryWhileHeld(final, giveName(renameSync), this.waiting);
      else if (!(await linkFile(from, final, giveName(this.link), this.waiting))) {
        // The sidecar records the claim in case the process dies before the file has its name.
        await part.noteClaim();
        await claimName(from, final);
      }
    } catch (error) {
      throw nameError(error, final);
    }
  }
}

/** Returns DISK_WRITE_FAILED; an existing name is not a fault of the disk. */
function nameError(error: unknown, path: string): unknown {
  const errno = readErrno(error);
  return errno === undefined || errno === "EEXIST" ? error : makeDiskError(errno, path, error);
}
