/** A run that ends during several ranges, and the one after it. */
import { existsSync } from "node:fs";
import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { PartFile } from "../../../../src/transfer/folder/part-file.ts";
import { makePartPaths } from "../../../../src/transfer/folder/wanted-file.ts";
import type { Sidecar } from "../../../../src/transfer/folder/sidecar.ts";
import { Spans } from "../../../../src/transfer/loop/segments.ts";
import { linkKey } from "../../../../src/transfer/transfer-source.ts";
import { testFolder } from "../../../new-folder.ts";
import { openPart, slowDiskClock } from "../transfer-world.ts";
import { fetchFar, holding, largeScene, MiB, objectReply } from "./distant-server.ts";

const scene = largeScene(48 * MiB, 1);
const NAME = "TAVEUNI_20261120/scene.tif";

/** Interrupted after this many bytes, in several pieces. */
async function interrupted(atBytes = 24 * MiB) {
  const dir = await testFolder();
  const controller = new AbortController();
  await expect(
    fetchFar(dir, (asked) => objectReply(scene, asked), {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === "progress" && event.done >= atBytes) controller.abort(new Error("SIGINT"));
      },
    }),
  ).rejects.toThrow("SIGINT");
  const paths = makePartPaths(join(dir, NAME), linkKey({ item: "TAVEUNI_20261120", asset: "HH" }));
  const sidecar = JSON.parse(await readFile(paths.sidecar, "utf8")) as Sidecar;
  const edit = async (more: object) => writeFile(paths.sidecar, JSON.stringify({ ...sidecar, ...more }));
  const rerun = () => fetchFar(dir, (asked) => objectReply(scene, asked), { checksum: "size" });
  return { dir, paths, sidecar, edit, rerun };
}

const spansOf = ({ done, beyond = [] }: Sidecar) => new Spans([[0, done], ...beyond]);

describe("a file with several ranges", () => {
  test("DOWNLOAD-07 after an interruption: all recorded bytes are kept, and the next run fetches only the rest", async () => {
    const { dir, paths, sidecar, rerun } = await interrupted();
    expect(sidecar.beyond!.length).toBeGreaterThan(2);
    const part = await readFile(paths.part);
    const there = spansOf(sidecar);
    for (const [from, to] of there.list) {
      expect(part.subarray(from, to).equals(scene.subarray(from, to))).toBe(true);
    }
    expect(there.total).toBeGreaterThanOrEqual(24 * MiB);

    const far = await rerun();
    expect(far.summary.downloaded).toBe(1);
    expect(await holding(dir, scene)).toEqual({ [NAME]: true });
    expect(far.requests.every(({ ifRange }) => ifRange === '"v1"')).toBe(true);
    expect(far.types).toEqual(["started", "resumed", "verified", "finished"]);
    expect(far.sent).toBeLessThan((scene.length - there.total) * 1.05);
    // No request begins inside the received ranges.
    for (const { from } of far.requests) {
      expect(there.list.some(([start, end]) => from >= start && from < end)).toBe(false);
    }
  });

  test("after a reboot only synced bytes are trusted", async () => {
    const { dir, edit, sidecar, rerun } = await interrupted();
    const synced = { synced: MiB, syncedBeyond: [sidecar.beyond![0]!] };
    await edit({ boot: "an earlier boot", ...synced });
    const far = await rerun();
    const kept = MiB + sidecar.beyond![0]![1] - sidecar.beyond![0]![0];
    expect(far.events.find(({ type }) => type === "resumed")).toMatchObject({ done: kept });
    expect(far.requests[0]).toMatchObject({ from: MiB });
    expect(await holding(dir, scene)).toEqual({ [NAME]: true });
  });

  test.each<[string, (sidecar: Sidecar) => object]>([
    ["overlap", ({ done }) => ({ beyond: [[done - 5, done + 5]] })],
    ["are not in order", ({ beyond }) => ({ beyond: beyond!.toReversed() })],
    ["are not spans", () => ({ beyond: [[1]] })],
    [
      "are synced but not written",
      ({ beyond }) => ({ syncedBeyond: [[beyond![0]![0] - 1, beyond![0]![1]]] }),
    ],
    ["are beyond the end of the part", () => ({ beyond: [[60 * MiB, 61 * MiB]] })],
  ])("ranges that %s start again", async (_, edited) => {
    const { dir, sidecar, edit, rerun } = await interrupted();
    await edit(edited(sidecar));
    const far = await rerun();
    expect(far.requests[0]).toMatchObject({ isRange: false });
    expect(await holding(dir, scene)).toEqual({ [NAME]: true });
  });

  test("a part shorter than its ranges starts again", async () => {
    const { dir, paths, rerun } = await interrupted();
    await truncate(paths.part, 20 * MiB);
    const far = await rerun();
    expect(far.requests[0]).toMatchObject({ isRange: false });
    expect(await holding(dir, scene)).toEqual({ [NAME]: true });
  });

  test("a sidecar from before ranges is readable", async () => {
    const { dir, edit, rerun } = await interrupted();
    await edit({ beyond: undefined, syncedBeyond: undefined, synced: 0, done: 3 * MiB });
    const far = await rerun();
    expect(far.requests[0]).toMatchObject({ from: 3 * MiB });
    expect(await holding(dir, scene)).toEqual({ [NAME]: true });
  });

  test("another version replaces all of the first", async () => {
    const { dir } = await interrupted();
    const other = largeScene(48 * MiB, 2);
    const far = await fetchFar(dir, (asked) => objectReply(other, asked, '"v2"'));
    expect(far.types).toEqual(["started", "restarted", "verified", "finished"]);
    expect(far.requests).toHaveLength(1);
    expect(await holding(dir, other)).toEqual({ [NAME]: true });
  });
});

describe("a part that is started again", () => {
  test("waits for pending writes, and forgets them", async () => {
    const part = await openPart(slowDiskClock());
    onTestFinished(() => part.close());
    part.begin({ digests: [], etag: '"v1"', size: scene.length });
    for (let at = 0; at < 40 * MiB; at += 8 * MiB) await part.write(scene.subarray(at, at + 8 * MiB), at);
    // A slow disk writes many at a time, in the background, while received ranges are being recorded.
    const saving = part.save();
    const writes = Array.from({ length: 6 }, (_, index) =>
      part.write(scene.subarray(40 * MiB, 41 * MiB), (40 + index) * MiB),
    );
    expect(writes.filter((write) => write !== undefined)).toHaveLength(6);
    await part.discard();
    part.begin({ digests: [], etag: '"v2"', size: 5 });
    await part.write(Buffer.from("hello"), 0);
    await Promise.all([saving, ...writes]);
    await part.save();
    expect(await readFile(part.paths.part, "utf8")).toBe("hello");
    expect(JSON.parse(await readFile(part.paths.sidecar, "utf8"))).toMatchObject({ done: 5, etag: '"v2"' });
  });

  test("never has a checkpoint beyond the bytes of its writers", async () => {
    const paths = makePartPaths(join(await testFolder(), "scene.tif"), "key");
    // Some write at once, and those that find the disk slow wait for it.
    const clock = slowDiskClock();
    const options = {
      key: "key",
      promised: ":",
      algorithms: "nothing" as const,
      bootId: "boot",
      clock,
    };
    const part = PartFile.begin(paths, options);
    part.begin({ digests: [], etag: '"v1"', size: scene.length });
    let checkpoints = 0;
    const writers = [0, 12, 24, 36].map(async (start) => {
      for (let at = start * MiB; at < (start + 12) * MiB; at += MiB) {
        await part.write(scene.subarray(at, at + MiB), at);
        // The first checkpoint is due after a second.
        if (!existsSync(paths.sidecar)) continue;
        const sidecar = JSON.parse(await readFile(paths.sidecar, "utf8")) as Sidecar;
        checkpoints += 1;
        for (const [from, to] of spansOf(sidecar).list) {
          const buffer = Buffer.alloc(4096);
          await part.descriptor.read(buffer, 0, 4096, to - 4096);
          expect(buffer.equals(scene.subarray(to - 4096, to))).toBe(true);
          expect(to).toBeGreaterThan(from);
        }
      }
    });
    await Promise.all(writers);
    expect(checkpoints).toBeGreaterThan(10);
    expect(part.written.list).toEqual([[0, scene.length]]);
    await part.close();
  });
});
