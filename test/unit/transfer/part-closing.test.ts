/** A part file that ends, while others still use its descriptor. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { HashThread } from "../../../src/transfer/hashing/hash-thread.ts";
import { PartFile } from "../../../src/transfer/part/part-file.ts";
import { partPaths } from "../../../src/transfer/part/part-paths.ts";
import { emptyDir, instantClock } from "./transfer-world.ts";

const MiB = 1024 * 1024;

async function begun(hashThread?: HashThread) {
  const clock = instantClock();
  const part = await PartFile.open(partPaths(join(await emptyDir(), "scene.tif"), "key"), {
    key: "key",
    promised: ":",
    algorithms: hashThread === undefined ? "nothing" : ["sha256"],
    bootId: "boot",
    clock,
    resume: true,
    ...(hashThread !== undefined && { hashThread }),
  });
  await part.begin({ digests: [], etag: '"v1"', size: 64 * MiB });
  return { part, clock };
}

/** Settles when the test says so. */
function held() {
  let settle: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (settle = resolve));
  return { promise, settle };
}

/** Size of the part by its own descriptor, after whatever was already asked of the disk. */
async function sizeByDescriptor(part: PartFile): Promise<number> {
  for (let turn = 0; turn < 5; turn++) await part.handle.stat();
  return (await part.handle.stat()).size;
}

describe("a part is closed", () => {
  test("only when nobody writes by its descriptor any more: another file may have its number then", async () => {
    const { part } = await begun();
    const loan = held();
    void part.lendTo(loan.promise);
    const closing = part.close();
    expect(await sizeByDescriptor(part)).toBe(0);
    loan.settle();
    await closing;
    expect(part.handle.fd).toBe(-1);
  });

  test("nor while the hash thread reads it", async () => {
    const reading = held();
    const thread = {
      isThere: true,
      begin: () => ({ grow: () => undefined, feed: async () => undefined, drop: () => reading.promise }),
    };
    const { part } = await begun(thread as unknown as HashThread);
    await part.write(Buffer.alloc(2 * MiB), 0);
    const closing = part.close();
    expect(await sizeByDescriptor(part)).toBe(2 * MiB);
    reading.settle();
    await closing;
    expect(part.handle.fd).toBe(-1);
  });
});

test("a part is begun anew only when nobody writes by its descriptor any more", async () => {
  const { part } = await begun();
  await part.write(Buffer.from("hello"), 0);
  const loan = held();
  void part.lendTo(loan.promise);
  const beginning = part.begin({ digests: [], etag: '"v2"' });
  expect(await sizeByDescriptor(part)).toBe(5);
  loan.settle();
  await beginning;
  expect(await sizeByDescriptor(part)).toBe(0);
  await part.close();
});

describe("a sidecar that was removed does not come back", () => {
  test("by what a thread had written", async () => {
    const { part } = await begun();
    await part.remove();
    part.noteWritten(0, 8 * MiB);
    await expect(stat(part.paths.sidecar)).rejects.toThrow("ENOENT");
    await part.close();
  });

  test("by a write that ends or comes later", async () => {
    const { part, clock } = await begun();
    await part.write(Buffer.alloc(40 * MiB), 0);
    expect(JSON.parse(await readFile(part.paths.sidecar, "utf8"))).toMatchObject({ etag: '"v1"' });
    const writing = part.write(Buffer.alloc(MiB), 40 * MiB);
    expect(writing).toBeDefined();
    await clock.sleep(60_000);
    await Promise.all([writing, part.remove()]);
    await clock.sleep(60_000);
    await part.write(Buffer.alloc(MiB), 41 * MiB);
    await expect(stat(part.paths.sidecar)).rejects.toThrow("ENOENT");
    await part.close();
  });
});
