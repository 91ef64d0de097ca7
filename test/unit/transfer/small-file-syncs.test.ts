/** Small files are made durable on the spot where that takes no time, and side by side where it does. */
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
    return { fd, path };
  });
}

/** Shows another time at each look. */
function slowClock(stepMs: number) {
  let ms = 0;
  return { now: () => (ms += stepMs), sleep: () => Promise.resolve() };
}

test("a disk that takes time is tried once, then the rest goes to threads", async () => {
  const files = await opened(70);
  const clock = slowClock(50);
  const syncs = new FileSyncs(clock);
  await syncs.sync(files);
  // Two pageSummaries for the one trial, whatever came after it.
  expect(clock.now()).toBe(150);
  await syncs.sync(files);
  expect(clock.now()).toBe(200);
});

test("one that takes none is never left", async () => {
  const clock = slowClock(0.01);
  await new FileSyncs(clock).sync(await opened(70));
  expect(clock.now()).toBeCloseTo(0.07);
});

test.each([0.01, 50])("P20 a sync that fails is reported with its path (%d ms a look)", async (stepMs) => {
  const files = await opened(40);
  const broken = { fd: 1_000_000, path: "/the/broken/one" };
  await expect(new FileSyncs(slowClock(stepMs)).sync([...files, broken])).rejects.toMatchObject({
    code: "DISK_WRITE_FAILED",
    message: expect.stringContaining("/the/broken/one") as string,
  });
});
