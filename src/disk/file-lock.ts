import { closeSync, lstatSync, openSync, renameSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isHeldFault, makeDiskError, readErrno, onDisk } from "./disk-error.ts";
import { removeFile, retryWhileBusy, retryWhileHeld, type Waiting } from "./held-file.ts";
import {
  hasLapsed,
  type Holder,
  makeHolder,
  DOUBT_RENEWALS,
  isDoubtful,
  isGone,
  keepRenewed,
  type LeaseClock,
  findLeaseMs,
  type LockWorld,
  parseHolder,
  findRenewalMs,
  stopWatching,
  makeThreadHolder,
} from "./lock-holder.ts";
import { FOLLOWING, makeNotAFile, readPlain } from "./plain-file.ts";

/** Thrown when a lock of this process is gone: another process has it, or its file was removed. */
export class LockLost extends Error {
  override readonly name = "LockLost";

  /** The process that has the lock now, 0 for an unknown one; undefined for none. */
  readonly heldBy: number | undefined;
  /** The error of a file that cannot be read. */
  readonly errno: string | undefined;

  constructor(path: string, finding: string, { heldBy, errno }: { heldBy?: number; errno?: string } = {}) {
    super(`the lock ${path} ${finding}`);
    this.heldBy = heldBy;
    this.errno = errno;
  }
}

/** Locks of this process whose files could not be removed, because another program had them open: they are no longer in use. */
const abandoned = new Set<string>();

const toKey = ({ path, token }: { path: string; token: string | undefined }): string => `${token} ${path}`;

/** A lock that was just read is not read again: thousands of small files are finished sooner. */
const SURE_MS = 1000;

/**
 * A lock that this process has: an O_EXCL file with its holder's name. It renews itself until it is released, for processes that cannot look
 * ours up.
 */
export class FileLock {
  #sureMs: number;
  readonly #stopRenewing: () => void;

  private constructor(
    readonly path: string,
    readonly token: string,
    readonly clock: LeaseClock,
    renewMs: number | undefined,
  ) {
    abandoned.delete(toKey(this));
    this.#sureMs = clock.now();
    this.#stopRenewing = keepRenewed(path, token, clock, renewMs);
  }

  /** Returns undefined when the lock exists. Throws DISK_WRITE_FAILED. */
  static create(path: string, me: Holder, clock: LeaseClock): FileLock | undefined {
    return createFile(path, JSON.stringify(me)) ? new FileLock(path, me.token, clock, me.renewMs) : undefined;
  }

  /** Returns false when another process has taken the lock over, or its file was removed. An answer counts for a second. */
  isOurs(): boolean {
    return this.#findLoss() === undefined;
  }

  /** Throws LockLost when the lock is gone. An answer counts for a second. */
  confirm(): void {
    const loss = this.#findLoss();
    if (loss !== undefined) throw loss;
  }

  /** Throws LockLost when the lock is gone now. A file that another program has open is read again for a while. */
  async confirmNow(clock?: Waiting["clock"]): Promise<void> {
    const look = (): void => {
      const loss = this.findLoss();
      if (loss !== undefined) throw loss;
    };
    const findErrno = (error: unknown): string | undefined =>
      error instanceof LockLost ? error.errno : undefined;
    await retryWhileBusy(dirname(this.path), look, { ...(clock && { clock }), findErrno });
  }

  #findLoss(): LockLost | undefined {
    // The clock of the machine may have been set back.
    const isSure = Math.abs(this.clock.now() - this.#sureMs) < SURE_MS;
    return isSure ? undefined : this.findLoss();
  }

  /** Reads the lock's file now. Returns undefined while the lock is ours. */
  findLoss(): LockLost | undefined {
    const nowMs = this.clock.now();
    let text: string;
    try {
      text = readLock(this.path).text;
    } catch (error) {
      const errno = readErrno(error);
      if (errno === undefined) throw error;
      return errno === "ENOENT"
        ? new LockLost(this.path, "was removed")
        : new LockLost(this.path, `cannot be read (${errno})`, { errno });
    }
    if (!text.includes(this.token)) {
      const holder = parseHolder(text);
      return new LockLost(
        this.path,
        `now belongs to ${holder ? `process ${holder.pid}` : "another process"}`,
        { heldBy: holder?.pid ?? 0 },
      );
    }
    this.#sureMs = nowMs;
    return undefined;
  }

  /**
   * Removes the lock's file, or renames it to `trail`, which then has the token of its last holder. Returns false when the lock was gone before.
   * Throws DISK_WRITE_FAILED; the lock is then still ours.
   */
  async release(trail?: string): Promise<boolean> {
    this.#stopRenewing();
    const isOurs = trail === undefined ? this.isOurs() : this.findLoss() === undefined;
    if (isOurs) await this.#remove(trail);
    return isOurs;
  }

  /**
   * Releases the lock after work that is done: a file that another program has open stays, and fails nothing. This process takes such a lock
   * over at once, and others when this process has ended. Returns false when the lock was gone before. Throws DISK_WRITE_FAILED.
   */
  async releaseOrLeave(): Promise<boolean> {
    try {
      return await this.release();
    } catch (error) {
      if (!isHeldFault(error)) throw error;
      return true;
    }
  }

  async #remove(trail: string | undefined): Promise<void> {
    let tries = 0;
    const remove = (): void => {
      tries += 1;
      // The machine may have slept in a pause, and another process has taken the lock over.
      const loss = tries > 1 ? this.findLoss() : undefined;
      if (loss === undefined || loss.errno !== undefined) releaseFile(this.path, trail);
    };
    try {
      await onDisk(this.path, () => retryWhileHeld(this.path, remove));
      abandoned.delete(toKey(this));
    } catch (error) {
      abandoned.add(toKey(this));
      throw error;
    }
  }
}

export interface LockOptions {
  /** Changes of this file also count as signs of life of the holder. */
  trace?: string;
  /**
   * The interval of renewals of this lock. A holder that misses its renewals loses it even if its process exists: it slept, or its process id
   * belongs to another process now. Only for locks whose holders call `findLoss` before their work counts.
   */
  leaseMs?: number;
  /** This process, for locks that are taken often. Each lock gets a token of its own. */
  holder?: Holder;
}

/** Another process has the lock. */
export interface LockHeld {
  /** Its process id; 0 if unknown. */
  heldBy: number;
  /** True if this may be the process id of another process by now: calls during the next two renewals find out, so wait for them. */
  isDoubtful?: true;
}

/**
 * Returns the lock of one file or folder, or the holder's process id when another process has it; the lock of
 * a dead holder is taken over. To wait, call again at least every ten seconds, or once per `leaseMs`: without a process lookup, only
 * missed renewals show that a holder has ended.
 */
export async function lockFile(
  path: string,
  world: LockWorld,
  { trace, leaseMs, holder: ours }: LockOptions = {},
): Promise<FileLock | LockHeld> {
  const { clock } = world;
  const me = ours === undefined ? await makeHolder(world, leaseMs) : makeThreadHolder(ours);
  let removed: string | undefined;
  for (;;) {
    const lock = FileLock.create(path, me, clock);
    if (lock !== undefined) {
      stopWatching(path, clock);
      return lock;
    }
    const found = readHolder(path);
    if (found === undefined) continue;
    const { holder, text, touchedMs } = found;
    const tracedMs = await readChangedMs(trace);
    const renewMs =
      leaseMs === undefined
        ? findLeaseMs(holder, me)
        : holder === undefined
          ? leaseMs
          : findRenewalMs(holder);
    const aliveMs = Math.max(touchedMs, tracedMs);
    // Holders of a lease of this kind look at it before their work counts: a lapse is enough to judge them.
    const inDoubt = leaseMs === undefined && isDoubtful(holder, aliveMs, me, world);
    const missed = inDoubt ? DOUBT_RENEWALS : undefined;
    const isLapsed =
      renewMs !== undefined &&
      hasLapsed(path, `${text} ${touchedMs} ${tracedMs}`, { renewMs, missed }, clock);
    const isAbandoned = abandoned.has(toKey({ path, token: holder?.token }));
    if (!isLapsed && !isAbandoned && !(await isGone(holder, aliveMs, me, world)))
      return { heldBy: holder?.pid ?? 0, ...(inDoubt && { isDoubtful: true }) };
    // On some disks of Windows a removed file keeps its name while another process has it open.
    if (removed === `${text} ${touchedMs}`) return { heldBy: holder?.pid ?? 0 };
    const isRemoved = await onDisk(path, () => removeStaleLock(path, text, clock));
    if (isRemoved) removed = `${text} ${touchedMs}`;
    if (!isRemoved && leaseMs !== undefined) return { heldBy: holder?.pid ?? 0 };
  }
}

/** Renames the file to its trail. The file is removed if the trail is a folder, for instance, or another program has it open. */
function releaseFile(path: string, trail: string | undefined): void {
  try {
    if (trail !== undefined) return renameSync(path, trail);
  } catch (error) {
    if (readErrno(error) === undefined) throw error;
  }
  removeNow(path);
}

/** Removes a file, if it is there. `rmSync` would look at it first. */
function removeNow(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (readErrno(error) !== "ENOENT") throw error;
  }
}

/** Creates a file; false when it exists. Throws DISK_WRITE_FAILED. */
function createFile(path: string, text: string): boolean {
  return onDisk(path, () => {
    let fd: number;
    try {
      fd = openSync(path, "wx", 0o600);
    } catch (error) {
      if (readErrno(error) === "EEXIST") return false;
      throw error;
    }
    try {
      writeSync(fd, text);
    } catch (error) {
      // An empty lock, after a full disk for instance, would count as the lock of another process.
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
    return true;
  });
}

/** Far more than the text of a holder. */
const MAX_LOCK_BYTES = 64 * 1024;

const readLock = (path: string) => readPlain(path, MAX_LOCK_BYTES, FOLLOWING);

/** Returns undefined without a lock. Throws DISK_WRITE_FAILED, also for something that is not a file: no process waits for it. */
function readHolder(
  path: string,
): { text: string; holder: Holder | undefined; touchedMs: number } | undefined {
  try {
    const { text, stat: file } = readLock(path);
    return { text, holder: parseHolder(text), touchedMs: file.mtimeMs };
  } catch (error) {
    const errno = readErrno(error);
    if (errno === "ENOENT") {
      // A link to nothing can be neither created nor read.
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return undefined;
      throw makeDiskError("EFTYPE", path, makeNotAFile(path));
    }
    throw errno === undefined
      ? error
      : makeDiskError(errno, path, error, errno === "EFTYPE" ? "write" : "read");
  }
}

async function readChangedMs(path: string | undefined): Promise<number> {
  if (path === undefined) return 0;
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** Removing a stale lock takes milliseconds; a removal that is older than this was abandoned. */
const REMOVAL_MS = 10_000;

/**
 * Removes a stale lock, unless it has been replaced. One process at a time does so: otherwise a process could remove the new lock of another.
 * Returns false while another process removes it: the caller checks again. `judged` is the content of the stale lock.
 */
export async function removeStaleLock(
  path: string,
  judged: string,
  clock: Pick<LockWorld["clock"], "now">,
): Promise<boolean> {
  const removal = `${path}.removal`;
  if (!createFile(removal, "")) {
    const sinceMs = await readChangedMs(removal);
    // The clock may have been set back since then.
    if (sinceMs > 0 && Math.abs(clock.now() - sinceMs) > REMOVAL_MS) await removeFile(removal);
    return false;
  }
  try {
    if (readLock(path).text === judged) await retryWhileHeld(path, () => rm(path));
  } catch (error) {
    if (readErrno(error) !== "ENOENT") throw error;
  } finally {
    await removeFile(removal);
  }
  return true;
}
