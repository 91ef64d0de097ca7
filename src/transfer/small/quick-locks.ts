import { linkSync, unlinkSync } from "node:fs";
import type { Clock } from "../../time/clock.ts";
import { errnoOf } from "../disk-error.ts";
import { lockNow, touchLock, type PartLock } from "../part/part-lock.ts";

/**
 * The locks of a run's small files. All say the same (who we are), so each after the first is a further name of one that
 * is held: one step in place of three for each of thousands. To others they are locks like any other.
 */
export class QuickLocks {
  readonly #held = new Set<string>();

  constructor(
    /** From `holderText`. */
    readonly text: string,
    readonly clock: Clock,
  ) {}

  /** Undefined when somebody has it, or something is wrong with the folder: the other way of locking tells which. */
  take(path: string): PartLock | undefined {
    const taken = this.#link(path) ?? lockNow(path, this.text);
    if (!taken) return undefined;
    this.#held.add(path);
    return {
      touch: () => touchLock(path, this.clock),
      // Nobody takes it over while we live.
      release: async () => this.release(path),
    };
  }

  /** The same at once, for whoever has many. */
  release(path: string): void {
    this.#held.delete(path);
    try {
      unlinkSync(path);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
    }
  }

  /** True = ours now, false = somebody's; undefined = it cannot be done like this. */
  #link(path: string): boolean | undefined {
    const [one] = this.#held;
    if (one === undefined) return undefined;
    try {
      linkSync(one, path);
      return true;
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return errnoOf(error) === "EEXIST" ? false : undefined;
    }
  }
}
