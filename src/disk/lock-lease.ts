/**
 * A lock as a lease. Its holder renews it. A process that cannot look the holder up (another machine or container) takes the lock over after
 * missed renewals. The waiting process measures the silence: clocks of two machines may differ by minutes, and a machine that slept saw nothing.
 */
import { constants } from "node:fs";
import { open } from "node:fs/promises";

export interface LeaseClock {
  now(): number;
  /** Calls `work` every `ms` until the returned function is called. Without it locks are not renewed. */
  every?(ms: number, work: () => void): () => void;
}

/** Interval of the renewals; locks contain it, so that a later version may choose another one. */
export const RENEW_MS = 10_000;
/** Missed renewals before a lock is taken over: a holder or its disk may be slow. */
const MISSED_RENEWALS = 6;
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
 * Checks a lock; true when its holder has missed its renewals since the first check. Must be called at least once per interval: the time between
 * two checks counts at most that much, since our machine may have slept. `state` changes with each sign of life.
 */
export function hasLapsed(path: string, state: string, renewMs: number, clock: LeaseClock): boolean {
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
  return silentMs >= renewMs * MISSED_RENEWALS;
}

/** Forgets a lock that is no longer waited for. */
export function stopWatching(path: string, clock: LeaseClock): void {
  watches.get(clock)?.delete(path);
}
