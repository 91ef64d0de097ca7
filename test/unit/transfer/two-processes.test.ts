import { mkdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readBootId } from "../../../src/transfer/part/boot-id.ts";
import { sendObject, serve } from "./data-server.ts";
import { emptyDir, filesIn, isProcessAlive, source, transfer, fingerprint } from "./transfer-world.ts";
import { HALF, interrupted, NAME, scene } from "./interrupted.ts";

describe("two processes in one directory", () => {
  test("DOWNLOAD-10 share the work: every file is fetched once and both end well", async () => {
    const server = await serve((request, response) =>
      setImmediate(() => sendObject(request, response, scene)),
    );
    const dir = await emptyDir();
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
    await writeFile(
      world.paths.lock,
      JSON.stringify({ host: hostname(), boot: await readBootId(), token: "t", ...holder }),
    );
    return world;
  }

  test("a lock whose process is gone is taken over", async () => {
    const { dir, sources } = await lockedBy({ pid: 999_999_999 });
    expect((await transfer(dir, sources)).summary.downloaded).toBe(1);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("a lock whose process id was given to another process is taken over", async () => {
    const { dir, sources } = await lockedBy({ pid: process.pid, start: "1" });
    expect((await transfer(dir, sources)).summary.downloaded).toBe(1);
  });

  test("a lock from before a reboot is taken over", async () => {
    const { dir, sources } = await lockedBy({ pid: process.pid, boot: "an-earlier-boot" });
    expect((await transfer(dir, sources)).summary.downloaded).toBe(1);
  });

  test("what another process has is left for last", async () => {
    const { dir, sources, server } = await lockedBy({ pid: process.pid });
    const both = [...sources, source(`${server.origin}/b.tif`, { assetKey: "HV" })];
    const { events } = await transfer(dir, both, { concurrency: 1 });
    expect(
      events.filter(({ type }) => type !== "progress").map(({ type, file }) => `${type} ${file.asset}`),
    ).toEqual(["started HV", "verified HV", "finished HV", "waiting HH", "failed HH"]);
  });

  test("a living holder is waited for; one that never moves is reported, and its part is left alone", async () => {
    const { dir, sources, paths, server } = await lockedBy({ pid: process.pid });
    const { summary, types } = await transfer(dir, sources, {
      self: { pid: process.pid, isAlive: isProcessAlive },
    });
    expect(types).toEqual(["waiting", "failed"]);
    expect(summary.files[0]?.error).toMatchObject({ code: "FILE_EXISTS" });
    expect(fingerprint(await readFile(paths.part))).toBe(fingerprint(scene.subarray(0, HALF)));
    expect(server.requests).toHaveLength(1);
  });
});
