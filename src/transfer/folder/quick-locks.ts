import { closeSync, linkSync, openSync, readSync, unlinkSync } from "node:fs";
import { errnoOf } from "../../disk/disk-error.ts";
import { lockNow, type FileLock } from "../../disk/file-lock.ts";
import { parseHolder } from "../../disk/lock-holder.ts";
import { keepRenewed } from "../../disk/lock-lease.ts";
import type { Clock } from "../../time/clock.ts";

/** A lock of a run. */
export interface QuickLock extends FileLock {
  /** As `isOurs`, synchronously. */
  isOursNow(): boolean;
}

/**
 * The locks of one run. All have the same content, so each lock after the first is a hard link to one that is held. That is one system call, not
 * three, for each of thousands of files. Other processes see normal locks.
 */
export class QuickLocks {
  readonly #held = new Set<string>();
  readonly #token: string;
  /** Buffer for the content of a lock, which is read thousands of times. */
  readonly #seen = Buffer.alloc(1024);

  constructor(
    /** A `Holder`, as JSON. */
    readonly text: string,
    readonly clock: Clock,
  ) {
    this.#token = parseHolder(text)?.token ?? text;
  }

  /** Returns undefined when the lock is taken or the folder has a fault; the slow path tells which. */
  take(path: string): QuickLock | undefined {
    if (!this.#isTaken(path)) return undefined;
    this.#held.add(path);
    const stopRenewing = keepRenewed(path, this.#token, this.clock);
    return {
      isOursNow: () => this.#isOurs(path),
      isOurs: async () => this.#isOurs(path),
      release: async () => {
        stopRenewing();
        if (this.#held.delete(path)) unlinkIfThere(path);
      },
    };
  }

  #isTaken(path: string): boolean {
    const [one] = this.#held;
    if (one === undefined) return lockNow(path, this.text);
    try {
      linkSync(one, path);
      return true;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === undefined) throw error;
      // Links are unsupported, or the other lock is gone.
      return errno !== "EEXIST" && lockNow(path, this.text);
    }
  }

  /** False when another process has taken the lock over; the lock must then not be changed. */
  #isOurs(path: string): boolean {
    const isOurs = this.#held.has(path) && this.#read(path).includes(this.#token);
    if (!isOurs) this.#held.delete(path);
    return isOurs;
  }

  #read(path: string): string {
    try {
      const fd = openSync(path, "r");
      try {
        return this.#seen.toString("latin1", 0, readSync(fd, this.#seen, 0, this.#seen.length, 0));
      } finally {
        closeSync(fd);
      }
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return "";
    }
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}
