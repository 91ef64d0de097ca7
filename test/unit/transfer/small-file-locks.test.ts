/** The locks of small files: one file with many names, and to other processes locks like any other. */
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renewingHolderOf } from "../../../src/disk/lock-holder.ts";
import { lockFile } from "../../../src/disk/file-lock.ts";
import { QuickLocks } from "../../../src/transfer/folder/quick-locks.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { emptyDir, isProcessAlive } from "./transfer-world.ts";

async function world() {
  const dir = await emptyDir();
  const paths = ["a.lock", "b.lock", "c.lock"].map((name) => join(dir, name)) as [string, string, string];
  const here = { clock: systemClock, self: { pid: process.pid, isAlive: isProcessAlive } };
  const quick = async (self = here.self) =>
    new QuickLocks(JSON.stringify(await renewingHolderOf({ ...here, self })), systemClock);
  return { dir, paths, here, quick };
}

test("P21 each has its holder from the first moment, and blocks the other way of locking until it is released", async () => {
  const { dir, paths, here, quick } = await world();
  const locks = await quick();
  const taken = paths.map((path) => locks.take(path));
  for (const path of paths) {
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ pid: process.pid });
    expect(await lockFile(path, here)).toEqual({ heldBy: process.pid });
  }
  for (const lock of taken) await lock?.release();
  expect(await readdir(dir)).toEqual([]);
  expect(await lockFile(paths[0], here)).not.toHaveProperty("heldBy");
});

test("P21 a lock of another process is not ours, whichever came first", async () => {
  const { paths, here, quick } = await world();
  await lockFile(paths[0], here);
  const [ours, others] = [await quick(), await quick()];
  expect(ours.take(paths[0])).toBeUndefined();
  expect(ours.take(paths[1])).toBeDefined();
  expect(others.take(paths[1])).toBeUndefined();
  expect(ours.take(paths[0])).toBeUndefined();
  expect(others.take(paths[2])).toBeDefined();
});

test("the file that the other names link to may be released first, or vanish", async () => {
  const { dir, paths, quick } = await world();
  const locks = await quick();
  const first = locks.take(paths[0])!;
  const second = locks.take(paths[1])!;
  await first.release();
  const third = locks.take(paths[2])!;
  expect(third).toBeDefined();
  expect((await readdir(dir)).toSorted()).toEqual(["b.lock", "c.lock"]);
  for (const lock of [second, third, third]) await lock.release();
  expect(await readdir(dir)).toEqual([]);
});

test("P21 a lock that another process has taken over is not ours any more, and is left to it", async () => {
  const { dir, paths, quick } = await world();
  const locks = await quick();
  const [first, second] = [locks.take(paths[0])!, locks.take(paths[1])!];
  await rm(paths[0]);
  await writeFile(paths[0], "theirs");
  expect(first.isOursNow()).toBe(false);
  expect(await second.isOurs()).toBe(true);
  await first.release();
  await second.release();
  expect(await readdir(dir)).toEqual(["a.lock"]);
  expect(await readFile(paths[0], "utf8")).toBe("theirs");
});

test("locks of a killed run are taken over one by one", async () => {
  const { paths, here, quick } = await world();
  const dead = await quick({ pid: 999_999_999, isAlive: isProcessAlive });
  for (const path of paths) dead.take(path);
  await writeFile(`${paths[0]}.bystander`, "");
  const lock = await lockFile(paths[0], here);
  expect(lock).not.toHaveProperty("heldBy");
  expect(JSON.parse(await readFile(paths[1], "utf8"))).toMatchObject({ pid: 999_999_999 });
});

test("in a missing folder nothing is locked, and ordinary locks report why", async () => {
  const { dir, quick } = await world();
  expect((await quick()).take(join(dir, "no", "a.lock"))).toBeUndefined();
});
