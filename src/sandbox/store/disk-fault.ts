import { AppError } from "../../errors.ts";

/** SQLite's own names for what a disk, or somebody with the file, can do to it. */
const WORDS: readonly (readonly [prefix: string, words: string, hint: string])[] = [
  ["SQLITE_FULL", "the disk is full", "free some space and run it again: what was acknowledged is kept"],
  [
    "SQLITE_IOERR",
    "the disk refuses to write or read",
    "free some space, or look at the disk and at ulimit -f",
  ],
  ["SQLITE_READONLY", "the file cannot be written", "make it writable, or choose another directory"],
  ["SQLITE_CANTOPEN", "the file cannot be opened", "choose a directory that you may write to"],
  [
    "SQLITE_CORRUPT",
    "the file is damaged",
    "remove it and what begins with its name: the sandbox makes a new one",
  ],
  [
    "SQLITE_NOTADB",
    "the file is no database",
    "remove it and what begins with its name: the sandbox makes a new one",
  ],
  ["SQLITE_BUSY", "another process holds it", "wait for that process to end, then run it again"],
];

/** Runs a piece of work of the store; a fault of its file is told as one, and never as a bug of ours. */
export function onStore<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = String((error as { code?: unknown } | null)?.code);
    const [, words, hint] = WORDS.find(([prefix]) => code.startsWith(prefix)) ?? [];
    if (words === undefined || hint === undefined) throw error;
    throw new AppError("io", "DISK_WRITE_FAILED", `the sandbox store ${path}: ${words} (${code})`, {
      hint,
      cause: error,
    });
  }
}
