import { randomBytes } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { uptime, hostname } from "node:os";
import { readBootId } from "./boot-id.ts";
import { RENEW_MS, type LeaseClock } from "./lock-lease.ts";

/** An invisible holder (another machine or container) counts as gone after this long without a sign of life. */
const SILENCE_MS = 600_000;
/** The limit for a holder with our host name, last seen before our boot: it is another machine, or ended at our reboot. */
const SILENCE_BEFORE_BOOT_MS = 120_000;
/** The limit for a lock without its holder's name: its maker is between open and write, or died there. */
const NAMELESS_MS = 10_000;

/** We never write a shorter interval. */
const MIN_RENEW_MS = 1000;

/** The content of a lock file. */
export interface Holder extends PidScope {
  pid: number;
  /** Start of the process since boot: tells a reused process id from the holder. */
  start?: string;
  token: string;
  /** Interval of its renewals. Absent in locks without renewal. */
  renewMs?: number;
}

export interface LockWorld {
  clock: LeaseClock;
  /** `upMs` is the time since the machine started; absent: the time that the system reports. */
  self: { pid: number; isAlive: (pid: number) => boolean; upMs?: () => number };
}

/** Returns this process as a holder; its locks are renewed (`keepRenewed`) until their release, if the clock can do that. */
export async function holderOf({ self, clock }: LockWorld, renewMs = RENEW_MS): Promise<Holder> {
  return {
    pid: self.pid,
    start: await processStart(self.pid),
    ...(await readPidScope()),
    token: newToken(),
    ...(clock.every !== undefined && { renewMs }),
  };
}

const newToken = (): string => randomBytes(8).toString("hex");

/**
 * Returns the holder of a thread of this process. Its locks are as good as those of the process for others, and distinct from them
 * for us: when the thread dies, its locks are released, and no others.
 */
export const threadHolderOf = (holder: Holder): Holder => ({ ...holder, token: newToken() });

export function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    return Number.isSafeInteger(holder.pid) && typeof holder.token === "string" ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reports whether the holder of a lock has ended. A process of our pid scope is looked up. For all others
 * only the time since the last sign of life counts: machines may share a name, and containers a machine.
 * `aliveMs` is the last sign of life.
 */
export async function isGone(
  holder: Holder | undefined,
  aliveMs: number,
  me: Holder,
  { clock, self }: LockWorld,
): Promise<boolean> {
  const silentMs = clock.now() - aliveMs;
  if (holder === undefined) return silentMs > NAMELESS_MS;
  if (!isSamePidScope(holder, me)) {
    const mayBeOurs = holder.host === me.host && holder.boot !== me.boot;
    const upMs = self.upMs?.() ?? uptime() * 1000;
    return silentMs > (mayBeOurs && silentMs > upMs ? SILENCE_BEFORE_BOOT_MS : SILENCE_MS);
  }
  if (!self.isAlive(holder.pid)) return true;
  return holder.start !== undefined && (await processStart(holder.pid)) !== holder.start;
}

/** Returns the renewal interval to watch; undefined when another check decides whether the holder has ended. */
export const leaseOf = (holder: Holder | undefined, me: Holder): number | undefined =>
  holder === undefined || isSamePidScope(holder, me) ? undefined : renewalOf(holder);

/** Returns the interval at which the holder renews its lock; undefined if it renews none. */
export const renewalOf = ({ renewMs }: Holder): number | undefined =>
  typeof renewMs === "number" && renewMs >= MIN_RENEW_MS ? renewMs : undefined;

/**
 * Returns the start of a process: field 22 of /proc/<pid>/stat (proc(5)). The name before it may have spaces
 * and brackets.
 */
async function processStart(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

/** The scope in which a process id is valid: in another scope the number is another process. */
export interface PidScope {
  host: string;
  /** Id of the running kernel; absent if the system does not provide it. */
  boot?: string;
  /** The namespace of process ids, as `pid:[4026531836]` (namespaces(7)): each container has its own. Linux only. */
  pids?: string;
}

export async function readPidScope(): Promise<PidScope> {
  const boot = await readBootId();
  const pids = await readlink("/proc/self/ns/pid").catch(() => undefined);
  return { host: hostname(), ...(boot !== undefined && { boot }), ...(pids !== undefined && { pids }) };
}

/** Reports whether process ids of one scope can be looked up in the other. */
export const isSamePidScope = (one: Partial<PidScope>, other: PidScope): boolean =>
  one.host === other.host && one.boot === other.boot && one.pids === other.pids;
