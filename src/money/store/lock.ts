/**
 * The lock of a journal. A process holds it to claim or to change records: for milliseconds, and never while a person or the network is waited for.
 *
 * Its file `.lock` is in the journal's folder, so that a folder which is removed, replaced or restored takes the lock with it: one look at the
 * file finds all of these. A released lock is renamed to `.unlocked`, with the token of that holding. A holder first removes the `.unlocked`
 * of another one. If it finds its own latest token there, no other process has held the lock in between:
 *
 *     A takes, writes, releases    .unlocked = A1
 *     A takes                      A1 is its own: its knowledge of the folder is still true
 *     B takes                      A1 is removed before B reads or writes anything, so that A never finds it again
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
  /** True if no other process has held the lock since our last holding, which succeeded: the folder is as a reading under that lock found it. */
  isSameAsBefore: boolean;
}

export interface JournalLock {
  /**
   * Runs `work` while this process holds the lock. Holders of one process wait for each other in order, so `work` must not call this
   * function. Errors: INTENT_OPEN if another process keeps the lock, JOURNAL_UNWRITABLE if it cannot be taken, and the signal's reason.
   */
  hold<T>(work: (held: HeldLock) => Promise<T>): Promise<T>;
  /** Returns true if no other process has held the lock since our last holding, and none holds it now. */
  isOursAlone(): boolean;
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
  let current: HeldLock | undefined;
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
      if (!hasToken(trail, lastToken)) {
        lastToken = undefined;
        removeTrail(trail);
      }
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
    lastToken = undefined;
    try {
      const isOurs = lock.release(trail);
      if (isOurs && isDone) lastToken = lock.token;
      return isOurs;
    } catch {
      unreleased = lock;
      return true;
    }
  }

  const takeAndRelease = async (): Promise<boolean> => release(await take(0), false);

  function hold<T>(work: (held: HeldLock) => Promise<T>): Promise<T> {
    const calledMs = clock.now();
    const done = queue.then(async () => {
      const lock = await take(Math.max(0, clock.now() - calledMs));
      const held = { requireOurs: () => requireOurs(lock), isSameAsBefore: lastToken !== undefined };
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
    queue = done.catch(() => {});
    return done;
  }

  return {
    hold,
    current: () => current,
    isOursAlone: () => current !== undefined || hasToken(trail, lastToken),
  };
}

/** Far more than the text of a lock. */
const MAX_BYTES = 64 * 1024;

/** Reports whether the file has the token. A file that cannot be read is not ours. */
function hasToken(path: string, token: string | undefined): boolean {
  if (token === undefined) return false;
  try {
    return readPlain(path, MAX_BYTES, FOLLOWING).text.includes(token);
  } catch {
    return false;
  }
}

/** Removes the token of another holder, which would otherwise find it again. A folder or a pipe in its place has none. */
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
