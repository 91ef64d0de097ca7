/**
 * The lock of a journal. A process holds it to claim or to change records: for milliseconds, and never while a person or the network is waited for.
 *
 * Its file `.lock` is in the journal's folder, so that a folder which is removed, replaced or restored takes the lock with it: one look at the
 * file finds all of these. A released lock is renamed to `.unlocked`, with the token of that holding; a holder first removes that file. If it
 * is there, no process has held the lock since that token was written: it is the same *era*, and what was read in it is still true, but for requests
 * that were being sent: their processes write the outcomes without the lock.
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
import { readErrno } from "../../disk/disk-error.ts";
import { retryWhileBusy, type Waiting } from "../../disk/held-file.ts";
import { lockFile, type FileLock, LockLost } from "../../disk/file-lock.ts";
import { makeHolder, type Holder } from "../../disk/lock-holder.ts";
import { FOLLOWING, readPlain } from "../../disk/plain-file.ts";
import { AppError } from "../../errors.ts";
import type { Clock } from "../../time/clock.ts";
import { makeUnwritable } from "./files.ts";
import { RERUN } from "../../hint.ts";

export interface HeldLock {
  /** Looks at the lock's file. Errors: INTENT_OPEN if another process has the lock now, JOURNAL_UNWRITABLE if its file is gone. */
  requireOurs(): Promise<void>;
  /**
   * Two holdings have the same number if no other process has held the lock between them. Records that the first holding read are then
   * still valid in the second.
   */
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
  readEra(): number;
  /** Returns the lock while this process holds it. */
  findCurrent(): HeldLock | undefined;
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
export const openJournalLock = (dir: string, process: LockingProcess): JournalLock =>
  new FolderLock(dir, process);

class FolderLock implements JournalLock {
  readonly #dir: string;
  readonly #path: string;
  readonly #trail: string;
  readonly #process: LockingProcess;
  #holder: Holder | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #current: HeldLock | undefined;
  #era = 0;
  /** A part of the trail while the era lasts. */
  #eraToken: string | undefined;
  /** Token of our last holding, if its work succeeded. */
  #lastToken: string | undefined;
  /** A lock of ours that another program kept from being released. */
  #unreleased: FileLock | undefined;

  /** The clock, whose pauses the signal ends. */
  readonly #pausing: NonNullable<Waiting["clock"]>;

  constructor(dir: string, process: LockingProcess) {
    const { clock, signal } = process;
    this.#pausing = { now: () => clock.now(), sleep: (ms) => clock.sleep(ms, signal) };
    this.#dir = dir;
    this.#path = join(dir, LOCK);
    this.#trail = join(dir, RELEASED);
    this.#process = process;
  }

  hold<T>(work: (held: HeldLock) => Promise<T>): Promise<T> {
    return this.#hold(work, 0);
  }

  async tryHold(work: (held: HeldLock) => Promise<void>): Promise<void> {
    // A holder of this process may wait for the caller.
    if (this.#waiting > 0) throw makeHeldBy(this.#process.pid, this.#path);
    await this.#hold(work, MAX_WAIT_MS);
  }

  findCurrent(): HeldLock | undefined {
    return this.#current;
  }

  isOursAlone(): boolean {
    return this.#current !== undefined || hasToken(readTrail(this.#trail), this.#lastToken);
  }

  readEra(): number {
    const text = readTrail(this.#trail);
    if (this.#current !== undefined || hasToken(text, this.#eraToken)) return this.#era;
    this.#eraToken = text;
    this.#era += 1;
    return this.#era;
  }

  /** Runs the work after all that was queued before. `waitedMs`: the part of the wait that is over. */
  #hold<T>(work: (held: HeldLock) => Promise<T>, waitedMs: number): Promise<T> {
    const { clock } = this.#process;
    const calledMs = clock.now();
    this.#waiting += 1;
    const done = this.#queue.then(async () => {
      const lock = await this.#take(waitedMs + Math.max(0, clock.now() - calledMs));
      this.#current = { requireOurs: () => this.#requireOurs(lock), era: this.#era };
      let isDone = false;
      try {
        const result = await work(this.#current);
        isDone = true;
        return result;
      } finally {
        this.#current = undefined;
        // Another process may have read the folder before the last change: holding the lock again makes it read again.
        if (!(await this.#release(lock, isDone)) && isDone) await this.#takeAndRelease().catch(() => {});
      }
    });
    this.#queue = done.catch(() => {}).finally(() => (this.#waiting -= 1));
    return done;
  }

  async #take(waitedMs: number): Promise<FileLock> {
    const { clock, signal } = this.#process;
    for (let waited = waitedMs; ; waited += RETRY_MS) {
      // Another program may have a file of the lock open.
      const lock = await retryWhileBusy(this.#dir, () => this.#takeOnce(), {
        clock: this.#pausing,
        findErrno: (error) => readErrno(findSystemError(error)),
      }).catch((error: unknown) => {
        const cause = findSystemError(error);
        throw cause === undefined ? error : makeUnwritable(this.#dir, cause);
      });
      if (!("heldBy" in lock)) return lock;
      if (waited >= MAX_WAIT_MS) throw makeHeldBy(lock.heldBy, this.#path);
      await clock.sleep(RETRY_MS, signal);
    }
  }

  /** Takes the lock, or returns its holder. Throws the system's error, or DISK_WRITE_FAILED. */
  async #takeOnce(): Promise<FileLock | { heldBy: number }> {
    const { clock, pid, isAlive } = this.#process;
    const world = { clock, self: { pid, isAlive } };
    await this.#unreleased?.release(this.#trail);
    this.#unreleased = undefined;
    const holder = (this.#holder ??= await makeHolder(world, LEASE_MS));
    const lock = await lockFile(this.#path, world, { leaseMs: LEASE_MS, holder });
    if ("heldBy" in lock) return lock;
    try {
      const text = readTrail(this.#trail);
      if (!hasToken(text, this.#eraToken)) this.#era += 1;
      if (!hasToken(text, this.#lastToken)) this.#lastToken = undefined;
      removeTrail(this.#trail);
      return lock;
    } catch (error) {
      this.#unreleased = lock;
      throw error;
    }
  }

  async #requireOurs(lock: FileLock): Promise<void> {
    try {
      await lock.confirmNow(this.#pausing);
    } catch (error) {
      if (!(error instanceof LockLost)) throw error;
      throw error.heldBy === undefined ? lockLost(this.#dir, error) : makeHeldBy(error.heldBy, this.#path);
    }
  }

  /**
   * Releases the lock; false if it was lost. The work is done, so a lock that cannot be released does not fail it: the next holding
   * releases it.
   */
  async #release(lock: FileLock, isDone: boolean): Promise<boolean> {
    [this.#lastToken, this.#eraToken] = [undefined, undefined];
    try {
      const isOurs = await lock.release(this.#trail);
      if (isOurs && isDone) [this.#lastToken, this.#eraToken] = [lock.token, lock.token];
      return isOurs;
    } catch {
      this.#unreleased = lock;
      return true;
    }
  }

  async #takeAndRelease(): Promise<void> {
    await this.#release(await this.#take(0), false);
  }
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
function findSystemError(error: unknown): unknown {
  if (readErrno(error) !== undefined) return error;
  return error instanceof AppError && error.code === "DISK_WRITE_FAILED" ? error.cause : undefined;
}

const makeHeldBy = (pid: number, path: string): AppError =>
  new AppError(
    "local",
    "INTENT_OPEN",
    `${pid === 0 ? "another process" : `process ${pid}`} is using the spend journal (its lock is ${path}): nothing was sent or changed`,
    { next: RERUN },
  );

const lockLost = (dir: string, loss: LockLost): AppError =>
  new AppError(
    "io",
    "JOURNAL_UNWRITABLE",
    `the spend journal in ${dir} has lost its lock, which was just taken: something removed, replaced or changed the folder, and nothing was sent`,
    { next: "Let no other program change this folder, and run the same command again", cause: loss },
  );
