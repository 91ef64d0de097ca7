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

/** It renews itself until it is released, for processes that cannot look ours up. */
export interface FileLock {
  /** False when another process has taken it over, after too long without a sign of life. */
  isOurs(): Promise<boolean>;
  release(): Promise<void>;
}

/** Thrown when, before a file is published, its lock turns out to belong to another process. */
export class LockLost extends Error {}

/**
 * The right to write one file or folder, as an O_EXCL file with its holder's name. Returns the holder's process id instead
 * when another process has it; a lock whose holder is dead is taken over. To wait for one, call again until it is a lock,
 * at least every ten seconds: of a holder that cannot be looked up, only missed renewals tell that it has ended.
 * @param trace a file whose changes are signs of life of the holder too
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

/** The same right, taken at once (true) or not at all. `text` is a `Holder`, as JSON. */
export function lockNow(path: string, text: string): boolean {
  try {
    const fd = openSync(path, "wx", 0o600);
    try {
      writeFileSync(fd, text);
    } catch (error) {
      // Empty, on a full disk for instance: other processes would take it for a lock that is held.
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

/** A process that removes a stale lock takes milliseconds; what is left of one that died meanwhile counts after this long. */
const REMOVAL_MS = 10_000;

/**
 * Removes a stale lock, unless it is another one by now. Processes do so one at a time: one that removes what it read
 * earlier would else remove the lock that another has taken in between. It may return with the lock still there, while
 * another process removes it: the caller looks again.
 * @param judged what the stale one says
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
