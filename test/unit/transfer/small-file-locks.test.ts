/** The locks of the files of one run, which have one holder: to other processes they are locks like any other. */
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHolder } from "../../../src/disk/lock-holder.ts";
import { FileLock, lockFile } from "../../../src/disk/file-lock.ts";
import { isAlive } from "../../../src/is-alive.ts";
import { testFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";

async function world() {
  const dir = await testFolder();
  const paths = ["a.lock", "b.lock", "c.lock"].map((name) => join(dir, name)) as [string, string, string];
  const clock = skippingClock(Date.now());
  const here = { clock, self: { pid: process.pid, isAlive } };
  const run = async (self = here.self) => {
    const me = await makeHolder({ ...here, self });
    return { take: (path: string) => FileLock.create(path, me, clock) };
  };
  return { dir, paths, here, run, clock };
}

test("P21 each has its holder from the first moment, and blocks other processes until it is released", async () => {
  const { dir, paths, here, run } = await world();
  const locks = await run();
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
  const { paths, here, run } = await world();
  await lockFile(paths[0], here);
  const [ours, others] = [await run(), await run()];
  expect(ours.take(paths[0])).toBeUndefined();
  expect(ours.take(paths[1])).toBeDefined();
  expect(others.take(paths[1])).toBeUndefined();
  expect(others.take(paths[2])).toBeDefined();
});

test("P21 a lock that another process has taken over is not ours any more, and is left to it", async () => {
  const { dir, paths, run, clock } = await world();
  const locks = await run();
  const [first, second] = [locks.take(paths[0])!, locks.take(paths[1])!];
  await rm(paths[0]);
  await writeFile(paths[0], "theirs");
  await clock.sleep(10_000);
  expect(first.isOurs()).toBe(false);
  expect(second.isOurs()).toBe(true);
  await first.release();
  await second.release();
  expect(await readdir(dir)).toEqual(["a.lock"]);
  expect(await readFile(paths[0], "utf8")).toBe("theirs");
});

test("locks of a killed run are taken over one by one", async () => {
  const { paths, here, run } = await world();
  const dead = await run({ pid: 999_999_999, isAlive });
  for (const path of paths) dead.take(path);
  await writeFile(`${paths[0]}.bystander`, "");
  const lock = await lockFile(paths[0], here);
  expect(lock).not.toHaveProperty("heldBy");
  expect(JSON.parse(await readFile(paths[1], "utf8"))).toMatchObject({ pid: 999_999_999 });
});

test("in a missing folder the reason is reported", async () => {
  const { dir, run } = await world();
  const { take } = await run();
  expect(() => take(join(dir, "no", "a.lock"))).toThrow("folder is missing");
});
