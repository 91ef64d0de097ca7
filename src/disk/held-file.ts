/**
 * Files that another program has open. On Windows such a file can be neither renamed, replaced nor removed, and virus scanners, indexers and
 * backups open each new file for a moment. So every rename, link and removal is repeated for two seconds there; other systems get one attempt,
 * because they allow all three. If the folder takes no new file, a right is missing: then nothing is repeated.
 */
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Clock, systemClock } from "../time/clock.ts";
import { BUSY, readErrno } from "./disk-error.ts";
import { IS_WINDOWS } from "./system.ts";
import { isWritable } from "./writable.ts";

const MAX_HELD_MS = 2000;
/** The limit of `retryWhileBusy` on other systems. */
const MAX_BUSY_MS = 500;
const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 250;

export interface Waiting {
  isWindows?: boolean;
  /** Default: real time. Other programs do not know the clock of a run. */
  clock?: Pick<Clock, "now" | "sleep">;
  /** Time after which the error is thrown. */
  maxMs?: number;
  /** Returns the error of the system in an error of `work`. */
  findErrno?: (error: unknown) => string | undefined;
}

/** Repeats `work` in the folder while another program may keep a file of it open, on every system. */
export async function retryWhileBusy<T>(
  dir: string,
  work: () => T | Promise<T>,
  { isWindows = IS_WINDOWS, clock = systemClock, maxMs, findErrno = readErrno }: Waiting = {},
): Promise<T> {
  const limitMs = maxMs ?? (isWindows ? MAX_HELD_MS : MAX_BUSY_MS);
  let spentMs = 0;
  for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const startMs = clock.now();
    try {
      return await work();
    } catch (error) {
      // The work may have waited for the file as well. The clock may have been set back.
      spentMs += Math.max(0, clock.now() - startMs);
      if (spentMs >= limitMs || !isBusy(findErrno(error), dir, isWindows)) throw error;
    }
    await clock.sleep(pauseMs);
    spentMs += pauseMs;
  }
}

/** Reports whether another program may be the reason of an error in the folder: the folder itself can be written. */
const isBusy = (errno: string | undefined, dir: string, isWindows: boolean): boolean =>
  BUSY.has(errno) && isWritable(dir, isWindows);

/** Runs work on the file at `path`, and repeats it on Windows while another program has the file open. */
export async function retryWhileHeld<T>(
  path: string,
  work: () => T | Promise<T>,
  waiting: Waiting = {},
): Promise<T> {
  return (waiting.isWindows ?? IS_WINDOWS) ? retryWhileBusy(dirname(path), work, waiting) : work();
}

/** Does the same synchronously, which blocks the event loop: for rare work whose caller cannot wait. */
export function retryWhileHeldNow<T>(
  path: string,
  work: () => T,
  { isWindows = IS_WINDOWS, sleep = sleepNow }: { isWindows?: boolean; sleep?: (ms: number) => void } = {},
): T {
  let pausedMs = 0;
  for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      const mayBeHeld = isWindows && isBusy(readErrno(error), dirname(path), isWindows);
      if (!mayBeHeld || pausedMs >= MAX_HELD_MS) throw error;
    }
    sleep(pauseMs);
    pausedMs += pauseMs;
  }
}

const sleepNow = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Renames a file, and replaces an existing one. */
export const renameFile = (from: string, to: string): Promise<void> =>
  retryWhileHeld(to, () => rename(from, to));

/** Removes a file, if it is there. */
export const removeFile = (path: string): Promise<void> =>
  retryWhileHeld(path, () => rm(path, { force: true }));

/** Removes a folder with everything in it, if it is there. */
export const removeFolder = (path: string): Promise<void> =>
  retryWhileHeld(path, () => rm(path, { recursive: true, force: true }), {
    // A file that another program has open keeps its name after its removal, and the folder is not empty.
    findErrno: (error) => (readErrno(error) === "ENOTEMPTY" ? "EBUSY" : readErrno(error)),
  });
