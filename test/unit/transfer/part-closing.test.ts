/** A part file that ends, while others still use its descriptor. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PartFile } from "../../../src/transfer/folder/part-file.ts";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { testFolder } from "../../new-folder.ts";
import { slowDiskClock } from "./transfer-world.ts";
import { skippingClock } from "../../skipping-clock.ts";

const MiB = 1024 * 1024;

async function begun(algorithms: "nothing" | [] = "nothing", clock: Clock = skippingClock()) {
  const part = PartFile.begin(makePartPaths(join(await testFolder(), "scene.tif"), "key"), {
    key: "key",
    promised: ":",
    algorithms,
    bootId: "boot",
    clock,
  });
  part.begin({ digests: [], etag: '"v1"', size: 64 * MiB });
  return { part, clock };
}

/** A part on a slow disk, and a write in progress. */
async function writingSlowly() {
  const clock = slowDiskClock();
  const { part } = await begun(undefined, clock);
  await part.save();
  // Two slow writes, and the disk counts as slow: from then on they are waited for.
  await part.write(Buffer.alloc(39 * MiB), 0);
  await part.write(Buffer.alloc(MiB), 39 * MiB);
  const writing = part.write(Buffer.alloc(MiB), 40 * MiB);
  if (writing === undefined) throw new Error("the disk does not count as slow");
  return { part, clock, writing };
}

/** Size of the part by its own descriptor, after earlier disk operations. */
async function sizeByDescriptor(part: PartFile): Promise<number> {
  for (let turn = 0; turn < 5; turn++) await part.descriptor.sync();
  return part.descriptor.size;
}

describe("a part is closed", () => {
  test("after the last write by its descriptor: another file may get its number then", async () => {
    const { part, writing } = await writingSlowly();
    const closing = part.close();
    const isOpen = await writing.then(() => part.descriptor.fd !== -1);
    expect(isOpen).toBe(true);
    await closing;
    expect(part.descriptor.fd).toBe(-1);
  });

  test("after its digest has read it", async () => {
    const { part } = await begun([]);
    for (const at of [MiB, 0]) await part.write(Buffer.alloc(MiB), at);
    expect(part.isInUse).toBe(true);
    const closing = part.close();
    expect(part.descriptor.fd).not.toBe(-1);
    await closing;
    expect(part.descriptor.fd).toBe(-1);
  });
});

test("a part is started again after the last write by its descriptor", async () => {
  const { part, writing } = await writingSlowly();
  const dropping = part.discard();
  expect(await Promise.race([writing.then(() => "written"), dropping.then(() => "dropped")])).toBe("written");
  await dropping;
  expect(await sizeByDescriptor(part)).toBe(0);
  await part.close();
});

describe("a sidecar that was removed does not come back", () => {
  test("by a write that ends or starts later", async () => {
    const { part, clock, writing } = await writingSlowly();
    expect(JSON.parse(await readFile(part.paths.sidecar, "utf8"))).toMatchObject({ etag: '"v1"' });
    await clock.sleep(60_000);
    await Promise.all([writing, part.remove()]);
    await clock.sleep(60_000);
    await part.write(Buffer.alloc(MiB), 41 * MiB);
    await expect(stat(part.paths.sidecar)).rejects.toThrow("ENOENT");
    await part.close();
  });
});
