import { randomBytes } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { uptime, hostname } from "node:os";
import { readBootId } from "./boot-id.ts";

/** A holder that we cannot look at (another machine or container) is given up after this long without a sign of life. */
const SILENCE_MS = 600_000;
/** The same for one of our host's name that was last seen before our boot: it is another machine, or it went down with us. */
const SILENCE_BEFORE_BOOT_MS = 120_000;
/** A lock without its holder's name: its maker is between open and write, or died there. */
const NAMELESS_MS = 10_000;

/** What a lock says. */
export interface Holder extends Place {
  pid: number;
  /** Start of the process since boot: tells a reused process id from the holder. */
  start?: string;
  token: string;
}

export interface LockWorld {
  clock: { now(): number };
  self: { pid: number; isAlive: (pid: number) => boolean };
}

export const holderText = async (world: LockWorld): Promise<string> => JSON.stringify(await holderOf(world));

export async function holderOf({ self }: LockWorld): Promise<Holder> {
  return {
    pid: self.pid,
    start: await processStart(self.pid),
    ...(await readOurPlace()),
    token: randomBytes(8).toString("hex"),
  };
}

export function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    return Number.isSafeInteger(holder.pid) && typeof holder.token === "string" ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * True when the holder of a lock is gone for good. One of our own place is looked up; of all others (machines may share
 * a name, containers a machine) only silence tells.
 * @param aliveMs its last sign of life @param upMs since our machine was started
 */
export async function isGone(
  holder: Holder | undefined,
  aliveMs: number,
  me: Holder,
  { clock, self }: LockWorld,
  upMs = uptime() * 1000,
): Promise<boolean> {
  const silentMs = clock.now() - aliveMs;
  if (holder === undefined) return silentMs > NAMELESS_MS;
  if (!isSamePlace(holder, me)) {
    const mayBeOurs = holder.host === me.host && holder.boot !== me.boot;
    return silentMs > (mayBeOurs && silentMs > upMs ? SILENCE_BEFORE_BOOT_MS : SILENCE_MS);
  }
  if (!self.isAlive(holder.pid)) return true;
  return holder.start !== undefined && (await processStart(holder.pid)) !== holder.start;
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

/** Where a process id means something: the same number is another process in every other place. */
export interface Place {
  host: string;
  /** Of the running kernel; absent where the system does not say. */
  boot?: string;
  /** The namespace of process ids, as `pid:[4026531836]` (namespaces(7)): each container has its own. Linux only. */
  pids?: string;
}

export async function readOurPlace(): Promise<Place> {
  const boot = await readBootId();
  const pids = await readlink("/proc/self/ns/pid").catch(() => undefined);
  return { host: hostname(), ...(boot !== undefined && { boot }), ...(pids !== undefined && { pids }) };
}

/** True when a process id of one may be looked up in the other. */
export const isSamePlace = (one: Partial<Place>, other: Place): boolean =>
  one.host === other.host && one.boot === other.boot && one.pids === other.pids;
