import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { errnoOf } from "../../disk/disk-error.ts";
import type { PartPaths } from "./part-paths.ts";

/**
 * The entries of each folder when the run first read it: one call per folder, not four per file. A file without entries is fetched from the
 * start; the lock and `link` detect files that appear later.
 */
export class FolderView {
  readonly #names = new Map<string, ReadonlySet<string>>();

  isFresh(paths: PartPaths): boolean {
    const names = this.#namesBeside(paths.final);
    return names.size === 0 || !(names.has(basename(paths.final)) || this.hasLeftovers(paths));
  }

  /** Reports leftovers of a dead run, or files of a running one. */
  hasLeftovers({ final, part, sidecar, lock }: PartPaths): boolean {
    const names = this.#namesBeside(final);
    return names.size > 0 && [part, sidecar, lock].some((path) => names.has(basename(path)));
  }

  /** Reports whether the folder was empty or missing. */
  isEmptyBeside(path: string): boolean {
    return this.#namesBeside(path).size === 0;
  }

  #namesBeside(final: string): ReadonlySet<string> {
    const folder = dirname(final);
    let names = this.#names.get(folder);
    if (names === undefined) this.#names.set(folder, (names = namesIn(folder)));
    return names;
  }
}

const NOTHING: ReadonlySet<string> = new Set();

function namesIn(folder: string): ReadonlySet<string> {
  try {
    const names = readdirSync(folder);
    return names.length === 0 ? NOTHING : new Set(names);
  } catch (error) {
    // A fault of the folder is reported when a file is written to it.
    if (errnoOf(error) === undefined) throw error;
    return NOTHING;
  }
}
