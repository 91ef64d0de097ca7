import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { open, readFile, rm, stat, type FileHandle } from "node:fs/promises";
import { errnoOf, onDisk } from "./disk-error.ts";
import {
  isGone,
  leaseOf,
  parseHolder,
  renewingHolderOf,
  type Holder,
  type LockWorld,
} from "./lock-holder.ts";
import { hasLapsed, keepRenewed, stopWatching } from "./lock-lease.ts";

/** A lock that renews itself until it is released, for processes that cannot look ours up. */
export interface FileLock {
  /** False when another process has taken it over, after too many missed renewals. */
  isOurs(): Promise<boolean>;
  release(): Promise<void>;
}

/** Thrown before a file is published whose lock belongs to another process by now. */
export class LockLost extends Error {}

/**
 * Returns the lock of one file or folder: an O_EXCL file with its holder's name. Returns the holder's process id when another process has it;
 * the lock of a dead holder is taken over. To wait, call again at least every ten seconds: without a process lookup, only missed renewals show
 * that a holder has ended. Changes of the file `trace` are signs of life of the holder too.
 */
export async function lockFile(
  path: string,
  world: LockWorld,
  trace?: string,
): Promise<FileLock | { heldBy: number }> {
  const { clock } = world;
  const me = await renewingHolderOf(world);
  for (;;) {
    if (await create(path, JSON.stringify(me))) {
      stopWatching(path, clock);
      return held(path, me, clock);
    }
    const found = await readHolder(path);
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

/** Takes the lock synchronously; false when it exists. `text` is a `Holder`, as JSON. */
export function lockNow(path: string, text: string): boolean {
  try {
    const fd = openSync(path, "wx", 0o600);
    try {
      writeFileSync(fd, text);
    } catch (error) {
      // An empty lock, after a full disk for instance, would count as held.
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

function held(path: string, me: Holder, clock: LockWorld["clock"]): FileLock {
  const isOurs = async (): Promise<boolean> => (await readHolder(path))?.holder?.token === me.token;
  const stopRenewing = keepRenewed(path, me.token, clock);
  return {
    isOurs,
    release: async () => {
      stopRenewing();
      if (await isOurs()) await rm(path, { force: true });
    },
  };
}

async function create(path: string, text: string): Promise<boolean> {
  return onDisk(path, async () => {
    let handle: FileHandle;
    try {
      handle = await open(path, "wx", 0o600);
    } catch (error) {
      if (errnoOf(error) === "EEXIST") return false;
      throw error;
    }
    try {
      await handle.writeFile(text);
      return true;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  });
}

async function readHolder(
  path: string,
): Promise<{ text: string; holder: Holder | undefined; touchedMs: number } | undefined> {
  try {
    const text = await readFile(path, "utf8");
    const { mtimeMs } = await stat(path);
    return { text, holder: parseHolder(text), touchedMs: mtimeMs };
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    return onDisk(path, () => Promise.reject(error as Error));
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
  if (!(await create(removal, ""))) {
    const sinceMs = await changedMs(removal);
    if (sinceMs > 0 && clock.now() - sinceMs > REMOVAL_MS) await rm(removal, { force: true });
    return;
  }
  try {
    if ((await readFile(path, "utf8")) === judged) await rm(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  } finally {
    await rm(removal, { force: true });
  }
}
