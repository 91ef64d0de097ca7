/**
 * The holder of a lock: its name in the lock's file, and whether it still lives. A process of this machine is looked up. Any other one renews
 * its lock, which is a lease: a process that cannot look the holder up (another machine or container) takes the lock over after missed
 * renewals. The waiting process measures the silence: clocks of two machines may differ by minutes, and a machine that slept saw nothing.
 *
 * Linux reports the start of a process and of the system in /proc. Windows and macOS report neither: another process may have the holder's
 * number there, so the renewals decide as well, and the time of the last start identifies the boot.
 */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, readFile, readlink } from "node:fs/promises";
import { hostname, uptime } from "node:os";

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
  /**
   * `upMs` is the time since the machine started; absent: the time that the system reports. `proc` is the folder of the process file
   * system; absent: /proc. Windows and macOS have none.
   */
  self: { pid: number; isAlive: (pid: number) => boolean; upMs?: () => number; proc?: string };
}

type Self = LockWorld["self"];

const PROC = "/proc";

/** Returns this process as a holder; its locks are renewed (`keepRenewed`) until their release, if the clock can do that. */
export async function makeHolder(world: LockWorld, renewMs = RENEW_MS): Promise<Holder> {
  const { self, clock } = world;
  return {
    pid: self.pid,
    start: await readProcessStart(self.pid, self),
    ...(await readPidScope(world)),
    token: makeHolderToken(),
    ...(clock.every !== undefined && { renewMs }),
  };
}

const makeHolderToken = (): string => randomBytes(8).toString("hex");

/**
 * Returns the holder of a thread of this process. Its locks are as good as those of the process for others, and distinct from them
 * for us: when the thread dies, its locks are released, and no others.
 */
export const makeThreadHolder = (holder: Holder): Holder => ({ ...holder, token: makeHolderToken() });

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
    if (isOnResetClock(holder, me) && self.isAlive(holder.pid) && findRenewalMs(holder) !== undefined)
      return false;
    const mayBeOurs = holder.host === me.host && !isOfSameBoot(holder, me);
    return silentMs > (mayBeOurs && silentMs > readUpMs(self) ? SILENCE_BEFORE_BOOT_MS : SILENCE_MS);
  }
  if (!self.isAlive(holder.pid)) return true;
  return holder.start !== undefined && (await readProcessStart(holder.pid, self)) !== holder.start;
}

/** Returns the renewal interval to watch; undefined when another check decides whether the holder has ended. */
export const findLeaseMs = (holder: Holder | undefined, me: Holder): number | undefined =>
  holder === undefined || (isSamePidScope(holder, me) && holder.start !== undefined)
    ? undefined
    : findRenewalMs(holder);

/**
 * Reports whether the holder must be watched for `DOUBT_RENEWALS` to know whether it has ended: it has missed its renewals, and a process with its
 * number runs, whose start is unknown. The machine may just have woken up, or its clock was set.
 */
export function isDoubtful(
  holder: Holder | undefined,
  aliveMs: number,
  me: Holder,
  { clock, self }: LockWorld,
): boolean {
  if (holder === undefined || holder.start !== undefined) return false;
  if (!isSamePidScope(holder, me) && !isOnResetClock(holder, me)) return false;
  const renewMs = findRenewalMs(holder);
  const isSilent = renewMs !== undefined && clock.now() - aliveMs >= renewMs * MISSED_RENEWALS;
  return isSilent && self.isAlive(holder.pid);
}

/** Returns the interval at which the holder renews its lock; undefined if it renews none. */
export const findRenewalMs = ({ renewMs }: Holder): number | undefined =>
  typeof renewMs === "number" && renewMs >= MIN_RENEW_MS ? renewMs : undefined;

/**
 * Returns the start of a process: field 22 of /proc/<pid>/stat (proc(5)). The name before it may have spaces
 * and brackets.
 */
async function readProcessStart(pid: number, { proc = PROC }: Self): Promise<string | undefined> {
  try {
    const text = await readFile(`${proc}/${pid}/stat`, "utf8");
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

export async function readPidScope(world: LockWorld): Promise<PidScope> {
  const { proc = PROC } = world.self;
  const boot = await readBootId(world);
  const pids = await readlink(`${proc}/self/ns/pid`).catch(() => undefined);
  return { host: hostname(), ...(boot !== undefined && { boot }), ...(pids !== undefined && { pids }) };
}

/**
 * Identifies the running kernel; `isSameBoot` compares two of these. While it stays the same, written bytes survive the death of any process;
 * after a reboot only synced ones do. Without /proc it is the name of the machine and the time of its last start: two machines may start at
 * the same time. Undefined if that time is unknown as well: then only synced bytes count.
 */
export async function readBootId({ clock, self }: LockWorld): Promise<string | undefined> {
  try {
    return (await readFile(`${self.proc ?? PROC}/sys/kernel/random/boot_id`, "utf8")).trim() || undefined;
  } catch {
    const upMs = readUpMs(self);
    return upMs > 0 ? `${hostname()} since ${Math.round(clock.now() - upMs)}` : undefined;
  }
}

const readUpMs = ({ upMs }: Self): number => upMs?.() ?? uptime() * 1000;

/**
 * The time of the last start is the clock minus the uptime, which counts sleep on Windows and macOS. It moves when the clock is corrected, which
 * happens by a few seconds after a start or sleep, and macOS counts whole seconds. A restart takes longer than this, with
 * the run that ended before it. A larger correction of the clock looks like a restart: only synced bytes count then.
 */
const START_TOLERANCE_MS = 10_000;

/** Reports whether two boot ids are those of one running kernel. */
export function isSameBoot(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [start, otherStart] = [parseStart(one), parseStart(other)];
  if (start === undefined || otherStart === undefined) return one === other;
  return start.host === otherStart.host && Math.abs(start.ms - otherStart.ms) <= START_TOLERANCE_MS;
}

function parseStart(boot: string): { host: string; ms: number } | undefined {
  const [, host, ms] = /^(.*) since (-?\d+)$/su.exec(boot) ?? [];
  return host === undefined ? undefined : { host, ms: Number(ms) };
}

type Scope = Partial<PidScope>;

const isOfSameBoot = (one: Scope, other: Scope): boolean =>
  one.boot === other.boot || isSameBoot(one.boot, other.boot);

/** Reports whether two boots of one machine differ by the time of the start alone: it restarted, or its clock was set. */
const isOnResetClock = (one: Scope, other: Scope): boolean =>
  one.host === other.host &&
  one.pids === other.pids &&
  [one.boot, other.boot].every((boot) => boot !== undefined && parseStart(boot) !== undefined);

/** Reports whether process ids of one scope can be looked up in the other. */
export const isSamePidScope = (one: Scope, other: PidScope): boolean =>
  one.host === other.host && isOfSameBoot(one, other) && one.pids === other.pids;

// ---- a lock as a lease ----

export interface LeaseClock {
  now(): number;
  /** Calls `work` every `ms` until the returned function is called. Without it locks are not renewed. */
  every?(ms: number, work: () => void): () => void;
}

/** Interval of the renewals; locks contain it, so that a later version may choose another one. */
const RENEW_MS = 10_000;
/** Missed renewals before a lock is taken over: a holder or its disk may be slow. */
const MISSED_RENEWALS = 6;
/** Missed renewals that are observed at a lock that is already doubtful: a holder that wakes up renews its lock within one interval. */
export const DOUBT_RENEWALS = 2;
/** Number of locks renewed in parallel. */
const WALKERS = 4;

interface Lease {
  path: string;
  token: string;
}

interface Renewal {
  leases: Set<Lease>;
  /** Ends the timer. */
  stop?: () => void;
  isRunning: boolean;
}

/** By interval. One map per clock, which is one per process outside tests. */
const renewals = new WeakMap<LeaseClock, Map<number, Renewal>>();

/**
 * Renews the lock at `path` until the returned function is called. All locks of one interval share a timer, which does not keep the process alive
 * and ends with the last of them. `token` is from the lock's text: the lock of another holder is never renewed.
 */
export function keepRenewed(path: string, token: string, clock: LeaseClock, renewMs = RENEW_MS): () => void {
  const ofClock = renewals.get(clock) ?? new Map<number, Renewal>();
  renewals.set(clock, ofClock);
  const renewal: Renewal = ofClock.get(renewMs) ?? { leases: new Set(), isRunning: false };
  ofClock.set(renewMs, renewal);
  const { leases } = renewal;
  const lease = { path, token };
  leases.add(lease);
  renewal.stop ??= clock.every?.(renewMs, () => void renewAll(renewal, clock));
  return () => {
    leases.delete(lease);
    if (leases.size > 0) return;
    renewal.stop?.();
    delete renewal.stop;
  };
}

async function renewAll(renewal: Renewal, clock: LeaseClock): Promise<void> {
  if (renewal.isRunning) return;
  renewal.isRunning = true;
  const leases = renewal.leases.values();
  const walk = async (): Promise<void> => {
    for (const lease of leases) await renewLock(lease, clock);
  };
  await Promise.all(Array.from({ length: WALKERS }, walk));
  renewal.isRunning = false;
}

/** Sets the modification time if the lock is still ours. Errors are retried at the next renewal. */
async function renewLock({ path, token }: Lease, clock: LeaseClock): Promise<void> {
  try {
    const handle = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return;
      // Uses the open file only: a new lock at the path, made by another process meanwhile, stays unchanged.
      const text = await handle.readFile("utf8");
      if (!text.includes(token)) return;
      const now = clock.now() / 1000;
      // Some network disks cannot set times; writing sets them.
      await handle.utimes(now, now).catch(() => handle.write(text, 0));
    } finally {
      await handle.close();
    }
  } catch {
    // Reached also while another process moves the lock aside to judge it.
  }
}

interface Watched {
  /** The state of the lock at the last check. */
  state: string;
  lookedMs: number;
  /** Observed time without a change. */
  silentMs: number;
}

const watches = new WeakMap<LeaseClock, Map<string, Watched>>();

/**
 * Checks a lock; true when its holder has missed so many renewals since the first check. Must be called at least once per interval: the time between
 * two checks counts at most that much, since our machine may have slept. `state` changes with each sign of life.
 */
export function hasLapsed(
  path: string,
  state: string,
  { renewMs, missed = MISSED_RENEWALS }: { renewMs: number; missed?: number | undefined },
  clock: LeaseClock,
): boolean {
  let watched = watches.get(clock);
  if (watched === undefined) watches.set(clock, (watched = new Map()));
  const lookedMs = clock.now();
  const before = watched.get(path);
  let silentMs = 0;
  if (before?.state === state) {
    const passedMs = Math.max(0, lookedMs - before.lookedMs);
    silentMs = before.silentMs + Math.min(passedMs, renewMs);
  }
  watched.set(path, { state, lookedMs, silentMs });
  return silentMs >= renewMs * missed;
}

/** Forgets a lock that is no longer waited for. */
export function stopWatching(path: string, clock: LeaseClock): void {
  watches.get(clock)?.delete(path);
}
