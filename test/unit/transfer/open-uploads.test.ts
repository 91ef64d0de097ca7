/** Records of unfinished uploads: only those of dead runs are removed from a bucket. */
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAlive } from "../../../src/is-alive.ts";
import { openUploads } from "../../../src/transfer/s3/open-uploads.ts";
import { testFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";

const DEAD = 999_999_999;

/** A record of this process, changed in this way, whose last sign of life was some minutes ago. */
async function recordWith(change: object, silentMinutes = 0) {
  const dir = await testFolder();
  const clock = skippingClock();
  const open = () =>
    openUploads({ dir, clock, self: { pid: process.pid, isAlive } }, {}, { bucket: "b", prefix: "" });
  await open().add("key", "upload");
  const [name = ""] = await readdir(dir);
  const record = JSON.parse(await readFile(join(dir, name), "utf8")) as object;
  await writeFile(join(dir, name), JSON.stringify({ ...record, ...change }));
  const at = clock.now() / 1000 - silentMinutes * 60;
  await utimes(join(dir, name), at, at);
  return open().left();
}

test.each([
  ["a running process", {}, 60, false],
  ["a dead process", { pid: DEAD }, 0, true],
  ["a dead process whose id another one has", { start: "1" }, 0, true],
  ["another container, which renews it", { pid: DEAD, pids: "pid:[1]" }, 1, false],
  ["another container, silent for eleven minutes", { pid: DEAD, pids: "pid:[1]" }, 11, true],
  ["another machine, which renews it", { pid: DEAD, host: "taveuni", boot: "other" }, 1, false],
])("P21 an unfinished upload of %s (%j, %d min): is removed: %s", async (_whose, change, silent, isLeft) => {
  expect(await recordWith(change, silent)).toEqual(isLeft ? [{ key: "key", uploadId: "upload" }] : []);
});

test.each([
  ["a process whose id another one has by now", 60, false, true],
  ["a running process whose machine has just woken up", 60, true, false],
  ["a running process", 0, false, false],
])(
  "DESK-02 P25 without /proc, an unfinished upload of %s (silent for %i min): is removed: %s",
  async (_whose, silent, renews, isLeft) => {
    const dir = await testFolder();
    const clock = skippingClock();
    const self = { pid: process.pid, isAlive, proc: "/no-such-folder" };
    let path = "";
    const renewing = {
      ...clock,
      every: () => () => undefined,
      sleep: async (ms: number) => {
        await clock.sleep(ms);
        if (renews) await utimes(path, clock.ms / 1000, clock.ms / 1000);
      },
    };
    const open = openUploads({ dir, clock: renewing, self }, {}, { bucket: "b", prefix: "" });
    await open.add("key", "upload");
    path = join(dir, (await readdir(dir))[0] ?? "");
    const at = clock.ms / 1000 - silent * 60;
    await utimes(path, at, at);
    expect(await open.left()).toEqual(isLeft ? [{ key: "key", uploadId: "upload" }] : []);
    expect(clock.slept).toEqual(silent === 0 ? [] : [10_000, 10_000]);
  },
);
