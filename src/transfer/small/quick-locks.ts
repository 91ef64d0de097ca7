import { closeSync, linkSync, openSync, readSync, unlinkSync, utimesSync } from "node:fs";
import type { Clock } from "../../time/clock.ts";
import { errnoOf } from "../../disk/disk-error.ts";
import { parseHolder } from "../../disk/lock-holder.ts";
import { lockNow, touchLock, type FileLock } from "../../disk/file-lock.ts";

/** A new name does not make a file younger: those that cannot look at our process are shown that it lives. */
const TOUCH_MS = 60_000;

/**
 * The locks of a run's small files. All say the same (who we are), so each after the first is a further name of one that
 * is held: one step in place of three for each of thousands. To others they are locks like any other.
 */
export class QuickLocks {
  /** Those of one file share the time of its last touch. */
  readonly #held = new Map<string, { touchedMs: number }>();
  readonly #token: string;
  /** Room for what a lock says, read thousands of times. */
  readonly #seen = Buffer.alloc(1024);

  constructor(
    /** From `holderText`. */
    readonly text: string,
    readonly clock: Clock,
  ) {
    this.#token = parseHolder(text)?.token ?? text;
  }

  /** Undefined when somebody has it, or something is wrong with the folder: the other way of locking tells which. */
  take(path: string): FileLock | undefined {
    const taken = this.#link(path) ?? this.#make(path);
    if (!taken) return undefined;
    return {
      touch: () => touchLock(path, this.clock),
      isOurs: async () => this.isOurs(path),
      release: async () => this.release(path),
    };
  }

  /** False when somebody else has taken it over. */
  isOurs(path: string): boolean {
    try {
      const fd = openSync(path, "r");
      try {
        const length = readSync(fd, this.#seen, 0, this.#seen.length, 0);
        return this.#seen.toString("latin1", 0, length).includes(this.#token);
      } finally {
        closeSync(fd);
      }
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return false;
    }
  }

  release(path: string): void {
    if (this.isOurs(path)) this.releaseOurs(path);
    else this.forget(path);
  }

  /** Of one that is somebody else's now. */
  forget(path: string): void {
    this.#held.delete(path);
  }

  /** The same for one of which that is known. */
  releaseOurs(path: string): void {
    this.#held.delete(path);
    try {
      unlinkSync(path);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
    }
  }

  #make(path: string): boolean {
    if (!lockNow(path, this.text)) return false;
    this.#held.set(path, { touchedMs: this.clock.now() });
    return true;
  }

  /** True = ours now, false = somebody's; undefined = it cannot be done like this. */
  #link(path: string): boolean | undefined {
    const [one] = this.#held;
    if (one === undefined) return undefined;
    const [name, age] = one;
    try {
      linkSync(name, path);
      this.#held.set(path, age);
      this.#touch(path, age);
      return true;
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return errnoOf(error) === "EEXIST" ? false : undefined;
    }
  }

  #touch(path: string, age: { touchedMs: number }): void {
    const now = this.clock.now();
    if (now - age.touchedMs < TOUCH_MS) return;
    age.touchedMs = now;
    try {
      utimesSync(path, now / 1000, now / 1000);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
    }
  }
}
