/** A second run and the objects it finds, and a run to a destination that refuses (see uploads.test.ts). */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { inspectObjects } from "../../src/transfer/inspect-objects.ts";
import { withDefaults } from "../../src/transfer/options.ts";
import { ObjectStore } from "../../src/transfer/s3/object-store.ts";
import { planTransfers } from "../../src/transfer/plan.ts";
import { chooseShard } from "../../src/transfer/shard.ts";
import { runUploads } from "../../src/transfer/run-uploads.ts";
import { toLinks } from "../../src/transfer/transfer-source.ts";
import { multihash } from "../sha256.ts";
import { sceneBytes, sendObject, serve } from "../unit/transfer/data-server.ts";
import { source } from "../unit/transfer/transfer-world.ts";
import { isEmulated, openS3, type S3Fault } from "./s3-process.ts";
import { upload, uploadOptions } from "./upload-world.ts";

const scene = sceneBytes(60_000);
const large = sceneBytes(18 * 1024 * 1024);

async function archive(count = 1, bytes = scene, more: object = {}) {
  const server = await serve((request, response) => sendObject(request, response, bytes));
  const sources = Array.from({ length: count }, (_, index) =>
    source(`${server.origin}/${index}.tif?sig=s3cret`, { assetKey: `A${index}`, ...more }),
  );
  return { server, sources };
}

describe("a rerun", () => {
  test.each([
    ["with a promised sha256", scene, { size: scene.length, checksum: multihash(scene) }],
    ["without any promise", scene, {}],
    ["of several parts, without any promise", large, {}],
  ])("P6 skips a verified object %s", async (_, bytes, more) => {
    const s3 = await openS3();
    const { server, sources } = await archive(1, bytes, more);
    const options = await uploadOptions(s3);
    await upload(sources, options);
    const asked = server.requests.length;
    const again = await upload(sources, options);
    expect(again.summary).toMatchObject({ downloaded: 0, skipped: 1, failed: 0 });
    expect(server.requests).toHaveLength(asked);
    const { freeBytes, ...plan } = await inspectObjects(planTransfers(sources), options);
    expect(freeBytes).toBeUndefined();
    expect(plan).toMatchObject({ files: [{ status: "there" }], bytesToFetch: 0 });
  });

  test.each([
    ["a promised sha256", scene, { size: scene.length, checksum: multihash(scene) }, "object sha256"],
    ["its origin alone", large, {}, "object origin"],
  ])(
    "P6 an object verified by %s without its line, after a killed run, gets its line once",
    async (...row) => {
      const [, bytes, more, proof] = row;
      const s3 = await openS3();
      const { sources } = await archive(1, bytes, more);
      const options = { ...(await uploadOptions(s3)), order: "o-1" };
      const written = (await upload(sources, options)).summary.files[0];
      const store = new ObjectStore(options.s3, options.target, {
        ...withDefaults(options),
        send: options.send,
      });
      await store.ask({ method: "DELETE", key: "2026/swath-manifest.ndjson", what: "forget" });
      const recording = await upload(sources, options);
      const finding = await upload(sources, options);
      for (const { summary } of [recording, finding])
        expect(summary).toMatchObject({ downloaded: 0, skipped: 1 });
      const { objects } = await s3.state();
      const lines = objects
        .find(({ key }) => key.endsWith("swath-manifest.ndjson"))
        ?.text?.trim()
        .split("\n");
      expect(lines?.map((line) => JSON.parse(line) as object)).toMatchObject([
        { name: written?.path, size: bytes.length, order: "o-1", verified: [proof] },
      ]);
      expect(lines?.[0]).toContain('"etag"');
    },
  );

  test("P10 a foreign object is kept, reported, and replaced only with --overwrite", async () => {
    const s3 = await openS3();
    const options = await uploadOptions(s3);
    const theirs = await archive(1, large);
    await upload(theirs.sources, options);
    const ours = await archive(1, scene, { size: scene.length });
    const refused = await upload(ours.sources, options);
    expect(refused.summary.files[0]?.error).toMatchObject({ code: "FILE_EXISTS" });
    expect(refused.summary.files[0]?.error?.message).toMatch(/^it exists already, and it has/);
    expect(ours.server.requests).toEqual([]);
    const kept = await upload(ours.sources, { ...options, policy: "skip-existing" });
    expect(kept.summary).toMatchObject({ skipped: 1 });
    const replaced = await upload(ours.sources, { ...options, policy: "overwrite" });
    expect(replaced.summary).toMatchObject({ downloaded: 1 });
  });

  test("P10 P16 an object of the right size without a known source is foreign", async () => {
    const s3 = await openS3();
    const options = await uploadOptions(s3);
    const { sources } = await archive(1);
    const key = "2026/TAVEUNI_20261120/0.tif";
    const put = () =>
      new ObjectStore(options.s3, options.target, withDefaults(options)).ask({
        method: "PUT",
        key,
        body: Buffer.alloc(scene.length),
        what: "plant",
      });
    await put();
    const planted = await upload(sources, options);
    expect(planted.summary.files[0]?.error?.message).toContain("nothing proves that it is this download");
    // And over an object of ours that is still in the manifest.
    expect((await upload(sources, { ...options, policy: "overwrite" })).summary).toMatchObject({
      downloaded: 1,
    });
    await put();
    const replaced = await upload(sources, options);
    expect(replaced.summary.files[0]?.error?.message).toContain("nothing proves that it is this download");
  });

  test("P7 another promise of the same size is another object", async () => {
    const s3 = await openS3();
    const options = await uploadOptions(s3);
    const newer = sceneBytes(scene.length, "a newer version");
    const promise = (bytes: Buffer) => ({ size: bytes.length, checksum: multihash(bytes) });
    await upload((await archive(1, scene, promise(scene))).sources, options);
    const { summary } = await upload((await archive(1, newer, promise(newer))).sources, options);
    expect(summary.files[0]?.error?.message).toContain("its checksum is not the one that the item promises");
  });

  test("P16 an object that was only checked by size does not count as verified", async () => {
    const s3 = await openS3();
    const { sources } = await archive(1, large);
    const options = await uploadOptions(s3);
    await upload(sources, { ...options, checksum: "size" });
    expect((await upload(sources, { ...options, checksum: "size" })).summary).toMatchObject({ skipped: 1 });
    const full = await upload(sources, options);
    expect(full.summary.files[0]?.error?.message).toContain("only its size was ever checked");
  });

  const conditions: [string, readonly S3Fault[]][] = [["knows conditions", []]];
  // An independent store has its own conditions.
  if (isEmulated())
    conditions.push(
      ["compares tags without their quotes", [{ operation: "PutObject", kind: "bare-tags" }]],
      ["ignores conditions", [{ operation: "PutObject", kind: "ignore-conditions" }]],
    );
  const title = "P21 shards on three machines at once lose no manifest line where the store %s";
  test.each(conditions)(title, async (_, faults) => {
    const s3 = await openS3();
    await s3.fail(...faults);
    const { sources } = await archive(12);
    const options = { ...(await uploadOptions(s3)), links: toLinks(sources) };
    const plan = planTransfers(sources);
    const runs = await Promise.all(
      [1, 2, 3].map((index) => runUploads(chooseShard(plan, { index, count: 3 }), options)),
    );
    expect(runs.reduce((sum, { downloaded }) => sum + downloaded, 0)).toBe(12);
    const manifest = (await s3.state()).objects.find(({ key }) => key.endsWith("swath-manifest.ndjson"));
    const names = manifest?.text
      ?.trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { name: string }).name);
    expect(names?.sort()).toEqual(plan.files.map(({ path }) => path).sort());
  });

  test("parts of a killed run of this machine are aborted, and those of a running one are not", async () => {
    const s3 = await openS3();
    const { sources } = await archive(1, large);
    const options = await uploadOptions(s3);
    await s3.fail(
      { operation: "CompleteMultipartUpload", kind: "refuse", status: 400, code: "InvalidRequest" },
      {
        operation: "AbortMultipartUpload",
        kind: "drop",
      },
    );
    await upload(sources, options);
    await s3.fail();
    expect((await s3.state()).uploads).toHaveLength(1);
    await writeFile(join(options.uploads.dir, "torn.json"), "{");
    const { sources: others } = await archive(1, scene, { item: "WRANGEL" });
    expect((await upload(others, options)).summary).toMatchObject({ downloaded: 1 });
    expect((await s3.state()).uploads).toHaveLength(1);
    const nextRun = { ...options.uploads, self: { pid: 8, isAlive: (pid: number) => pid === 8 } };
    expect((await upload(sources, { ...options, uploads: nextRun })).summary).toMatchObject({
      downloaded: 1,
    });
    expect((await s3.state()).uploads).toEqual([]);
  });
});

describe("a destination that refuses", () => {
  test("a missing bucket is reported before any file is fetched", async () => {
    const s3 = await openS3();
    const { server, sources } = await archive();
    await expect(upload(sources, await uploadOptions(s3, "s3://nowhere/2026"))).rejects.toMatchObject({
      code: "DESTINATION_REFUSED",
      message: "there is no bucket nowhere at the S3 endpoint",
    });
    expect(server.requests).toEqual([]);
  });

  test.each([
    ["AccessDenied", "denies access: read 2026/swath-manifest.ndjson (AccessDenied)"],
    ["ExpiredToken", "reports that the session token has expired (ExpiredToken)"],
  ])("%s is reported before any file is fetched", async (code, message) => {
    const s3 = await openS3();
    await s3.fail({ operation: "GetObject", kind: "refuse", status: 403, code });
    const { server, sources } = await archive();
    const failure = await upload(sources, await uploadOptions(s3)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "DESTINATION_REFUSED" });
    expect((failure as Error).message).toContain(message);
    expect(server.requests).toEqual([]);
  });

  test("P21 a manifest too large to read ends the run before it could be overwritten in part", async () => {
    const s3 = await openS3();
    const options = await uploadOptions(s3);
    const { server, sources } = await archive();
    const asked: string[] = [];
    const sendToStore: Send = async ({ method }) => {
      asked.push(method);
      const body = (async function* () {
        const lines = Buffer.alloc(1024 * 1024, "{}\n");
        for (let sent = 0; sent < 65; sent++) yield lines;
      })();
      return { status: 200, headers: {}, body };
    };
    await expect(upload(sources, { ...options, sendToStore })).rejects.toMatchObject({
      code: "DESTINATION_REFUSED",
      message: "S3: read 2026/swath-manifest.ndjson: the response is larger than 64 MiB",
    });
    expect([asked, server.requests]).toEqual([["GET"], []]);
  });

  test("keys without write permission stop the complete run at the first object", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "PutObject", kind: "refuse", status: 403, code: "AccessDenied" });
    const { server, sources } = await archive(20);
    const { summary } = await upload(sources, { ...(await uploadOptions(s3)), concurrency: 1 });
    expect(summary.stoppedBy).toMatchObject({ code: "DESTINATION_REFUSED", exitCode: 14 });
    expect(summary.stoppedBy?.message).toContain("denies access: write 2026/TAVEUNI_20261120/0.tif");
    expect(server.requests).toHaveLength(1);
  });

  test("wrong keys are refused by a check that is not ours", async () => {
    const s3 = await openS3();
    const options = await uploadOptions(s3);
    const { sources } = await archive();
    const wrong = { ...options, s3: { ...options.s3, secretAccessKey: "another" } };
    await expect(upload(sources, wrong)).rejects.toMatchObject({
      message: expect.stringContaining("SignatureDoesNotMatch") as string,
    });
  });

  test("P9 one object that cannot be written for long does not stop the others", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "PutObject", kind: "refuse", status: 503, code: "SlowDown", times: 3 });
    const { sources } = await archive(3);
    const options = { ...(await uploadOptions(s3)), concurrency: 1, retries: 2 };
    const { summary } = await upload(sources, options);
    expect(summary).toMatchObject({ downloaded: 2, failed: 1 });
    expect(summary.files[0]?.error).toMatchObject({ code: "SERVICE_ERROR" });
  });
});
