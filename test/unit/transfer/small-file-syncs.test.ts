/** Small files are synced on the main thread if the disk is fast, and side by side if it is slow. */
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FileSyncs } from "../../../src/transfer/folder/file-syncs.ts";
import { emptyDir } from "./transfer-world.ts";

async function opened(count: number) {
  const dir = await emptyDir();
  return Array.from({ length: count }, (_, index) => {
    const path = join(dir, `f${index}`);
    const fd = openSync(path, "w");
    onTestFinished(() => closeSync(fd));
    return { fd, path, size: 1 };
  });
}

/** Returns another time at each reading. */
function slowClock(stepMs: number) {
  let ms = 0;
  return { now: () => (ms += stepMs), sleep: () => Promise.resolve() };
}

const broken = { fd: 1_000_000, path: "/the/broken/one", size: 1 };

/** Whether a sync is over at once, without a thread. */
async function isOnTheSpot(syncs: FileSyncs, file: typeof broken): Promise<boolean> {
  let isOver = false;
  const over = syncs.sync([file]).catch(() => (isOver = true));
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  const wasOver = isOver;
  await over;
  return wasOver;
}

test("the first sync never blocks the main thread: the disk may hang", async () => {
  expect(await isOnTheSpot(new FileSyncs(slowClock(0.01)), broken)).toBe(false);
});

test("on a fast disk small files are synced on the main thread, and large ones are not", async () => {
  const syncs = new FileSyncs(slowClock(0.01));
  await syncs.sync(await opened(70));
  expect(await isOnTheSpot(syncs, broken)).toBe(true);
  await syncs.sync(await opened(70));
  expect(await isOnTheSpot(syncs, { ...broken, size: 2 ** 20 })).toBe(false);
});

test("on a slow disk all syncs go to threads", async () => {
  const syncs = new FileSyncs(slowClock(50));
  await syncs.sync(await opened(70));
  expect(await isOnTheSpot(syncs, broken)).toBe(false);
});

test.each([0.01, 50])("P20 a failed sync is reported with its path (%d ms per stat)", async (stepMs) => {
  const files = await opened(40);
  await expect(new FileSyncs(slowClock(stepMs)).sync([...files, broken])).rejects.toMatchObject({
    code: "DISK_WRITE_FAILED",
    message: expect.stringContaining("/the/broken/one") as string,
  });
});
