import { createHash } from "node:crypto";
import { link, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesIn, manifestOf, transfer, fingerprint, readScope } from "./transfer-world.ts";
import { HALF, interrupted, NAME, scene } from "./interrupted.ts";

describe("P6 a run killed at its end", () => {
  /** Sidecar of a complete, verified part. */
  async function verified(edit: object = {}) {
    const world = await interrupted();
    await writeFile(world.paths.part, scene);
    const sha256 = createHash("sha256").update(scene).digest("hex");
    const proof = { size: scene.length, sha256, how: ["content-length"] };
    await world.editSidecar({ done: scene.length, verified: proof, ...edit });
    return world;
  }

  test("before the name: the file is named without a request", async () => {
    const { dir, sources, ranges } = await verified();
    const { summary } = await transfer(dir, sources);
    expect(summary.downloaded).toBe(1);
    expect(ranges()).toEqual([]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  // A large file is hashed for seconds: its bytes count as present meanwhile.
  test("before the name: the file is reported as present from the first moment, not as missing", async () => {
    const { dir, sources } = await verified();
    const { types, events } = await transfer(dir, sources);
    expect(types).toEqual(["started", "resumed", "verified", "finished"]);
    expect(events).toContainEqual(expect.objectContaining({ type: "resumed", done: scene.length }));
  });

  test("between the name and the manifest: recorded, cleaned up, nothing fetched", async () => {
    const { dir, sources, paths, ranges } = await verified();
    await link(paths.part, paths.final);
    const { summary } = await transfer(dir, sources);
    expect(summary.files[0]).toMatchObject({ status: "skipped", how: ["content-length"] });
    expect(ranges()).toEqual([]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
    expect(await manifestOf(dir)).toMatchObject([{ name: NAME, size: scene.length }]);
  });

  test("between the manifest and the cleanup: the second name of the file is removed, never written to", async () => {
    const { dir, sources, paths } = await verified();
    await link(paths.part, paths.final);
    await transfer(dir, sources);
    await link(paths.final, paths.part);
    await writeFile(paths.sidecar, "{}");
    const lost = await transfer(dir, sources, {
      policy: "overwrite",
      send: async () => ({
        status: 200,
        headers: { "content-length": "9" },
        body: (async function* () {
          yield Buffer.from("other");
        })(),
      }),
    });
    expect(lost.summary.failed).toBe(1);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("between the name and the cleanup of a small file: its second name and its lock are removed", async () => {
    const { dir, sources, paths, ranges } = await verified();
    await rm(paths.sidecar);
    await transfer(dir, sources);
    await link(paths.final, paths.part);
    await writeFile(paths.lock, JSON.stringify({ ...(await readScope()), token: "t", pid: 999_999_999 }));
    const asked = ranges().length;
    const { summary } = await transfer(dir, sources);
    expect(summary).toMatchObject({ skipped: 1, failed: 0 });
    expect(ranges()).toHaveLength(asked);
    expect((await readdir(dirname(paths.final))).toSorted()).toEqual([basename(paths.final)]);
  });

  test("while its sidecar was written: the next run resumes and leaves only the file", async () => {
    const { dir, sources, paths, ranges } = await interrupted();
    await writeFile(paths.draft, '{"version":1,"ke');
    const { summary } = await transfer(dir, sources);
    expect(summary).toMatchObject({ downloaded: 1 });
    expect(ranges()).toEqual([`bytes=${HALF}-`]);
    expect(await readdir(dirname(paths.final))).toEqual([basename(paths.final)]);
  });

  test("after a name was reserved without link support: the reserved name gets its file", async () => {
    const { dir, sources, paths, ranges } = await verified({ claimed: true });
    await writeFile(paths.final, "");
    const { summary } = await transfer(dir, sources);
    expect(summary.downloaded).toBe(1);
    expect(ranges()).toEqual([]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("during the write of the manifest: the torn line is skipped and closed", async () => {
    const { dir, sources } = await interrupted();
    await transfer(dir, sources);
    const path = join(dir, "swath-manifest.ndjson");
    const size = (await readFile(path)).length;
    await truncate(path, size - 20);
    await rm(join(dir, NAME));
    const { summary } = await transfer(dir, sources);
    expect(summary.downloaded).toBe(1);
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] as string)).toMatchObject({ name: NAME });
    expect((await transfer(dir, sources)).types).toEqual(["skipped"]);
  });
});
