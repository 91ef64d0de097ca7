/** Downloads on a system without /proc, such as Windows and macOS: it tells neither its boot nor the start of a process. */
import { readFile, utimes, writeFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { PartFile } from "../../../src/transfer/folder/part-file.ts";
import type { Sidecar } from "../../../src/transfer/folder/sidecar.ts";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import { testFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";
import { HALF, interrupted, NAME, scene } from "./interrupted.ts";
import { filesIn, fingerprint, readScope, transfer, WITHOUT_PROC } from "./transfer-world.ts";

const MiB = 1024 * 1024;

describe("DESK-01 P25 a download without /proc", () => {
  const stopped = () => interrupted(undefined, { self: WITHOUT_PROC });

  test("that was stopped continues from its last byte", async () => {
    const { dir, sources, ranges } = await stopped();
    await transfer(dir, sources, { self: WITHOUT_PROC });
    expect(ranges()).toEqual([`bytes=${HALF}-`]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("that was killed continues from its last saved byte, synced or not", async () => {
    const { dir, sources, editSidecar, ranges } = await stopped();
    await editSidecar({ synced: 0 });
    await transfer(dir, sources, { self: WITHOUT_PROC });
    expect(ranges()).toEqual([`bytes=${HALF}-`]);
  });

  test("continues from its last synced byte after a restart of the system", async () => {
    const { dir, sources, editSidecar, ranges } = await stopped();
    await editSidecar({ synced: 70_000 });
    await transfer(dir, sources, { self: { ...WITHOUT_PROC, upMs: () => 60_000 } });
    expect(ranges()).toEqual(["bytes=70000-"]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("continues from its last synced byte if another machine began it", async () => {
    const { dir, sources, editSidecar, readSidecar, ranges } = await stopped();
    await editSidecar({ synced: 70_000, boot: `other-${(await readSidecar()).boot}` });
    await transfer(dir, sources, { self: WITHOUT_PROC });
    expect(ranges()).toEqual(["bytes=70000-"]);
  });

  test("whose boot is unknown continues from its last byte: the stop has synced it", async () => {
    const self = { ...WITHOUT_PROC, upMs: () => 0 };
    const { dir, sources, readSidecar, ranges } = await interrupted(undefined, { self });
    const sidecar = await readSidecar();
    expect(sidecar.boot).toBeUndefined();
    expect(sidecar.synced).toBe(HALF);
    await transfer(dir, sources, { self });
    expect(ranges()).toEqual([`bytes=${HALF}-`]);
  });
});

describe("DESK-01 P25 a part file that is kept", () => {
  /** The sidecar of a part file that is kept after this many bytes. */
  async function keptAfter(bytes: number, bootId: string | undefined) {
    const part = PartFile.begin(makePartPaths(join(await testFolder(), "scene.tif"), "key"), {
      key: "key",
      promised: ":",
      algorithms: "nothing",
      bootId,
      clock: skippingClock(),
    });
    part.begin({ digests: [], etag: '"v1"', size: 64 * MiB });
    await part.write(Buffer.alloc(bytes), 0);
    await part.keep();
    await part.close();
    return JSON.parse(await readFile(part.paths.sidecar, "utf8")) as Sidecar;
  }

  test.each([
    ["many bytes", 3 * MiB, "boot", 3 * MiB],
    // A run may stop with thousands of small files.
    ["few bytes of a known boot", 1000, "boot", 0],
    ["few bytes of an unknown boot", 1000, undefined, 1000],
  ])("syncs %s", async (_bytes, bytes, bootId, synced) => {
    expect(await keptAfter(bytes, bootId)).toMatchObject({ done: bytes, synced });
  });
});

describe("DESK-02 P25 a lock of a dead run, whose process id another process has", () => {
  async function lockedBy(silentMs: number) {
    const world = await interrupted(undefined, { self: WITHOUT_PROC });
    const { lock, part } = world.paths;
    await mkdir(dirname(lock), { recursive: true });
    const holder = { ...(await readScope(WITHOUT_PROC)), pid: process.pid, token: "t", renewMs: 10_000 };
    await writeFile(lock, JSON.stringify(holder));
    const at = (skippingClock().now() - silentMs) / 1000;
    for (const path of [lock, part]) await utimes(path, at, at);
    return world;
  }

  test.each([
    [0, 60_000],
    [3_600_000, 20_000],
  ])("after %i ms of silence delays a download by %i ms, not by eleven minutes", async (silentMs, waitMs) => {
    const { dir, sources, ranges } = await lockedBy(silentMs);
    const { summary, types, clock } = await transfer(dir, sources, { self: WITHOUT_PROC });
    expect(types[0]).toBe("waiting");
    expect(summary.downloaded).toBe(1);
    expect(ranges()).toEqual([`bytes=${HALF}-`]);
    const waitedMs = clock.slept.reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs).toBeGreaterThanOrEqual(waitMs);
    expect(waitedMs).toBeLessThan(waitMs + 2000);
  });
});
