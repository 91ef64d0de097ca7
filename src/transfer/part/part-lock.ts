import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { open, readFile, rm, stat, utimes, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { takeAway } from "../../disk/take-away.ts";
import type { Clock } from "../../time/clock.ts";
import { errnoOf, onDisk } from "../disk-error.ts";
import { readBootId } from "./boot-id.ts";

/** A holder that we cannot look at (another machine or container) is given up after this long without a sign of life. */
const SILENCE_MS = 600_000;
/** A lock without its holder's name: its maker is between open and write, or died there. */
const NAMELESS_MS = 10_000;

interface Holder {
  pid: number;
  /** Start of the process since boot: tells a reused process id from the holder. */
  start?: string;
  boot?: string;
  host: string;
  token: string;
}

export interface PartLock {
  /** A sign of life, for holders that others cannot look at. */
  touch(): Promise<void>;
  release(): Promise<void>;
}

export interface LockWorld {
  clock: Clock;
  self: { pid: number; isAlive: (pid: number) => boolean };
}

/**
 * The right to write one part file, as an O_EXCL file with its holder's name. Returns the holder's process id instead
 * when somebody else has it; a lock whose holder is dead is taken over.
 */
export async function lockPart(path: string, world: LockWorld): Promise<PartLock | { heldBy: number }> {
  const me = await holderOf(world);
  for (;;) {
    if (await create(path, JSON.stringify(me))) return held(path, me, world.clock);
    const found = await readHolder(path);
    if (found === undefined) continue;
    if (!(await isStale(found.holder, found.touchedMs, me, world))) return { heldBy: found.holder?.pid ?? 0 };
    await takeAway(path, found.text, me.token);
  }
}

/** The same right, taken at once (true) or not at all. `text` is from `holderText`. */
export function lockNow(path: string, text: string): boolean {
  try {
    const fd = openSync(path, "wx", 0o600);
    try {
      writeSync(fd, text);
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

export const holderText = async (world: LockWorld): Promise<string> => JSON.stringify(await holderOf(world));

async function holderOf({ self }: LockWorld): Promise<Holder> {
  return {
    pid: self.pid,
    start: await processStart(self.pid),
    boot: await readBootId(),
    host: hostname(),
    token: randomBytes(8).toString("hex"),
  };
}

export async function touchLock(path: string, clock: Clock): Promise<void> {
  const now = clock.now() / 1000;
  await utimes(path, now, now).catch(() => undefined);
}

function held(path: string, me: Holder, clock: Clock): PartLock {
  return {
    touch: () => touchLock(path, clock),
    release: async () => {
      const found = await readHolder(path);
      if (found?.holder?.token === me.token) await rm(path, { force: true });
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

async function isStale(
  holder: Holder | undefined,
  touchedMs: number,
  me: Holder,
  { clock, self }: LockWorld,
): Promise<boolean> {
  const silentMs = clock.now() - touchedMs;
  if (holder === undefined) return silentMs > NAMELESS_MS;
  if (holder.host !== me.host) return silentMs > SILENCE_MS;
  if (holder.boot !== me.boot) return true;
  if (!self.isAlive(holder.pid)) return true;
  return holder.start !== undefined && (await processStart(holder.pid)) !== holder.start;
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    return Number.isSafeInteger(holder.pid) && typeof holder.token === "string" ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Field 22 of /proc/<pid>/stat (proc(5)); the name before it may hold spaces and brackets. */
async function processStart(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
