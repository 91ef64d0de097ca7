/** The cost of a kill for a part: only unrecorded bytes. */
import { readFile } from "node:fs/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Sidecar } from "../../../src/transfer/folder/sidecar.ts";
import { openPart } from "./transfer-world.ts";

const MiB = 1024 * 1024;

test("DOWNLOAD-07 P7 a kill while a slow disk writes the sidecar loses no more than at other times", async () => {
  const part = await openPart();
  await part.begin({ digests: [], etag: '"v1"', size: 64 * MiB });
  const saving = part.save();
  const writing = part.write(Buffer.alloc(8 * MiB), 0);
  // None of this is recorded: it has to wait.
  expect(part.written.total).toBe(0);
  await Promise.all([saving, writing]);
  expect(part.written.total).toBe(8 * MiB);
  const { done } = JSON.parse(await readFile(part.paths.sidecar, "utf8")) as Sidecar;
  expect(done).toBeGreaterThan(8 * MiB * 0.95);
  await part.close();
});

describe("DOWNLOAD-07 the first checkpoint of a part", () => {
  const world = async () => {
    const part = await openPart();
    onTestFinished(() => part.close());
    await part.begin({ digests: [], etag: '"v1"', size: 64 * MiB });
    const known = async () => {
      const text = await readFile(part.paths.sidecar, "utf8").catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as Sidecar).done;
    };
    return { part, known, clock: part.options.clock };
  };

  test("is skipped for a part that is small, and complete within a second", async () => {
    const { part, known, clock } = await world();
    await part.write(Buffer.alloc(200 * 1024), 0);
    await clock.sleep(999);
    await part.write(Buffer.alloc(1000), 200 * 1024);
    expect(await known()).toBeUndefined();
    part.removeNow();
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

  test("is written with 256 KiB, however early", async () => {
    const { part, known } = await world();
    await part.write(Buffer.alloc(300 * 1024), 0);
    expect(await known()).toBe(256 * 1024);
  });

  test("is written on an interrupt", async () => {
    const { part, known } = await world();
    await part.write(Buffer.alloc(1000), 0);
    await part.save();
    expect(await known()).toBe(1000);
  });
});
