import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { errnoOf } from "../disk-error.ts";
import type { PartPaths } from "../part/part-paths.ts";

/**
 * What stood in each folder when the run first looked: one look in place of four for each of thousands of files. A file
 * of which nothing was there is begun afresh; that it is still not there is for lock and `link` to find out.
 */
export class FolderView {
  readonly #names = new Map<string, ReadonlySet<string>>();

  isFresh({ final, part, sidecar, lock }: PartPaths): boolean {
    const folder = dirname(final);
    let names = this.#names.get(folder);
    if (names === undefined) this.#names.set(folder, (names = new Set(namesIn(folder))));
    return [final, part, sidecar, lock].every((path) => !names.has(basename(path)));
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Whatever is wrong with the folder is told where it is written to.
    if (errnoOf(error) === undefined) throw error;
    return [];
  }
}
