/** Locks of processes that cannot be checked: renewed while their holder lives, taken over soon after its end. */
import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lockFile, type FileLock } from "../../../src/disk/file-lock.ts";
import {
  isSameBoot,
  type LockWorld,
  makeHolder,
  readBootId,
  readPidScope,
} from "../../../src/disk/lock-holder.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { testFolder } from "../../new-folder.ts";

const START = Date.UTC(2026, 10, 21);

/** A clock that is advanced by hand, and its timers. */
function handClock() {
  const timers = new Set<() => void>();
  const clock = {
    ms: START,
    timers,
    now: () => clock.ms,
    every: (_ms: number, work: () => void) => {
      timers.add(work);
      return () => void timers.delete(work);
    },
  };
  return clock;
}

async function world() {
  const path = join(await testFolder(), "a.lock");
  const clock = handClock();
  const self: LockWorld["self"] = { pid: process.pid, isAlive: () => true };
  const take = (at = path) => lockFile(at, { clock, self });
  /** Checks every five seconds, like a long wait, until the lock is taken or the time is over. */
  const waitFor = async (ms: number, meanwhile = async (): Promise<void> => {}) => {
    for (const untilMs = clock.ms + ms; clock.ms < untilMs; clock.ms += 5000) {
      await meanwhile();
      const lock = await take();
      if (!("heldBy" in lock)) return clock.ms;
    }
    return "still held";
  };
  const touchNow = () => utimes(path, clock.ms / 1000, clock.ms / 1000);
  /** The lock of a process in another container that renews it every ten seconds. */
  const heldElsewhere = async (more: object = { renewMs: 10_000 }) => {
    const holder = {
      ...(await readPidScope({ clock, self })),
      pids: "pid:[1]",
      pid: 999_999_999,
      token: "other",
    };
    await writeFile(path, JSON.stringify({ ...holder, ...more }));
    await touchNow();
  };
  /** The lock of a process of this machine, which has no /proc, and renews its locks. */
  const heldHere = async (more: object = {}, silentMs = 0) => {
    self.proc = "/no-such-folder";
    self.upMs ??= () => clock.ms - START + 86_400_000;
    const holder = await makeHolder({ clock, self });
    await writeFile(path, JSON.stringify({ ...holder, token: "other", ...more }));
    const at = (clock.ms - silentMs) / 1000;
    await utimes(path, at, at);
  };
  return { path, clock, self, take, waitFor, touchNow, heldElsewhere, heldHere };
}

const ours = (lock: Awaited<ReturnType<typeof lockFile>>): FileLock => {
  if ("heldBy" in lock) throw new Error("held by another process");
  return lock;
};

describe("a killed job in another container", () => {
  test("makes the next one wait a minute for its lock, not half an hour", async () => {
    const { waitFor, heldElsewhere } = await world();
    await heldElsewhere();
    expect(await waitFor(3_600_000)).toBe(START + 60_000);
  });

  test("does so even if the clock of its machine is minutes ahead or behind", async () => {
    for (const aheadMs of [-300_000, 300_000]) {
      const { path, clock, waitFor, heldElsewhere } = await world();
      await heldElsewhere();
      const at = (clock.ms + aheadMs) / 1000;
      await utimes(path, at, at);
      expect(await waitFor(3_600_000)).toBe(START + 60_000);
    }
  });

  test("whose lock has no usable interval is waited for ten minutes", async () => {
    for (const renewMs of [undefined, 0, -1, "soon", null]) {
      const { waitFor, heldElsewhere } = await world();
      await heldElsewhere({ renewMs });
      expect(await waitFor(3_600_000)).toBe(START + 605_000);
    }
  });
});

describe("a running job in another container", () => {
  test("keeps its lock as long as it renews it, even on a different clock", async () => {
    const { clock, path, waitFor, heldElsewhere } = await world();
    await heldElsewhere();
    const renew = async (): Promise<void> => {
      if ((clock.ms - START) % 50_000 !== 0) return;
      const at = (clock.ms - 300_000) / 1000;
      await utimes(path, at, at);
    };
    expect(await waitFor(3_600_000, renew)).toBe("still held");
  });

  test("keeps its lock while our machine slept and missed its renewals", async () => {
    const { clock, take, waitFor, touchNow, heldElsewhere } = await world();
    await heldElsewhere();
    await waitFor(30_000);
    clock.ms += 500_000;
    expect(await take()).toHaveProperty("heldBy");
    await touchNow();
    expect(await waitFor(55_000)).toBe("still held");
  });
});

describe("DESK-02 P25 on a system without /proc", () => {
  test("a lock of a dead process is taken over at once", async () => {
    const { self, take, heldHere } = await world();
    await heldHere();
    self.isAlive = () => false;
    expect(await take()).not.toHaveProperty("heldBy");
  });

  test("a lock whose process id another process has is taken over after six missed renewals", async () => {
    const { waitFor, heldHere } = await world();
    await heldHere();
    expect(await waitFor(3_600_000)).toBe(START + 60_000);
  });

  test.each([60_000, 86_400_000])(
    "one that is silent for %i ms already is doubtful, and is taken over after two more",
    async (silentMs) => {
      const { take, waitFor, heldHere } = await world();
      await heldHere({}, silentMs);
      expect(await take()).toEqual({ heldBy: process.pid, isDoubtful: true });
      expect(await waitFor(3_600_000)).toBe(START + 20_000);
    },
  );

  test("one that was made before the last start of the system is taken over at once, or after two if its process id is in use", async () => {
    for (const isAlive of [false, true]) {
      const { clock, self, take, waitFor, heldHere } = await world();
      await heldHere();
      clock.ms += 3_600_000;
      self.upMs = () => 60_000;
      self.isAlive = () => isAlive;
      if (!isAlive) expect(await take()).not.toHaveProperty("heldBy");
      else expect(await waitFor(3_600_000)).toBe(START + 3_620_000);
    }
  });

  test("a holder that wakes up with the machine renews its lock, and keeps it", async () => {
    const { clock, take, waitFor, touchNow, heldHere } = await world();
    await heldHere();
    clock.ms += 8 * 3_600_000;
    expect(await take()).toEqual({ heldBy: process.pid, isDoubtful: true });
    clock.ms += 10_000;
    await touchNow();
    expect(await take()).toEqual({ heldBy: process.pid });
    expect(await waitFor(55_000)).toBe("still held");
  });

  test("a holder that renews its lock keeps it, also after the clock was set", async () => {
    for (const setMs of [-3_600_000, 3_600_000]) {
      const { clock, self, waitFor, touchNow, heldHere } = await world();
      // The uptime of a virtual machine does not move while its host sleeps.
      self.upMs = () => 86_400_000;
      await heldHere();
      clock.ms += setMs;
      const from = clock.ms;
      const renew = async (): Promise<void> => {
        if ((clock.ms - from) % 10_000 === 5000) await touchNow();
      };
      expect(await waitFor(600_000, renew)).toBe("still held");
    }
  });

  test("a lock without renewals belongs to a process with its id", async () => {
    const { waitFor, heldHere } = await world();
    await heldHere({ renewMs: undefined }, 86_400_000);
    expect(await waitFor(700_000)).toBe("still held");
  });
});

describe("DESK-01 P25 the boot of a system without /proc", () => {
  const bootAt = (nowMs: number, upMs: number) =>
    readBootId({
      clock: { now: () => nowMs },
      self: { pid: 1, isAlive: () => true, upMs: () => upMs, proc: "/no-such-folder" },
    });

  test.each([
    ["an hour later", 3_600_000, 3_600_000, true],
    ["when the system counts whole seconds", 1500, 1000, true],
    ["after a correction of the clock by five seconds", 3_605_000, 3_600_000, true],
    ["after a correction of the clock by an hour", 3_600_000, 0, false],
    ["after a restart within half a minute", 30_000, 10_000 - 60_000, false],
    ["after a restart", 3_600_000, -50_000, false],
  ])("%s: is the same: %s", async (_when, laterMs, upLaterMs, isSame) => {
    const first = await bootAt(START, 60_000);
    const second = await bootAt(START + laterMs, 60_000 + upLaterMs);
    expect(isSameBoot(first, second)).toBe(isSame);
    expect(isSameBoot(second, first)).toBe(isSame);
  });

  test("is the same on both sides of every border of rounding", async () => {
    const first = await bootAt(START, 60_000.4);
    for (let ms = -2000; ms <= 2000; ms += 1)
      expect(isSameBoot(first, await bootAt(START + ms, 60_000.4))).toBe(true);
  });

  test("is never that of another machine that started at the same time, nor one of Linux, nor an unknown one", async () => {
    const boot = await bootAt(START, 60_000);
    expect(isSameBoot(boot, `ta${boot}`)).toBe(false);
    for (const other of ["0b5c1a1e", undefined, ""]) {
      expect(isSameBoot(boot, other)).toBe(false);
      expect(isSameBoot(other, boot)).toBe(false);
    }
    expect(isSameBoot(undefined, undefined)).toBe(false);
    expect(await bootAt(START, 0)).toBeUndefined();
  });
});

describe("a held lock", () => {
  /** The time of the lock's file, after it has changed. */
  const renewed = async (path: string, clock: ReturnType<typeof handClock>): Promise<number> => {
    const { mtimeMs } = await stat(path);
    for (const work of clock.timers) work();
    await expect.poll(async () => (await stat(path)).mtimeMs).not.toBe(mtimeMs);
    return (await stat(path)).mtimeMs;
  };

  test("is renewed by one timer for all locks, until the last one is released", async () => {
    const { path, clock, take } = await world();
    const [first, second] = [ours(await take()), ours(await take(`${path}.2`))];
    expect(clock.timers.size).toBe(1);
    clock.ms += 10_000;
    expect(await renewed(path, clock)).toBe(clock.ms);
    await expect.poll(async () => (await stat(`${path}.2`)).mtimeMs).toBe(clock.ms);
    await first.release();
    clock.ms += 10_000;
    expect(await renewed(`${path}.2`, clock)).toBe(clock.ms);
    await second.release();
    expect(clock.timers.size).toBe(0);
  });

  test("contains its renewal interval", async () => {
    const { path, clock, take } = await world();
    await take();
    const text = JSON.parse(await readFile(path, "utf8")) as object;
    expect(text).toMatchObject({ pid: process.pid, renewMs: 10_000, token: expect.any(String) });
    const { pid } = process;
    // A clock without a timer renews nothing, and its locks do not declare renewals.
    await lockFile(`${path}.2`, { clock: { now: clock.now }, self: { pid, isAlive: () => true } });
    expect(JSON.parse(await readFile(`${path}.2`, "utf8"))).not.toHaveProperty("renewMs");
  });

  test("that was taken over is not renewed for its new holder, nor removed", async () => {
    const { path, clock, take, heldElsewhere } = await world();
    const [lost, other] = [ours(await take()), ours(await take(`${path}.2`))];
    await rm(path);
    await heldElsewhere();
    const { mtimeMs } = await stat(path);
    clock.ms += 10_000;
    await renewed(`${path}.2`, clock);
    expect((await stat(path)).mtimeMs).toBe(mtimeMs);
    expect(lost.isOurs()).toBe(false);
    await lost.release();
    expect(await readFile(path, "utf8")).toContain("other");
    await other.release();
  });

  test("does not keep the process alive, and its timer ends with it", async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    let calls = 0;
    const stop = systemClock.every(1, () => (calls += 1));
    // Node counts timers that keep the process alive. No other timer starts or ends between these lines.
    expect(timers()).toBe(before);
    await expect.poll(() => calls).toBeGreaterThan(1);
    stop();
    const atTheEnd = calls;
    // Timers of 1 ms end in the order of their start: a remaining one would be called before the second of these.
    for (let sleeps = 0; sleeps < 2; sleeps += 1) await systemClock.sleep(1);
    expect(calls).toBe(atTheEnd);
  });
});
