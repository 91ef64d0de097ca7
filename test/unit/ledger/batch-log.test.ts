/** The log of a batch is one process's at a time, whatever the one before left. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openBatchLog } from "../../../src/ledger/batch-log.ts";

let dir: string;
let lock: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "batch-log-"));
  lock = join(dir, "ab.lock");
});
afterEach(() => rm(dir, { recursive: true }));

it("P21 a lock that a killed process left is taken over", async () => {
  writeFileSync(lock, "41");
  const log = await openBatchLog({ dir, key: "ab", pid: 43, isAlive: () => false });
  expect(await readFile(lock, "utf8")).toBe("43");
  await log.close();
});

it("P21 of two that find the lock of a killed process the second does not take that of the first away", async () => {
  writeFileSync(lock, "41");
  const isAlive = (pid: number): boolean => {
    if (pid !== 41) return true;
    // The other process has it before our lookup has returned.
    rmSync(lock);
    writeFileSync(lock, "42");
    return false;
  };
  await expect(openBatchLog({ dir, key: "ab", pid: 43, isAlive })).rejects.toMatchObject({
    code: "INTENT_OPEN",
    message: "process 42 is sending the same file: nothing was sent now",
  });
  expect(await readFile(lock, "utf8")).toBe("42");
});
