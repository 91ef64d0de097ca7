/**
 * Uploads to an S3 endpoint in another process. It is an emulator (s3rver, with signatures, aborts and faults added in
 * server.mjs): the tests prove our side of the protocol, not the behaviour of any real store.
 */
import { describe, expect, test } from "vitest";
import type { ServerResponse } from "node:http";
import { sha256, multihash } from "../sha256.ts";
import { sceneBytes, sendObject, serve, type Handler } from "../unit/transfer/data-server.ts";
import { source } from "../unit/transfer/transfer-world.ts";
import { isEmulated, openS3, SECRET } from "./s3-process.ts";
import { upload, uploadOptions } from "./upload-world.ts";

const MIB = 1024 * 1024;
const promised = (bytes: Buffer) => ({ size: bytes.length, checksum: multihash(bytes) });
const small = sceneBytes(100_000);
const large = sceneBytes(40 * MIB + 12_345);
const KEY = "2026/TAVEUNI_20261120/scene.tif";

/** A data server with one asset, and its source. */
async function asset(bytes: Buffer, more: object = promised(bytes), handler?: Handler) {
  const server = await serve(handler ?? ((request, response) => sendObject(request, response, bytes)));
  return { server, sources: [source(`${server.origin}/scene.tif?sig=s3cret`, more)] };
}

const operations = (log: readonly { operation: string }[], ...names: string[]) =>
  log.map(({ operation }) => operation).filter((operation) => names.includes(operation));

describe("an object of one part", () => {
  test("DOWNLOAD-07 is uploaded in one PUT, with its digest beside it, followed by the manifest", async () => {
    const s3 = await openS3();
    const { sources } = await asset(small);
    const { summary, types } = await upload(sources, { ...(await uploadOptions(s3)), order: "o-1" });
    expect(summary).toMatchObject({ downloaded: 1, failed: 0, bytes: small.length });
    expect(types).toEqual(["started", "verified", "finished"]);
    const { objects, uploads, log } = await s3.state();
    expect(objects.find(({ key }) => key === KEY)).toMatchObject({
      sha256: sha256(small),
      metadata: { "x-amz-meta-sha256": sha256(small), "x-amz-meta-swath-checksum": "full" },
    });
    expect(uploads).toEqual([]);
    expect(operations(log, "PutObject")).toHaveLength(2);
    const manifest = objects.find(({ key }) => key === "2026/swath-manifest.ndjson");
    expect(JSON.parse(manifest?.text ?? "")).toMatchObject({
      name: "TAVEUNI_20261120/scene.tif",
      size: small.length,
      sha256: sha256(small),
      order: "o-1",
      verified: ["content-length", "file:size", "file:checksum sha256"],
    });
    expect(JSON.stringify(log)).not.toContain(SECRET);
  });

  test.each(["text/html", "image/tiff"])(
    "P6 a web page declared as %s is not an object of an image",
    async (type) => {
      const s3 = await openS3();
      const { server, sources } = await asset(small, { mediaType: "image/tiff" }, (_request, response) =>
        response.writeHead(200, { "content-type": type }).end("<html>Sign in</html>"),
      );
      const { summary } = await upload(sources, await uploadOptions(s3));
      expect(summary.files[0]?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
      expect(server.requests.length).toBeGreaterThan(1);
      const { objects, uploads } = await s3.state();
      expect({ objects: objects.map(({ key }) => key), uploads }).toEqual({ objects: [], uploads: [] });
    },
  );

  test("an empty file is an object of no bytes", async () => {
    const s3 = await openS3();
    const { sources } = await asset(Buffer.alloc(0));
    expect((await upload(sources, await uploadOptions(s3))).summary).toMatchObject({ downloaded: 1 });
    expect((await s3.state()).objects.find(({ key }) => key === KEY)?.size).toBe(0);
  });
});

describe("an object of several parts", () => {
  test("DOWNLOAD-07 is uploaded as it arrives, in parts of 16 MiB, and is completed when it is verified", async () => {
    const s3 = await openS3();
    const { sources } = await asset(large);
    const { summary } = await upload(sources, await uploadOptions(s3));
    expect(summary).toMatchObject({ downloaded: 1, failed: 0 });
    const { objects, uploads, log } = await s3.state();
    expect(objects.find(({ key }) => key === KEY)).toMatchObject({
      size: large.length,
      sha256: sha256(large),
    });
    expect(uploads).toEqual([]);
    const parts = log.filter(({ operation }) => operation === "UploadPart").map(({ size }) => size);
    expect(parts.sort((a, b) => b - a)).toEqual([16 * MIB, 16 * MIB, 8 * MIB + 12_345]);
  });

  test("AWS gets its own checksum with every part, and other stores only if they are known to accept it", async () => {
    const s3 = await openS3();
    const { sources } = await asset(large);
    const options = await uploadOptions(s3);
    await upload(sources, options);
    expect((await s3.state()).log.some(({ checksum }) => checksum !== undefined)).toBe(false);
    const settings = { ...options.s3, sendsChecksums: true };
    await upload(sources, { ...options, s3: settings, policy: "overwrite" });
    const { log } = await s3.state();
    const given = log.filter(({ checksum }) => checksum !== undefined);
    expect(operations(given, "UploadPart")).toHaveLength(3);
  });

  test("P16 bytes with a wrong digest are aborted: no object, no parts, a reported fault", async () => {
    const s3 = await openS3();
    const { sources } = await asset(large, { checksum: multihash(small) });
    const { summary } = await upload(sources, await uploadOptions(s3));
    expect(summary.files[0]?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
    expect(summary.files[0]?.error?.message).toContain("the sha256 of the bytes differs");
    const { objects, uploads, log } = await s3.state();
    expect({ objects, uploads }).toEqual({ objects: [], uploads: [] });
    expect(operations(log, "CompleteMultipartUpload")).toEqual([]);
    expect(operations(log, "AbortMultipartUpload").length).toBe(
      operations(log, "CreateMultipartUpload").length,
    );
  });

  test("P7 a source that breaks is continued by range, into the same upload", async () => {
    const s3 = await openS3();
    let stored = 0;
    const half = 20 * MIB;
    const { sources, server } = await asset(large, promised(large), (request, response, count) => {
      if (count > 1) return sendObject(request, response, large);
      response.writeHead(200, { "content-length": large.length, etag: '"v1"' });
      cutWhen(response, large.subarray(0, half), () => stored === half);
    });
    const options = await uploadOptions(s3);
    const { summary, types } = await upload(sources, {
      ...options,
      onEvent: (event) => {
        if (event.type === "progress") stored = event.done;
      },
    });
    expect(summary).toMatchObject({ downloaded: 1 });
    expect(types).toContain("resumed");
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([undefined, `bytes=${half}-`]);
    const { objects, log } = await s3.state();
    expect(objects.find(({ key }) => key === KEY)?.sha256).toBe(sha256(large));
    expect(operations(log, "CreateMultipartUpload")).toHaveLength(1);
  });

  test("P9 P15 a busy store is asked again, no sooner than it requests, and loses no part", async () => {
    const s3 = await openS3();
    await s3.fail(
      { operation: "UploadPart", kind: "refuse", status: 503, code: "SlowDown", times: 2, retryAfter: 7 },
      { operation: "CompleteMultipartUpload", kind: "refuse", status: 500, code: "InternalError", times: 1 },
    );
    const { sources } = await asset(large);
    const options = await uploadOptions(s3);
    expect((await upload(sources, options)).summary).toMatchObject({ downloaded: 1 });
    expect(options.clock.slept.filter((ms) => ms >= 7000)).toHaveLength(2);
    expect(options.clock.slept).toHaveLength(3);
    expect((await s3.state()).objects.find(({ key }) => key === KEY)?.sha256).toBe(sha256(large));
  });

  test("P16 a completion that begins well and ends in an error is not a success", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "CompleteMultipartUpload", kind: "refuse", status: 200, code: "InvalidPart" });
    const { sources } = await asset(large);
    const { summary } = await upload(sources, await uploadOptions(s3));
    expect(summary).toMatchObject({ downloaded: 0, failed: 1 });
    expect(summary.stoppedBy?.message).toContain("InvalidPart");
    const { objects, uploads } = await s3.state();
    expect({ objects, uploads }).toEqual({ objects: [], uploads: [] });
  });

  test("P16 a completion with a lost answer is recognised as done", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "CompleteMultipartUpload", kind: "lose-reply", times: 1 });
    const { sources } = await asset(large);
    expect((await upload(sources, await uploadOptions(s3))).summary).toMatchObject({ downloaded: 1 });
    expect((await s3.state()).uploads).toEqual([]);
  });

  test("P16 an object that the store has with another size is not a success", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "HeadObject", kind: "lie-size" });
    const { sources } = await asset(large);
    const { summary } = await upload(sources, await uploadOptions(s3));
    expect(summary.files[0]?.error?.message).toMatch(
      /^the S3 endpoint has \d+ bytes under .*, not the \d+ that were uploaded$/,
    );
  });

  test("at most two parts in transfer and one that fills are kept in memory", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "UploadPart", kind: "hold" });
    const huge = Buffer.alloc(90 * MIB, "Taveuni");
    const { sources } = await asset(huge);
    let taken = 0;
    const { promise: isFull, resolve: tellFull } = Promise.withResolvers<void>();
    const running = upload(sources, {
      ...(await uploadOptions(s3)),
      onEvent: (event) => {
        if (event.type === "progress") taken = event.done;
        if (taken >= 47 * MIB) tellFull();
      },
    });
    await isFull;
    const parts = async () => operations((await s3.state()).log, "UploadPart").length;
    while ((await parts()) < 2);
    // Enough checks to see a third part, if there were one.
    for (let look = 0; look < 30; look++) expect(await parts()).toBe(2);
    expect(taken).toBeLessThan(49 * MIB);
    await s3.fail();
    await s3.release();
    expect((await running).summary).toMatchObject({ downloaded: 1 });
  });

  test("P14 an interrupt aborts the upload before the run ends", async () => {
    const s3 = await openS3();
    const { sources } = await asset(large);
    const stop = new AbortController();
    const options = await uploadOptions(s3);
    const running = upload(sources, {
      ...options,
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === "progress" && event.done > 30 * MIB) stop.abort(new Error("Ctrl-C"));
      },
    });
    await expect(running).rejects.toThrow("Ctrl-C");
    const { objects, uploads, log } = await s3.state();
    expect({ objects, uploads }).toEqual({ objects: [], uploads: [] });
    expect(operations(log, "AbortMultipartUpload")).toHaveLength(1);
  });

  test("P14 an interrupt during the creation of the upload leaves no parts", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "CreateMultipartUpload", kind: "hold" });
    const { sources } = await asset(large);
    const stop = new AbortController();
    const running = upload(sources, { ...(await uploadOptions(s3)), signal: stop.signal });
    const ended = running.catch((error: unknown) => error);
    await s3.until("CreateMultipartUpload");
    stop.abort(new Error("Ctrl-C"));
    await s3.release();
    expect(await ended).toMatchObject({ message: "Ctrl-C" });
    expect((await s3.state()).uploads).toEqual([]);
  });
});

/** Writes the bytes of the first reply, and breaks the connection when we have read them. */
function cutWhen(response: ServerResponse, bytes: Buffer, isTaken: () => boolean): void {
  response.write(bytes);
  const look = (): void => {
    if (isTaken()) response.destroy();
    else setImmediate(look);
  };
  look();
}

describe("a store that answers 200", () => {
  test.each([
    [
      "with an error in place of the object",
      { kind: "refuse", status: 200, code: "AccessControlListNotSupported" },
      "DESTINATION_REFUSED",
    ],
    [
      "with a failure that lasts",
      { kind: "refuse", status: 200, code: "InternalError" },
      "DESTINATION_REFUSED",
    ],
    ["without an ETag", { kind: "no-tag" }, "DOWNLOAD_INCOMPLETE"],
  ] as const)(
    "P6 P16 %s has not stored it: the file fails, and is not recorded",
    async (_what, fault, code) => {
      const s3 = await openS3();
      await s3.fail({ operation: "PutObject", ...fault });
      const { sources } = await asset(small);
      const { summary } = await upload(sources, await uploadOptions(s3));
      expect(summary.files[0]).toMatchObject({ status: "failed", error: { code } });
      await s3.fail();
      const { objects } = await s3.state();
      expect(objects).toEqual([]);
    },
  );

  test("P6 P16 a failure that passes is retried", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "PutObject", kind: "refuse", status: 200, code: "InternalError", times: 2 });
    const { sources } = await asset(small);
    const { summary } = await upload(sources, await uploadOptions(s3));
    expect(summary).toMatchObject({ downloaded: 1, failed: 0 });
  });

  // A real store refuses bytes that do not have the checksum sent with them.
  test.runIf(isEmulated())(
    "P6 P16 and has other bytes by its ETag fails the file, and keeps no object that a rerun would take for it",
    async () => {
      const s3 = await openS3();
      await s3.fail({ operation: "PutObject", kind: "spoil", times: 1 });
      const { sources } = await asset(small);
      const { summary } = await upload(sources, await uploadOptions(s3));
      expect(summary.files[0]?.error).toMatchObject({
        code: "DOWNLOAD_INCOMPLETE",
        message: expect.stringMatching(/other bytes than were sent/),
      });
      expect((await s3.state()).objects.map(({ key }) => key)).not.toContain(KEY);
      const again = await upload(sources, await uploadOptions(s3));
      expect(again.summary).toMatchObject({ downloaded: 1, failed: 0 });
    },
  );

  test("DOWNLOAD-07 with ETags of another kind is read back once, and accepted", async () => {
    const s3 = await openS3();
    await s3.fail({ operation: "PutObject", kind: "odd-tags" });
    const { sources } = await asset(small);
    const more = source(`${sources[0]!.href}&more`, { ...promised(small), assetKey: "VV" });
    const { summary } = await upload([...sources, more], { ...(await uploadOptions(s3)), concurrency: 1 });
    expect(summary).toMatchObject({ downloaded: 2, failed: 0 });
    const { log } = await s3.state();
    const read = log.filter(({ operation, url }) => operation === "GetObject" && !url.includes("manifest"));
    expect(read).toHaveLength(1);
  });

  // A real store refuses bytes that do not have the checksum sent with them.
  test.runIf(isEmulated())(
    "P6 a part that has other bytes by its ETag fails the file, and its upload is removed",
    async () => {
      const s3 = await openS3();
      // Two parts show that the ETags of this store are the MD5 of the bytes.
      await s3.fail(
        { operation: "UploadPart", kind: "any-time", times: 2 },
        { operation: "UploadPart", kind: "spoil" },
      );
      const { sources } = await asset(large);
      const { summary } = await upload(sources, await uploadOptions(s3));
      expect(summary.files[0]?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
      const { objects, uploads } = await s3.state();
      expect(objects).toEqual([]);
      expect(uploads).toEqual([]);
    },
  );
});
