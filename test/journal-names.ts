import { readdir } from "node:fs/promises";

/** Returns the names of the files in a journal's folder, sorted, without those of its lock. */
export const journalNames = async (dir: string): Promise<string[]> =>
  (await readdir(dir)).filter((name) => name !== ".lock" && name !== ".unlocked").sort();
