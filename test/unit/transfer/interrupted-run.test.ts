import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import { planTransfers } from "../../../src/transfer/plan.ts";
import { linkKey } from "../../../src/transfer/transfer-source.ts";
import type { Sidecar } from "../../../src/transfer/folder/sidecar.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { testFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";
import { multihash } from "../../sha256.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { filesIn, fingerprint, source, transfer } from "./transfer-world.ts";
import { HALF, interrupted, NAME, scene } from "./interrupted.ts";

describe("an interrupted run", () => {
  test("P16 DOWNLOAD-07 reports every file that is there after the stop, also those that got their names during the stop", async () => {
    const server = await serve((request, response) => sendObject(request, response, scene));
    const dir = await testFolder();
    const sources = Array.from({ length: 24 }, (_, index) =>
      source(`${server.origin}/${index}.tif`, { assetKey: `b${index}` }),
    );
    const controller = new AbortController();
    const reported = new Set<string>();
    // An interrupted run waits a short time for names on a slow disk: here as long as that takes.
    const clock: Clock = { ...skippingClock(), sleep: () => new Promise(() => undefined) };
    const run = transfer(dir, sources, {
      clock,
      signal: controller.signal,
      onEvent: ({ type, file }) => {
        if (type === "finished" || type === "skipped") reported.add(file.path);
        // The first files of a group wait for their names while the others arrive.
        if (type === "finished") controller.abort(new Error("interrupted"));
      },
    });
    await expect(run).rejects.toThrow("interrupted");
    const there = Object.keys(await filesIn(dir)).filter((name) => !name.includes(".part"));
    expect(there.length).toBeGreaterThan(1);
    expect([...reported].toSorted()).toEqual(there.toSorted());
  });

  test("DOWNLOAD-07 ends within a second with the part, the sidecar and no lock, and the next run continues", async () => {
    const { dir, sources, tookMs, paths, readSidecar, ranges } = await interrupted();
    expect(tookMs).toBeLessThan(1000);
    expect(fingerprint(await readFile(paths.part))).toBe(fingerprint(scene.subarray(0, HALF)));
    expect(await readSidecar()).toMatchObject({ version: 1, done: HALF, size: scene.length, etag: '"v1"' });
    expect((await readdir(join(dir, "TAVEUNI_20261120"))).sort()).toHaveLength(2);

    const { summary, types } = await transfer(dir, sources);
    expect(summary.downloaded).toBe(1);
    expect(types).toEqual(["started", "resumed", "verified", "finished"]);
    expect(ranges()).toEqual([`bytes=${HALF}-`]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test.each<[string, Buffer, string, string | undefined]>([
    ["of the same version is continued", scene, '"v1"', `bytes=${HALF}-`],
    ["of another version starts again", sceneBytes(200_000, "another"), '"v2"', `bytes=${HALF}-`],
    ["of another size starts again", sceneBytes(190_000, "shorter"), '"v2"', `bytes=${HALF}-`],
  ])("P7 DOWNLOAD-07 a file %s over the links of a later order", async (_what, bytes, etag, firstRange) => {
    const { dir } = await interrupted();
    // Another host, folder, order and signature; item, asset and name are the same.
    const later = await serve((request, response) => sendObject(request, response, bytes, { etag }));
    const links = [source(`${later.origin}/orders/2/scene.tif?Expires=2&Signature=3`)];
    const { summary, types } = await transfer(dir, links, { order: "2" });
    expect(summary).toMatchObject({ downloaded: 1, failed: 0 });
    expect(later.requests[0]?.headers.range).toBe(firstRange);
    expect(types).toContain(bytes === scene ? "resumed" : "restarted");
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(bytes) });
  });

  test("P7 DOWNLOAD-07 a later order with another size for one ETag is never joined with the part, and a rerun starts again", async () => {
    const { dir } = await interrupted();
    const shorter = sceneBytes(190_000, "shorter");
    const later = await serve((request, response) => sendObject(request, response, shorter));
    const links = [source(`${later.origin}/orders/2/scene.tif`)];
    expect((await transfer(dir, links)).summary).toMatchObject({ downloaded: 0, failed: 1 });
    expect((await transfer(dir, links)).summary).toMatchObject({ downloaded: 1, failed: 0 });
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(shorter) });
  });

  test("P7 DOWNLOAD-07 a file without a name in its link is continued over the links of a later order", async () => {
    const { dir, paths } = await interrupted();
    const type = { mediaType: "application/netcdf" };
    const [name] = planTransfers([source("https://d/download?id=1", type)]).files;
    const named = makePartPaths(join(dir, name!.path), linkKey(name!));
    await rename(paths.part, named.part);
    await rename(paths.sidecar, named.sidecar);
    const later = await serve((request, response) => sendObject(request, response, scene));
    const { types } = await transfer(dir, [source(`${later.origin}/download?id=2`, type)]);
    expect(types).toContain("resumed");
    expect(later.requests.map(({ headers }) => headers.range)).toEqual([`bytes=${HALF}-`]);
  });

  test("is forgotten with --no-resume", async () => {
    const { dir, sources, ranges } = await interrupted();
    await transfer(dir, sources, { resume: false });
    expect(ranges()).toEqual([undefined]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test.each<[string, object | string]>([
    ["is torn", '{"version":1,"ke'],
    ["is of another version", { version: 2 }],
    ["is of another asset", { key: '[null,"WRANGEL","HH"]' }],
    ["lists more bytes than the part has", { done: HALF + 1 }],
    ["has a negative count", { done: -1, synced: -1 }],
    ["was written before a reboot, nothing synced", { boot: "an-earlier-boot", synced: 0 }],
  ])("with a sidecar that %s starts again", async (_, edit) => {
    const { dir, sources, paths, editSidecar, ranges } = await interrupted();
    if (typeof edit === "string") await writeFile(paths.sidecar, edit);
    else await editSidecar(edit);
    await transfer(dir, sources);
    expect(ranges()).toEqual([undefined]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("continues after a reboot from synced bytes only", async () => {
    const { dir, sources, editSidecar, ranges } = await interrupted();
    await editSidecar({ boot: "an-earlier-boot", synced: 70_000 });
    await transfer(dir, sources);
    expect(ranges()).toEqual(["bytes=70000-"]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("loses bytes of the part that the sidecar does not list", async () => {
    const { dir, sources, editSidecar, paths, ranges } = await interrupted();
    await writeFile(paths.part, Buffer.concat([scene.subarray(0, 50_000), Buffer.alloc(400_000)]));
    await editSidecar({ done: 50_000 });
    await transfer(dir, sources);
    expect(ranges()).toEqual(["bytes=50000-"]);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("does not continue another version of the item", async () => {
    const { dir, sources, ranges } = await interrupted();
    await transfer(
      dir,
      sources.map((entry) => ({ ...entry, size: scene.length })),
    );
    expect(ranges()).toEqual([undefined]);
  });

  test("detects a part that was damaged on disk, and fetches it again", async () => {
    const { dir, sources, paths, ranges } = await interrupted((request, response) =>
      sendObject(request, response, scene, { headers: { "content-md5": "" } }),
    );
    const checksum = multihash(scene);
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

  test("P14 P16 ends while a file with another digest waits for a connection", async () => {
    const controller = new AbortController();
    const server = await serve((request, response) => {
      if (request.url === "/wrong.tif") return sendObject(request, response, scene);
      // The only connection waits here, and the file with another digest for the connection.
      controller.abort(new Error("interrupted (SIGINT)"));
    });
    const checksum = `1220${"0".repeat(64)}`;
    await expect(
      transfer(
        await testFolder(),
        [
          source(`${server.origin}/wrong.tif`, { checksum }),
          source(`${server.origin}/held.tif`, { assetKey: "HV" }),
        ],
        { concurrency: 1, signal: controller.signal },
      ),
    ).rejects.toThrow("interrupted (SIGINT)");
    expect(server.requests).toHaveLength(2);
  });
});
