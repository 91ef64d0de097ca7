import { closeSync, openSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { diskError, errnoOf, onDisk } from "./disk-error.ts";
import { isGone, leaseOf, parseHolder, holderOf, type Holder, type LockWorld } from "./lock-holder.ts";
import { hasLapsed, keepRenewed, stopWatching, type LeaseClock } from "./lock-lease.ts";
import { FOLLOWING, readPlain } from "./plain-file.ts";

/** Thrown when a lock of this process is gone: another process has it, or its file was removed. */
export class LockLost extends Error {
  override readonly name = "LockLost";

  constructor(path: string, finding: string) {
    super(`the lock ${path} ${finding}`);
  }
}

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
  ) {
    this.#sureMs = clock.now();
    this.#stopRenewing = keepRenewed(path, token, clock);
  }

  /** Returns undefined when the lock exists. Throws DISK_WRITE_FAILED. */
  static create(path: string, me: Holder, clock: LeaseClock): FileLock | undefined {
    return createFile(path, JSON.stringify(me)) ? new FileLock(path, me.token, clock) : undefined;
  }

  /** Returns false when another process has taken the lock over, or its file was removed. */
  isOurs(): boolean {
    return this.#findLoss() === undefined;
  }

  /** Throws LockLost when the lock is gone. */
  confirm(): void {
    const loss = this.#findLoss();
    if (loss !== undefined) throw loss;
  }

  #findLoss(): LockLost | undefined {
    const nowMs = this.clock.now();
    // The clock of the machine may have been set back.
    if (Math.abs(nowMs - this.#sureMs) < SURE_MS) return undefined;
    let text: string;
    try {
      text = readLock(this.path).text;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === undefined) throw error;
      return new LockLost(this.path, errno === "ENOENT" ? "was removed" : `cannot be read (${errno})`);
    }
    if (!text.includes(this.token)) {
      const holder = parseHolder(text);
      return new LockLost(
        this.path,
        `now belongs to ${holder ? `process ${holder.pid}` : "another process"}`,
      );
    }
    this.#sureMs = nowMs;
    return undefined;
  }

  /** Returns false when the lock was gone before. */
  release(): boolean {
    this.#stopRenewing();
    const isOurs = this.isOurs();
    if (isOurs) onDisk(this.path, () => removeFile(this.path));
    return isOurs;
  }
}

/**
 * Returns the lock of one file or folder, or the holder's process id when another process has it; the lock of
 * a dead holder is taken over. To wait, call again at least every ten seconds: without a process lookup, only
 * missed renewals show that a holder has ended. Changes of the file `trace` also count as signs of life of
 * the holder.
 */
export async function lockFile(
  path: string,
  world: LockWorld,
  trace?: string,
): Promise<FileLock | { heldBy: number }> {
  const { clock } = world;
  const me = await holderOf(world);
  for (;;) {
    const lock = FileLock.create(path, me, clock);
    if (lock !== undefined) {
      stopWatching(path, clock);
      return lock;
    }
    const found = readHolder(path);
    if (found === undefined) continue;
    const { holder, text, touchedMs } = found;
    const tracedMs = await changedMs(trace);
    const renewMs = leaseOf(holder, me);
    const isLapsed =
      renewMs !== undefined && hasLapsed(path, `${text} ${touchedMs} ${tracedMs}`, renewMs, clock);
    if (!isLapsed && !(await isGone(holder, Math.max(touchedMs, tracedMs), me, world)))
      return { heldBy: holder?.pid ?? 0 };
    await removeStaleLock(path, text, clock);
  }
}

/** Removes a file, if it is there. `rmSync` would look at it first. */
function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/** Creates a file; false when it exists. Throws DISK_WRITE_FAILED. */
function createFile(path: string, text: string): boolean {
  return onDisk(path, () => {
    let fd: number;
    try {
      fd = openSync(path, "wx", 0o600);
    } catch (error) {
      if (errnoOf(error) === "EEXIST") return false;
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
    const errno = errnoOf(error);
    if (errno === "ENOENT") return undefined;
    throw errno === undefined ? error : diskError(errno, path, error, errno === "EFTYPE" ? "write" : "read");
  }
}

async function changedMs(path: string | undefined): Promise<number> {
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
 * The lock may still exist on return, while another process removes it: the caller checks again. `judged` is the content of the stale lock.
 */
export async function removeStaleLock(
  path: string,
  judged: string,
  clock: Pick<LockWorld["clock"], "now">,
): Promise<void> {
  const removal = `${path}.removal`;
  if (!createFile(removal, "")) {
    const sinceMs = await changedMs(removal);
    if (sinceMs > 0 && clock.now() - sinceMs > REMOVAL_MS) await rm(removal, { force: true });
    return;
  }
  try {
    if (readLock(path).text === judged) await rm(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  } finally {
    await rm(removal, { force: true });
  }
}
