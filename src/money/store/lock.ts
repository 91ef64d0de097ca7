/**
 * The lock of a journal. A process holds it to claim or to change records: for milliseconds, and never while a person or the network is waited for.
 *
 * Its file `.lock` is in the journal's folder, so that a folder which is removed, replaced or restored takes the lock with it: one look at the
 * file finds all of these. A released lock is renamed to `.unlocked`, with the token of that holding; a holder first removes that file. If it
 * is there, no process has held the lock since that token was written: it is the same *era*, and what was read in it is still true.
 *
 *     A takes, writes, releases    .unlocked = A1
 *     A takes                      A1: its knowledge of the folder is still true
 *     C reads, without the lock    .unlocked = A2
 *     C takes                      A2: what it has read is still true
 *     B takes                      A2 or C1 is removed before B reads or writes anything, so that no process finds it again
 *
 * The file alone excludes no process: its holder may sleep, and lose it meanwhile. A holder looks at the file (`requireOurs`) after its work is
 * on the disk, and undoes the work if the lock is lost. `claim.ts` has the argument.
 */
import { lstatSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { isBusy, MAX_BUSY_MS } from "../../disk/busy-file.ts";
import { errnoOf } from "../../disk/disk-error.ts";
import { lockFile, type FileLock, type LockLost } from "../../disk/file-lock.ts";
import { holderOf, type Holder } from "../../disk/lock-holder.ts";
import { FOLLOWING, readPlain } from "../../disk/plain-file.ts";
import { AppError } from "../../errors.ts";
import type { Clock } from "../../time/clock.ts";
import { journalUnwritable } from "./files.ts";

export interface HeldLock {
  /** Looks at the lock's file. Errors: INTENT_OPEN if another process has the lock now, JOURNAL_UNWRITABLE if its file is gone. */
  requireOurs(): Promise<void>;
  /** A number that two holdings share if no other process has held the lock between them: what one of them has read is true for the other. */
  readonly era: number;
}

export interface JournalLock {
  /**
   * Runs `work` while this process holds the lock. Holders of one process wait for each other in order, so `work` must not call this
   * function. Errors: INTENT_OPEN if another process keeps the lock, JOURNAL_UNWRITABLE if it cannot be taken, and the signal's reason.
   */
  hold<T>(work: (held: HeldLock) => Promise<T>): Promise<T>;
  /** Returns true if no other process has held the lock since our last holding, and none holds it now. */
  isOursAlone(): boolean;
  /** Does the same as `hold` if the lock is free now. Throws otherwise. */
  tryHold(work: (held: HeldLock) => Promise<void>): Promise<void>;
  /** Returns the era at this moment. A reading that begins now is true for a later holding of the same era. */
  era(): number;
  /** Returns the lock while this process holds it. */
  current(): HeldLock | undefined;
}

export interface LockingProcess {
  clock: Clock;
  pid: number;
  isAlive: (pid: number) => boolean;
  /** Ends the wait for another holder. */
  signal?: AbortSignal | undefined;
}

/** A claim takes milliseconds. A longer wait means that the holder hangs, or moves a long journal. */
const MAX_WAIT_MS = 10_000;
const RETRY_MS = 10;
/** The interval of renewals. A holder that misses six of them has ended or sleeps, so the lock is taken over within one wait. */
const LEASE_MS = 1000;
const LOCK = ".lock";
const RELEASED = ".unlocked";

/** Reports whether a file in the journal's folder is the lock's, or a copy of it by another program. */
export const isLockName = (name: string): boolean => name.startsWith(LOCK) || name.startsWith(RELEASED);

/** Opens the lock of the journal in `dir`. The folder must exist when it is held. */
export function openJournalLock(dir: string, { clock, pid, isAlive, signal }: LockingProcess): JournalLock {
  const path = join(dir, LOCK);
  const trail = join(dir, RELEASED);
  const world = { clock, self: { pid, isAlive } };
  let holder: Holder | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let current: HeldLock | undefined;
  let era = 0;
  /** A part of the trail while the era lasts. */
  let eraToken: string | undefined;
  /** Token of our last holding, if its work succeeded. */
  let lastToken: string | undefined;
  /** A lock of ours that another program kept from being released. */
  let unreleased: FileLock | undefined;

  /** Takes the lock, or returns its holder. Throws the system's error, or DISK_WRITE_FAILED. */
  async function takeOnce(): Promise<FileLock | { heldBy: number }> {
    unreleased?.release(trail);
    unreleased = undefined;
    holder ??= await holderOf(world, LEASE_MS);
    const lock = await lockFile(path, world, { leaseMs: LEASE_MS, holder });
    if ("heldBy" in lock) return lock;
    try {
      const text = readTrail(trail);
      if (!hasToken(text, eraToken)) era += 1;
      if (!hasToken(text, lastToken)) lastToken = undefined;
      removeTrail(trail);
      return lock;
    } catch (error) {
      unreleased = lock;
      throw error;
    }
  }

  async function take(waitedMs: number): Promise<FileLock> {
    for (let busyMs = 0; ; waitedMs += RETRY_MS) {
      try {
        const lock = await takeOnce();
        if (!("heldBy" in lock)) return lock;
        if (waitedMs >= MAX_WAIT_MS) throw lockHeldBy(lock.heldBy, path);
      } catch (error) {
        const cause = systemErrorOf(error);
        if (cause === undefined) throw error;
        if (!isBusy(errnoOf(cause), dir) || busyMs >= MAX_BUSY_MS) throw journalUnwritable(dir, cause);
        busyMs += RETRY_MS;
      }
      await clock.sleep(RETRY_MS, signal);
    }
  }

  async function requireOurs(lock: FileLock): Promise<void> {
    for (let busyMs = 0; ; busyMs += RETRY_MS) {
      const loss = lock.findLoss();
      if (loss === undefined) return;
      const { heldBy, errno } = loss;
      if (heldBy !== undefined) throw lockHeldBy(heldBy, path);
      if (!isBusy(errno, dir) || busyMs >= MAX_BUSY_MS) throw lockLost(dir, loss);
      await clock.sleep(RETRY_MS, signal);
    }
  }

  /**
   * Releases the lock; false if it was lost. The work is done, so a lock that cannot be released does not fail it: the next holding
   * releases it.
   */
  function release(lock: FileLock, isDone: boolean): boolean {
    [lastToken, eraToken] = [undefined, undefined];
    try {
      const isOurs = lock.release(trail);
      if (isOurs && isDone) [lastToken, eraToken] = [lock.token, lock.token];
      return isOurs;
    } catch {
      unreleased = lock;
      return true;
    }
  }

  const takeAndRelease = async (): Promise<boolean> => release(await take(0), false);

  function hold<T>(work: (held: HeldLock) => Promise<T>, waitedMs = 0): Promise<T> {
    const calledMs = clock.now();
    waiting += 1;
    const done = queue.then(async () => {
      const lock = await take(waitedMs + Math.max(0, clock.now() - calledMs));
      const held = { requireOurs: () => requireOurs(lock), era };
      current = held;
      let isDone = false;
      try {
        const result = await work(held);
        isDone = true;
        return result;
      } finally {
        current = undefined;
        // Another process may have read the folder before the last change: holding the lock again makes it read again.
        if (!release(lock, isDone) && isDone) await takeAndRelease().catch(() => {});
      }
    });
    queue = done.catch(() => {}).finally(() => (waiting -= 1));
    return done;
  }

  return {
    hold: (work) => hold(work),
    // A holder of this process may wait for the caller.
    tryHold: async (work) =>
      waiting === 0 ? hold(work, MAX_WAIT_MS) : Promise.reject(lockHeldBy(pid, path)),
    current: () => current,
    isOursAlone: () => current !== undefined || hasToken(readTrail(trail), lastToken),
    era() {
      const text = readTrail(trail);
      if (current !== undefined || hasToken(text, eraToken)) return era;
      eraToken = text;
      era += 1;
      return era;
    },
  };
}

/** Far more than the text of a lock. */
const MAX_BYTES = 64 * 1024;

/** Returns the text of the trail; undefined if it cannot be read. */
function readTrail(path: string): string | undefined {
  try {
    return readPlain(path, MAX_BYTES, FOLLOWING).text || undefined;
  } catch {
    return undefined;
  }
}

const hasToken = (text: string | undefined, token: string | undefined): boolean =>
  text !== undefined && token !== undefined && text.includes(token);

/** Removes the token of the last holder. A folder or a pipe in its place has none. */
function removeTrail(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) throw error;
  }
}

/** Returns the error of the file system inside an error; undefined for any other error. */
function systemErrorOf(error: unknown): unknown {
  if (errnoOf(error) !== undefined) return error;
  return error instanceof AppError && error.code === "DISK_WRITE_FAILED" ? error.cause : undefined;
}

const lockHeldBy = (pid: number, path: string): AppError =>
  new AppError(
    "local",
    "INTENT_OPEN",
    `${pid === 0 ? "another process" : `process ${pid}`} is using the spend journal (its lock is ${path}): nothing was sent or changed`,
    { next: { do: "rerun" } },
  );

const lockLost = (dir: string, loss: LockLost): AppError =>
  new AppError(
    "io",
    "JOURNAL_UNWRITABLE",
    `the spend journal in ${dir} has lost its lock, which was just taken: something removed, replaced or changed the folder, and nothing was sent`,
    { next: "Let no other program change this folder, and run the same command again", cause: loss },
  );
