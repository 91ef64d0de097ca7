import { writeFileSync } from "node:fs";
import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isAlive } from "../../../src/is-alive.ts";
import { makeHolder, isGone } from "../../../src/disk/lock-holder.ts";
import { testFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";
import { sendObject, serve } from "./data-server.ts";
import { filesIn, fingerprint, source, transfer, readScope } from "./transfer-world.ts";
import type { TransferEvent } from "../../../src/transfer/events.ts";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import { linkKey } from "../../../src/transfer/transfer-source.ts";
import { HALF, interrupted, NAME, scene } from "./interrupted.ts";

describe("two processes in one folder", () => {
  test("DOWNLOAD-10 share the work: every file is fetched once and both succeed", async () => {
    const server = await serve((request, response) =>
      setImmediate(() => sendObject(request, response, scene)),
    );
    const dir = await testFolder();
    const sources = Array.from({ length: 6 }, (_, index) =>
      source(`${server.origin}/${index}.tif`, { assetKey: `b${index}` }),
    );
    const [first, second] = await Promise.all([transfer(dir, sources), transfer(dir, sources)]);
    expect(first.summary.failed + second.summary.failed).toBe(0);
    expect(first.summary.downloaded + second.summary.downloaded).toBe(6);
    expect(server.requests).toHaveLength(6);
    expect(Object.values(await filesIn(dir))).toEqual(Array(6).fill(fingerprint(scene)));
  });

  async function lockedBy(holder: object) {
    const world = await interrupted();
    await mkdir(join(world.dir, "TAVEUNI_20261120"), { recursive: true });
    await writeFile(world.paths.lock, JSON.stringify({ ...(await readScope()), token: "t", ...holder }));
    return world;
  }

  test("take over a lock of a dead process", async () => {
    const { dir, sources } = await lockedBy({ pid: 999_999_999 });
    expect((await transfer(dir, sources)).summary.downloaded).toBe(1);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("take over a lock whose process id now belongs to another process", async () => {
    const { dir, sources } = await lockedBy({ pid: process.pid, start: "1" });
    expect((await transfer(dir, sources)).summary.downloaded).toBe(1);
  });

  /** The time since the lock's holder gave a sign of life. */
  const silentFor = async (paths: { part: string; lock: string }, seconds: number): Promise<void> => {
    const at = skippingClock().now() / 1000 - seconds;
    for (const path of [paths.part, paths.lock]) await utimes(path, at, at);
  };
  const ELSEWHERE = [
    ["another container of this machine", { pid: 999_999_999, pids: "pid:[1]" }],
    ["another machine of this name", { pid: 999_999_999, boot: "of-the-clone", pids: "pid:[1]" }],
    ["another machine", { pid: 999_999_999, host: "taveuni", boot: "of-taveuni" }],
  ] as const;

  test.each(ELSEWHERE)("a process of %s has ended after ten silent minutes", async (_where, holder) => {
    const clock = skippingClock();
    const world = { clock, self: { pid: process.pid, isAlive, upMs: () => 86_400_000 } };
    const me = await makeHolder(world);
    const other = { ...(await readScope()), token: "t", ...holder };
    const isGoneAfter = (silentMs: number): Promise<boolean> =>
      isGone(other, clock.now() - silentMs, me, world);
    expect([await isGoneAfter(599_000), await isGoneAfter(601_000)]).toEqual([false, true]);
  });

  test("DOWNLOAD-10 leave the files of a process of a machine of this name to it", async () => {
    const { dir, sources, paths, server } = await lockedBy(ELSEWHERE[1][1]);
    const { types } = await transfer(dir, sources);
    expect(types).toEqual(["waiting", "failed"]);
    expect(fingerprint(await readFile(paths.part))).toBe(fingerprint(scene.subarray(0, HALF)));
    expect(server.requests).toHaveLength(1);
  });

  test("take over from a process of another machine after ten silent minutes", async () => {
    const { dir, sources, paths } = await lockedBy(ELSEWHERE[2][1]);
    await silentFor(paths, 60);
    const { summary, types, clock } = await transfer(dir, sources);
    expect(types[0]).toBe("waiting");
    expect(summary.downloaded).toBe(1);
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(540_000);
  });

  test("treat a growing part as a sign of life", async () => {
    const { dir, sources, paths } = await lockedBy(ELSEWHERE[0][1]);
    await silentFor(paths, 700);
    const now = skippingClock().now() / 1000;
    await utimes(paths.part, now, now);
    expect((await transfer(dir, sources)).types[0]).toBe("waiting");
  });

  test("take over a lock from before a reboot two minutes after its last sign of life, but not a clone's", async () => {
    const clock = skippingClock();
    const worldUpFor = (upMs: number) => ({
      clock,
      self: { pid: process.pid, isAlive, upMs: () => upMs },
    });
    const me = await makeHolder(worldUpFor(0));
    const before = { ...me, boot: "an-earlier-boot" };
    const isGoneAfter = (silentMs: number, upMs: number): Promise<boolean> =>
      isGone(before, clock.now() - silentMs, me, worldUpFor(upMs));
    expect(await isGoneAfter(130_000, 60_000)).toBe(true);
    expect(await isGoneAfter(110_000, 60_000)).toBe(false);
    // Seen since we were started: no reboot of this machine ended it.
    expect(await isGoneAfter(130_000, 140_000)).toBe(false);
    expect(await isGoneAfter(610_000, 3_600_000)).toBe(true);
  });

  /** Takes the lock over from a process that was stopped for two minutes, as one without renewals is. */
  function thief(path: string, text: string) {
    const clock = skippingClock();
    let stoppedMs = 0;
    return {
      clock: { ...clock, now: () => clock.now() + stoppedMs },
      // All bytes are there, and wait for their name.
      onEvent: (event: TransferEvent): void => {
        if (stoppedMs > 0 || event.type !== "progress" || event.done < scene.length) return;
        stoppedMs = 120_000;
        writeFileSync(path, text);
      },
    };
  }
  const THIEF = async () => JSON.stringify({ ...(await readScope()), pid: process.pid, token: "thief" });

  test.each([
    ["alone", undefined],
    ["with other small files", scene.length],
  ])("DOWNLOAD-10 give a name only while they have the lock: %s", async (_way, size) => {
    const server = await serve((request, response) => sendObject(request, response, scene));
    const dir = await testFolder();
    const of = source(`${server.origin}/scene.tif`, size === undefined ? {} : { size });
    const inspect = { inspect: async () => undefined };
    const paths = makePartPaths(join(dir, NAME), linkKey({ item: of.item, asset: of.assetKey }));
    const { types } = await transfer(dir, [of], {
      ...thief(paths.lock, await THIEF()),
      ...(size === undefined && inspect),
    });
    expect(types).toEqual(["started", "unlocked", "waiting", "failed"]);
    const left = await filesIn(dir);
    expect(Object.keys(left)).not.toContain(NAME);
    // The files are the other's: neither its part nor its lock is changed.
    expect(await readFile(paths.part)).toEqual(scene);
    expect(await readFile(paths.lock, "utf8")).toBe(await THIEF());
  });

  test("leave another process's files for last", async () => {
    const { dir, sources, server } = await lockedBy({ pid: process.pid });
    const both = [...sources, source(`${server.origin}/b.tif`, { assetKey: "HV" })];
    const { events } = await transfer(dir, both, { concurrency: 1 });
    expect(
      events.filter(({ type }) => type !== "progress").map(({ type, file }) => `${type} ${file.asset}`),
    ).toEqual(["started HV", "verified HV", "finished HV", "waiting HH", "failed HH"]);
  });

  test("wait for a running holder; one without progress is reported, and its part is left alone", async () => {
    const { dir, sources, paths, server } = await lockedBy({ pid: process.pid });
    const { summary, types } = await transfer(dir, sources, {
      self: { pid: process.pid, isAlive },
    });
    expect(types).toEqual(["waiting", "failed"]);
    expect(summary.files[0]?.error).toMatchObject({ code: "FILE_EXISTS" });
    expect(fingerprint(await readFile(paths.part))).toBe(fingerprint(scene.subarray(0, HALF)));
    expect(server.requests).toHaveLength(1);
  });
});
