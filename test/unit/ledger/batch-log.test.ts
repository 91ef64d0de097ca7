/** The log of a batch belongs to one process at a time, whatever the previous one left. */
import { mkdtemp, readdir, readFile, rm, utimes } from "node:fs/promises";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openBatchLog } from "../../../src/ledger/batch-log.ts";

const clock = { now: () => Date.now() };
let dir: string;
let lock: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "batch-log-"));
  lock = join(dir, "ab.lock");
});
afterEach(() => rm(dir, { recursive: true }));

it("P21 the lock of a killed process is taken over", async () => {
  writeFileSync(lock, "41");
  const log = await openBatchLog({ dir, key: "ab", pid: 43, isAlive: () => false, clock });
  expect(await readFile(lock, "utf8")).toBe("43");
  await log.close();
});

it("P21 of two processes that find the lock of a killed one, the second does not take it from the first", async () => {
  writeFileSync(lock, "41");
  const isAlive = (pid: number): boolean => {
    if (pid !== 41) return true;
    // The other process has it before our lookup has returned.
    rmSync(lock);
    writeFileSync(lock, "42");
    return false;
  };
  await expect(openBatchLog({ dir, key: "ab", pid: 43, isAlive, clock })).rejects.toMatchObject({
    code: "INTENT_OPEN",
    message: "process 42 is sending the same file: nothing was sent now",
  });
  expect(await readFile(lock, "utf8")).toBe("42");
});

it("P21 of many processes that find the lock of a killed one at once, one gets it", async () => {
  const pids = Array.from({ length: 24 }, (_, index) => 100 + index);
  const isAlive = (pid: number): boolean => pids.includes(pid);
  for (let round = 0; round < 100; round++) {
    writeFileSync(lock, "41");
    const taken = await Promise.allSettled(
      pids.map((pid) => openBatchLog({ dir, key: "ab", pid, isAlive, clock })),
    );
    const holders = taken.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(holders.length).toBe(1);
    await holders[0]!.close();
    expect((await readdir(dir)).toSorted()).toEqual(["ab.jsonl"]);
  }
});

it("P21 a process that died while it removed a lock blocks others for ten seconds", async () => {
  writeFileSync(lock, "41");
  writeFileSync(`${lock}.removal`, "");
  const open = () => openBatchLog({ dir, key: "ab", pid: 43, isAlive: () => false, clock });
  await expect(open()).rejects.toMatchObject({ code: "INTENT_OPEN" });
  const past = clock.now() / 1000 - 11;
  await utimes(`${lock}.removal`, past, past);
  await (await open()).close();
  expect(await readdir(dir)).toEqual(["ab.jsonl"]);
});
