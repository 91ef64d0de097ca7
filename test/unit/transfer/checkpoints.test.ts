/** The cost of a kill for a part: only unrecorded bytes. */
import { readFile } from "node:fs/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Sidecar } from "../../../src/transfer/folder/sidecar.ts";
import { openPart } from "./transfer-world.ts";

const MiB = 1024 * 1024;

test("DOWNLOAD-07 P7 a checkpoint is on disk before the bytes after it are accepted", async () => {
  const part = await openPart();
  part.begin({ digests: [], etag: '"v1"', size: 256 * MiB });
  for (const at of [0, 64 * MiB]) {
    await part.write(Buffer.alloc(64 * MiB), at);
    const { done } = JSON.parse(await readFile(part.paths.sidecar, "utf8")) as Sidecar;
    expect(done).toBe(at + 64 * MiB);
  }
  await part.close();
});

describe("DOWNLOAD-07 the first checkpoint of a part", () => {
  const world = async () => {
    const part = await openPart();
    onTestFinished(() => part.close());
    part.begin({ digests: [], etag: '"v1"', size: 64 * MiB });
    const known = async () => {
      const text = await readFile(part.paths.sidecar, "utf8").catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as Sidecar).done;
    };
    return { part, known, clock: part.options.clock };
  };

  test("is skipped for a part that is complete within a second", async () => {
    const { part, known, clock } = await world();
    await part.write(Buffer.alloc(200 * 1024), 0);
    await clock.sleep(999);
    await part.write(Buffer.alloc(1000), 200 * 1024);
    expect(await known()).toBeUndefined();
    void part.remove();
  });

  test("is written with the first bytes after a second, however few", async () => {
    const { part, known, clock } = await world();
    await part.write(Buffer.alloc(1000), 0);
    await clock.sleep(1000);
    await part.write(Buffer.alloc(1000), 1000);
    expect(await known()).toBe(2000);
    // From then on five times a second.
    await clock.sleep(200);
    await part.write(Buffer.alloc(1000), 2000);
    expect(await known()).toBe(3000);
  });

  test("is written with 64 MiB, however early", async () => {
    const { part, known } = await world();
    await part.write(Buffer.alloc(63 * MiB), 0);
    expect(await known()).toBeUndefined();
    await part.write(Buffer.alloc(MiB), 63 * MiB);
    expect(await known()).toBe(64 * MiB);
  });

  test("is written on an interrupt", async () => {
    const { part, known } = await world();
    await part.write(Buffer.alloc(1000), 0);
    await part.save();
    expect(await known()).toBe(1000);
  });
});
