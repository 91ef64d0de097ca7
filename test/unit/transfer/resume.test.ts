import { link, mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readBootId } from "../../../src/transfer/boot-id.ts";
import { partPaths } from "../../../src/transfer/part-paths.ts";
import type { Sidecar } from "../../../src/transfer/sidecar.ts";
import { linkKey } from "../../../src/transfer/transfer-source.ts";
import { sceneBytes, sendObject, serve, type Handler } from "./data-server.ts";
import { emptyDir, filesIn, isProcessAlive, manifestOf, source, transfer } from "./transfer-world.ts";

const scene = sceneBytes(200_000);
const HALF = 120_000;
const NAME = "TAVEUNI_20261120/scene.tif";

/** A directory in which a run was interrupted after HALF bytes, and a server that can finish the job. */
async function interrupted(finish: Handler = (request, response) => sendObject(request, response, scene)) {
  const dir = await emptyDir();
  const controller = new AbortController();
  const server = await serve((request, response, count) => {
    if (count > 1) finish(request, response, count);
    else
      response
        .writeHead(200, { "content-length": scene.length, etag: '"v1"' })
        .write(scene.subarray(0, HALF));
  });
  const sources = [source(`${server.origin}/scene.tif`)];
  const startedMs = performance.now();
  let abortedMs = startedMs;
  await expect(
    transfer(dir, sources, {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type !== "progress" || event.done < HALF) return;
        abortedMs = performance.now();
        controller.abort(new Error("interrupted (SIGINT)"));
      },
    }),
  ).rejects.toThrow("interrupted (SIGINT)");
  const tookMs = performance.now() - abortedMs;
  const paths = partPaths(join(dir, NAME), linkKey({ item: "TAVEUNI_20261120", assetKey: "HH" }));
  const readSidecar = async () => JSON.parse(await readFile(paths.sidecar, "utf8")) as Sidecar;
  const editSidecar = async (edit: object) =>
    writeFile(paths.sidecar, JSON.stringify({ ...(await readSidecar()), ...edit }));
  const ranges = () => server.requests.slice(1).map(({ headers }) => headers.range);
  return { dir, sources, server, paths, tookMs, readSidecar, editSidecar, ranges };
}

describe("an interrupted run", () => {
  test("DOWNLOAD-07 ends within a second with the part, the sidecar and no lock, and the next run continues", async () => {
    const { dir, sources, tookMs, paths, readSidecar, ranges } = await interrupted();
    expect(tookMs).toBeLessThan(1000);
    expect(await readFile(paths.part)).toEqual(scene.subarray(0, HALF));
    expect(await readSidecar()).toMatchObject({ version: 1, done: HALF, size: scene.length, etag: '"v1"' });
    expect((await readdir(join(dir, "TAVEUNI_20261120"))).sort()).toHaveLength(2);

    const { summary, types } = await transfer(dir, sources);
    expect(summary.downloaded).toBe(1);
    expect(types).toEqual(["started", "resumed", "verified", "finished"]);
    expect(ranges()).toEqual([`bytes=${HALF}-`]);
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
  });

  test("--no-resume forgets the part", async () => {
    const { dir, sources, ranges } = await interrupted();
    await transfer(dir, sources, { resume: false });
    expect(ranges()).toEqual([undefined]);
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
  });

  test.each<[string, object | string]>([
    ["is torn", '{"version":1,"ke'],
    ["is of another version", { version: 2 }],
    ["is of another asset", { key: '[null,"WRANGEL","HH"]' }],
    ["claims more than the part holds", { done: HALF + 1 }],
    ["has a negative count", { done: -1, synced: -1 }],
    ["was written before a reboot, nothing synced", { boot: "an-earlier-boot", synced: 0 }],
  ])("a sidecar that %s: start again", async (_, edit) => {
    const { dir, sources, paths, editSidecar, ranges } = await interrupted();
    if (typeof edit === "string") await writeFile(paths.sidecar, edit);
    else await editSidecar(edit);
    await transfer(dir, sources);
    expect(ranges()).toEqual([undefined]);
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
  });

  test("after a reboot only synced bytes are believed", async () => {
    const { dir, sources, editSidecar, ranges } = await interrupted();
    await editSidecar({ boot: "an-earlier-boot", synced: 70_000 });
    await transfer(dir, sources);
    expect(ranges()).toEqual(["bytes=70000-"]);
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
  });

  test("bytes of the part that the sidecar does not know are dropped", async () => {
    const { dir, sources, editSidecar, ranges } = await interrupted();
    await editSidecar({ done: 50_000 });
    await transfer(dir, sources);
    expect(ranges()).toEqual(["bytes=50000-"]);
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
  });

  test("another promise of the item is another object", async () => {
    const { dir, sources, ranges } = await interrupted();
    await transfer(
      dir,
      sources.map((entry) => ({ ...entry, size: scene.length })),
    );
    expect(ranges()).toEqual([undefined]);
  });

  test("a part that was damaged on disk is found out and fetched again", async () => {
    const { dir, sources, paths, ranges } = await interrupted((request, response) =>
      sendObject(request, response, scene, { headers: { "content-md5": "" } }),
    );
    const { createHash } = await import("node:crypto");
    const checksum = `1220${createHash("sha256").update(scene).digest("hex")}`;
    const damaged = Buffer.from(scene.subarray(0, HALF));
    damaged[99] = 0;
    await writeFile(paths.part, damaged);
    const promise = sources.map((entry) => ({ ...entry, checksum }));
    const sidecar = JSON.parse(await readFile(paths.sidecar, "utf8")) as Sidecar;
    await writeFile(paths.sidecar, JSON.stringify({ ...sidecar, promised: `:${checksum}` }));
    const { summary, types } = await transfer(dir, promise);
    expect(ranges()).toEqual([`bytes=${HALF}-`, undefined]);
    expect(types).toEqual(["started", "resumed", "restarted", "verified", "finished"]);
    expect(summary.downloaded).toBe(1);
  });
});

describe("a run that was killed while it finished", () => {
  /** Sidecar of a complete, verified part. */
  async function verified(edit: object = {}) {
    const world = await interrupted();
    const { createHash } = await import("node:crypto");
    await writeFile(world.paths.part, scene);
    const sha256 = createHash("sha256").update(scene).digest("hex");
    const proof = { size: scene.length, sha256, how: ["content-length"] };
    await world.editSidecar({ done: scene.length, verified: proof, ...edit });
    return world;
  }

  test("before the name: named without a request", async () => {
    const { dir, sources, ranges } = await verified();
    const { summary } = await transfer(dir, sources);
    expect(summary.downloaded).toBe(1);
    expect(ranges()).toEqual([]);
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
  });

  test("between the name and the manifest: recorded, tidied, nothing fetched", async () => {
    const { dir, sources, paths, ranges } = await verified();
    await link(paths.part, paths.final);
    const { summary } = await transfer(dir, sources);
    expect(summary.files[0]).toMatchObject({ status: "skipped", how: ["content-length"] });
    expect(ranges()).toEqual([]);
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
    expect(await manifestOf(dir)).toMatchObject([{ name: NAME, size: scene.length }]);
  });

  test("between the manifest and the tidying: the second name of the file is removed, never written to", async () => {
    const { dir, sources, paths } = await verified();
    await link(paths.part, paths.final);
    await transfer(dir, sources);
    await link(paths.final, paths.part);
    await writeFile(paths.sidecar, "{}");
    await transfer(dir, sources, { policy: "overwrite" });
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
  });

  test("after the claim of a name where links are unsupported: the claim is made good", async () => {
    const { dir, sources, paths, ranges } = await verified({ claimed: true });
    await writeFile(paths.final, "");
    const { summary } = await transfer(dir, sources);
    expect(summary.downloaded).toBe(1);
    expect(ranges()).toEqual([]);
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
  });

  test("while it wrote the manifest: the torn line is passed over and closed", async () => {
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
    expect(Object.values(await filesIn(dir))).toEqual(Array(6).fill(scene));
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
    expect(await filesIn(dir)).toEqual({ [NAME]: scene });
  });

  test("a lock whose process id was given to another process is taken over", async () => {
    const { dir, sources } = await lockedBy({ pid: process.pid, start: "1" });
    expect((await transfer(dir, sources)).summary.downloaded).toBe(1);
  });

  test("a lock from before a reboot is taken over", async () => {
    const { dir, sources } = await lockedBy({ pid: process.pid, boot: "an-earlier-boot" });
    expect((await transfer(dir, sources)).summary.downloaded).toBe(1);
  });

  test("a living holder is waited for; one that never moves is reported, and its part is left alone", async () => {
    const { dir, sources, paths, server } = await lockedBy({ pid: process.pid });
    const { summary, types } = await transfer(dir, sources, {
      self: { pid: process.pid, isAlive: isProcessAlive },
    });
    expect(types).toEqual(["waiting", "failed"]);
    expect(summary.files[0]?.error).toMatchObject({ code: "FILE_EXISTS" });
    expect(await readFile(paths.part)).toEqual(scene.subarray(0, HALF));
    expect(server.requests).toHaveLength(1);
  });
});
