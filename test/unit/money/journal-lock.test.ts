/** The lock of a journal: whom it excludes, for how long, and what the next holder may still believe. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeHolder } from "../../../src/disk/lock-holder.ts";
import { openJournalLock, type JournalLock, type LockingProcess } from "../../../src/money/store/lock.ts";
import { newFolder } from "../../new-folder.ts";
import { skippingClock, type SkippingClock } from "../../skipping-clock.ts";
import { RERUN } from "../../../src/hint.ts";
import { makeLink, needModes } from "../../this-system.ts";

let dir: string;
let lock: string;
let clock: SkippingClock;
beforeEach(async () => {
  dir = await newFolder();
  lock = join(dir, ".lock");
  clock = skippingClock(Date.now());
});

const lockOf = (pid: number, options: Partial<LockingProcess> = {}): JournalLock =>
  openJournalLock(dir, { clock, pid, isAlive: () => true, ...options });
const nothing = async (): Promise<void> => {};
const waitedMs = (): number => clock.slept.reduce((sum, ms) => sum + ms, 0);

/** Writes the lock of process 200: of this machine, unless `changes` say otherwise. */
async function leaveLock(changes: object = {}): Promise<void> {
  const holder = await makeHolder({ self: { pid: 200, isAlive: () => true }, clock });
  writeFileSync(lock, JSON.stringify({ ...holder, ...changes }));
  utimesSync(lock, clock.ms / 1000, clock.ms / 1000);
}
const ELSEWHERE = { host: "another", renewMs: 1000 };

describe("P14 P21 a process waits for the lock", () => {
  it("not at all if its holder was killed", async () => {
    await leaveLock();
    await lockOf(100, { isAlive: (pid) => pid !== 200 }).hold(nothing);
    expect(waitedMs()).toBe(0);
  });

  it("at most ten seconds, and then reports the holder and to run again", async () => {
    await leaveLock();
    await expect(lockOf(100).hold(nothing)).rejects.toMatchObject({
      code: "INTENT_OPEN",
      message: expect.stringContaining(
        `process 200 is using the spend journal (its lock is ${lock})`,
      ) as string,
      next: RERUN,
    });
    expect(waitedMs()).toBe(10_000);
    expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject({ pid: 200 });
  });

  it("at most ten seconds for all holders of one process together", async () => {
    await leaveLock();
    const ours = lockOf(100);
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => ours.hold(nothing).catch(({ code }: { code: string }) => code)),
    );
    expect(codes).toEqual(Array(8).fill("INTENT_OPEN"));
    expect(waitedMs()).toBe(10_000);
  });

  it("until it is interrupted", async () => {
    await leaveLock();
    const interrupted = new AbortController();
    const waiting = lockOf(100, { signal: interrupted.signal }).hold(nothing);
    await expect.poll(() => clock.slept.length).toBeGreaterThan(1);
    const reason = new Error("Ctrl-C");
    interrupted.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it.each([
    ["of another machine or container", ELSEWHERE],
    ["of this machine before it started again", { boot: "earlier", renewMs: 1000 }],
    ["of a process that sleeps, or whose id another process has now", { renewMs: 1000 }],
  ])("for six missed renewals of a holder %s", async (_title, changes) => {
    await leaveLock(changes);
    await lockOf(100).hold(nothing);
    expect(waitedMs()).toBe(6000);
  });

  it("of another machine as long as that renews it, also on a different clock", async () => {
    await leaveLock(ELSEWHERE);
    const renewing = {
      now: () => clock.ms,
      sleep: async (ms: number) => {
        await clock.sleep(ms);
        const seconds = clock.ms / 1000 - 300;
        if (waitedMs() % 1000 === 0) utimesSync(lock, seconds, seconds);
      },
    };
    await expect(lockOf(100, { clock: renewing }).hold(nothing)).rejects.toMatchObject({
      code: "INTENT_OPEN",
    });
  });

  it.each([
    ["a full disk has left empty", 0],
    ["has a time that has not come: the clock was set back", 86_400_000],
  ])("for six seconds if it %s", async (_title, aheadMs) => {
    writeFileSync(lock, "");
    utimesSync(lock, (clock.ms + aheadMs) / 1000, (clock.ms + aheadMs) / 1000);
    await lockOf(100).hold(nothing);
    expect(waitedMs()).toBe(6000);
  });

  it.each([0, 86_400_000])(
    "that a killed process was removing, with a clock %i ms ahead",
    async (aheadMs) => {
      await leaveLock();
      writeFileSync(`${lock}.removal`, "");
      utimesSync(`${lock}.removal`, (clock.ms + aheadMs) / 1000, (clock.ms + aheadMs) / 1000);
      const ours = lockOf(100, { isAlive: (pid) => pid !== 200 });
      // The removal counts as abandoned after ten seconds.
      await ours.hold(nothing).catch(() => {});
      await ours.hold(nothing);
      expect(waitedMs()).toBeLessThanOrEqual(10_020);
    },
  );
});

describe("P2 a lock that cannot be taken", () => {
  it.each<[string, () => void, string]>([
    ["a folder in its place", () => mkdirSync(lock), `${sep}.lock is not a file`],
    ["a link to nothing in its place", () => makeLink("nothing", lock), `${sep}.lock is not a file`],
    ["no folder", () => rmSync(dir, { recursive: true }), "ENOENT"],
  ])("%s: the journal cannot be written", async (_title, prepare, reason) => {
    prepare();
    const failed = lockOf(100).hold(nothing);
    await expect(failed).rejects.toMatchObject({
      code: "JOURNAL_UNWRITABLE",
      message: expect.stringContaining(reason) as string,
    });
    await expect(failed).rejects.toThrow(dir);
    expect(waitedMs()).toBe(0);
  });

  it.skipIf(process.getuid?.() === 0)(
    "a read-only folder: the journal cannot be written, at once",
    async () => {
      needModes();
      chmodSync(dir, 0o500);
      await expect(lockOf(100).hold(nothing)).rejects.toMatchObject({
        code: "JOURNAL_UNWRITABLE",
        message: expect.stringContaining("EACCES") as string,
      });
      expect(waitedMs()).toBe(0);
    },
  );
});

describe("P1 a holder believes what it read in an earlier holding", () => {
  const RELEASED = ".unlocked";
  const eras = new WeakMap<JournalLock, number>();
  const believes = (of: JournalLock): Promise<boolean> =>
    of.hold(async ({ era }) => {
      const isSame = eras.get(of) === era;
      eras.set(of, era);
      return isSame;
    });

  it("if no other process has held the lock in between", async () => {
    const [ours, theirs] = [lockOf(100), lockOf(200)];
    expect([await believes(ours), await believes(ours)]).toEqual([false, true]);
    expect([await believes(theirs), await believes(ours), await believes(ours)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each<[string, () => void]>([
    ["was killed while it had the lock", () => {}],
    ["was killed, and its lock was removed by hand", () => rmSync(lock)],
  ])("not if another process %s", async (_title, happen) => {
    const ours = lockOf(100, { isAlive: (pid) => pid !== 200 });
    await believes(ours);
    void lockOf(200).hold(() => new Promise(() => {}));
    await expect.poll(() => existsSync(lock) && !existsSync(join(dir, RELEASED))).toBe(true);
    happen();
    expect(await believes(ours)).toBe(false);
  });

  it("not after work that failed, nor after it has lost the lock", async () => {
    const ours = lockOf(100);
    await believes(ours);
    await ours.hold(() => Promise.reject(new Error("the disk is full"))).catch(nothing);
    expect([await believes(ours), await believes(ours)]).toEqual([false, true]);
    await ours.hold(async () => rmSync(lock));
    expect(await believes(ours)).toBe(false);
  });

  it.each<[string, (path: string) => void, boolean]>([
    ["is missing", () => {}, true],
    [
      "is that of another one",
      (path) => writeFileSync(path, JSON.stringify({ pid: 7, token: "other" })),
      true,
    ],
    ["is a folder", (path) => mkdirSync(path), false],
  ])("not if the released lock %s, which is no obstacle", async (_title, put, isReplaced) => {
    const ours = lockOf(100);
    await believes(ours);
    rmSync(join(dir, RELEASED));
    put(join(dir, RELEASED));
    expect([await believes(ours), await believes(ours)]).toEqual([false, isReplaced]);
    expect(existsSync(lock)).toBe(false);
  });

  it("not after another process changed records when it had lost the lock unnoticed", async () => {
    const ours = lockOf(100, { isAlive: (pid) => pid !== 200 });
    await believes(ours);
    await lockOf(200).hold(async () => {
      // Another process sleeps, and its lock is taken over.
      expect([await believes(ours), await believes(ours)]).toEqual([false, true]);
      // Now it wakes up and writes.
    });
    expect(await believes(ours)).toBe(false);
  });
});
