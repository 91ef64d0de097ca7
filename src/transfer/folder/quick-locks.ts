import { closeSync, linkSync, openSync, readSync, unlinkSync } from "node:fs";
import { errnoOf } from "../../disk/disk-error.ts";
import { lockNow, type FileLock } from "../../disk/file-lock.ts";
import { parseHolder } from "../../disk/lock-holder.ts";
import { keepRenewed } from "../../disk/lock-lease.ts";
import type { Clock } from "../../time/clock.ts";

/** A lock of a run. */
export interface QuickLock extends FileLock {
  /** As `isOurs`, at once. */
  isOursNow(): boolean;
}

/**
 * The locks of the files of a run. All say the same (who we are), so each after the first is a further name of one that
 * is held: one step in place of three for each of thousands. To others they are locks like any other.
 */
export class QuickLocks {
  readonly #held = new Set<string>();
  readonly #token: string;
  /** Room for what a lock says, read thousands of times. */
  readonly #seen = Buffer.alloc(1024);

  constructor(
    /** A `Holder`, as JSON. */
    readonly text: string,
    readonly clock: Clock,
  ) {
    this.#token = parseHolder(text)?.token ?? text;
  }

  /** Undefined when somebody has it, or something is wrong with the folder: the other way of locking tells which. */
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
      // There are no links here, or the other one is gone.
      return errno !== "EEXIST" && lockNow(path, this.text);
    }
  }

  /** False when somebody else has taken it over: then it is not to be touched any more. */
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
