/** A large file from a distant server: engine, part file and server, under their own clock. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testFolder } from "../../../new-folder.ts";
import { toLinks } from "../../../../src/transfer/transfer-source.ts";
import { filesIn, fingerprint, source } from "../transfer-world.ts";
import {
  fetchFar,
  holding,
  largeScene,
  MiB,
  objectReply,
  ROUND_TRIP_MS,
  type Asked,
} from "./distant-server.ts";

const scene = largeScene(48 * MiB, 1);
const NAME = "TAVEUNI_20261120/scene.tif";
const sha256 = createHash("sha256").update(scene).digest("hex");
const ALONE_MS = scene.length / 4000;

describe("a large file from a distant server", () => {
  test("DOWNLOAD-07 is fetched in ranges of one version, many times as fast, and is complete", async () => {
    const dir = await testFolder();
    const far = await fetchFar(dir, (asked) => objectReply(scene, asked));
    expect(far.summary.files[0]).toMatchObject({ status: "downloaded", sha256, size: scene.length });
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
    expect(far.tookMs).toBeLessThan(ALONE_MS / 4);
    expect(far.most).toBeGreaterThan(8);
    const [first, ...others] = far.requests;
    expect(first).toMatchObject({ isRange: false });
    // As soon as the speed of the first is known, the other initial connections take shares.
    const [second] = others;
    expect(second!.atMs).toBeLessThan(first!.atMs + 2 * ROUND_TRIP_MS + 1000);
    expect(others.filter(({ atMs }) => atMs === second!.atMs)).toHaveLength(3);
    for (const { ifRange, to, from } of others) {
      expect(ifRange).toBe('"v1"');
      expect(to! - from).toBeLessThanOrEqual(64 * MiB);
    }
    // Almost no byte twice: only those in transit on a connection when its end moved.
    expect(far.sent).toBeLessThan(scene.length * 1.05);
    expect(far.types).toEqual(["started", "verified", "finished"]);
    // Progress counts all received bytes, and never decreases.
    const done = far.events.flatMap((event) => (event.type === "progress" ? [event.done] : []));
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.at(-1)).toBe(scene.length);
  });

  test.each<[string, Record<string, string>]>([
    ["its validator is weak", { etag: 'W/"v1"' }],
    ["it has no validator", { etag: "" }],
    ["the server declares that it has no ranges", { "accept-ranges": "none" }],
  ])("stays one stream if %s", async (_, headers) => {
    const dir = await testFolder();
    const far = await fetchFar(dir, (asked) => {
      const reply = objectReply(scene, asked);
      return { ...reply, headers: { ...reply.headers, ...headers } };
    });
    expect(far.requests).toHaveLength(1);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("DOWNLOAD-09 stays one stream, with few renewals, if the server refuses ranges like an expired link", async () => {
    const dir = await testFolder();
    let renewals = 0;
    const sources = [source("http://127.0.0.1:1/scene.tif")];
    const far = await fetchFar(
      dir,
      (asked) =>
        asked.isRange
          ? { status: 403, headers: {}, body: Buffer.from("no ranges") }
          : objectReply(scene, asked),
      {
        renew: async () => {
          renewals += 1;
          return toLinks(sources);
        },
      },
      sources,
    );
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
    expect(renewals).toBeLessThanOrEqual(3);
    expect(far.requests.filter(({ isRange }) => !isRange)).toHaveLength(1);
  });

  test("has no more than its initial four connections while the thread is the limit", async () => {
    let now = 0;
    const busy = await fetchFar(await testFolder(), (asked) => objectReply(scene, asked), {
      busyMs: () => (now += 1e6),
    });
    expect(busy.most).toBe(4);
    const parts = busy.requests.filter(({ isRange }) => isRange);
    expect(parts.every(({ ifRange }) => ifRange === '"v1"')).toBe(true);
    expect(busy.sent).toBeLessThan(scene.length * 1.05);
  });

  test("stays one stream while a rate limit applies", async () => {
    const limited = await fetchFar(await testFolder(), (asked) => objectReply(scene, asked), {
      bytesPerSecond: 2_000_000,
    });
    expect(limited.requests).toHaveLength(1);
    expect(limited.tookMs).toBeGreaterThanOrEqual(scene.length / 2000 - 1000);
  });

  test("reaches a --limit-rate above one connection's speed with several, and obeys it", async () => {
    const far = await fetchFar(await testFolder(), (asked) => objectReply(scene, asked), {
      bytesPerSecond: 12_000_000,
    });
    expect(far.most).toBeGreaterThan(1);
    expect(far.most).toBeLessThanOrEqual(4);
    expect(far.tookMs).toBeGreaterThanOrEqual(scene.length / 12_000 - 1000);
    expect(far.tookMs).toBeLessThan(ALONE_MS / 2);
  });
});

describe("a file too small for several connections", () => {
  test("is one request: below 32 MiB, and here within a second", async () => {
    const small = largeScene(31 * MiB, 3);
    const dir = await testFolder();
    const far = await fetchFar(dir, (asked) => ({
      ...objectReply(small, asked),
      slow: { at: 0, bytesPerMs: 100_000 },
    }));
    expect(far.requests).toHaveLength(1);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(small) });
  });

  test("is shared later if it takes longer", async () => {
    const small = largeScene(24 * MiB, 3);
    const dir = await testFolder();
    const far = await fetchFar(dir, (asked) => objectReply(small, asked));
    expect(far.requests.length).toBeGreaterThan(1);
    expect(far.tookMs).toBeLessThan(small.length / 4000 / 2);
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(small) });
  });
});

describe("DOWNLOAD-07 many small files from a distant server", () => {
  const small = largeScene(256 * 1024, 4);
  const MANY = 320;
  const sources = Array.from({ length: MANY }, (_, index) =>
    source(`http://127.0.0.1:1/${index}.tif`, { assetKey: `A${index}`, size: small.length }),
  );
  /** Of one connection, for one file. */
  const FILE_MS = 2 * ROUND_TRIP_MS + small.length / 4000;

  test("are fetched many at a time, each with one request", async () => {
    const dir = await testFolder();
    const far = await fetchFar(dir, (asked) => objectReply(small, asked), { maxConnections: 64 }, sources);
    expect(far.summary).toMatchObject({ downloaded: MANY, failed: 0 });
    expect(far.requests).toHaveLength(MANY);
    expect(far.most).toBe(64);
    expect(far.tookMs).toBeLessThan((MANY * FILE_MS) / 12);
    const held = await holding(dir, small);
    expect(Object.keys(held)).toHaveLength(MANY);
    expect(Object.values(held).every(Boolean)).toBe(true);
  });

  test("LIMITS-14 never have more requests at a time than allowed", async () => {
    const some = sources.slice(0, 30);
    const serve = (asked: Asked) => objectReply(small, asked);
    const far = await fetchFar(await testFolder(), serve, { maxConnections: 3 }, some);
    expect(far.summary.downloaded).toBe(30);
    expect(far.most).toBe(3);
    const begun = far.events.flatMap((event) => (event.type === "started" ? [event.file.path] : []));
    expect(begun).toHaveLength(30);
    // Four at first by default, and no others before these have received bytes.
    const usual = await fetchFar(await testFolder(), serve, {}, some);
    expect(usual.requests.filter(({ atMs }) => atMs < 2 * ROUND_TRIP_MS)).toHaveLength(4);
  });

  test("P15 have few connections if the thread is the limit", async () => {
    let now = 0;
    const busy = await fetchFar(
      await testFolder(),
      (asked) => objectReply(small, asked),
      { busyMs: () => (now += 1e6) },
      sources.slice(0, 160),
    );
    expect(busy.most).toBe(16);
    expect(busy.summary.downloaded).toBe(160);
  });
});

describe("--max-connections", () => {
  test("limits the ranges of one file", async () => {
    const far = await fetchFar(await testFolder(), (asked) => objectReply(scene, asked), {
      maxConnections: 3,
    });
    expect(far.most).toBe(3);
    const alone = await fetchFar(await testFolder(), (asked) => objectReply(scene, asked), {
      maxConnections: 1,
    });
    expect(alone.requests).toHaveLength(1);
  });

  test("limits files and their ranges together", async () => {
    const dir = await testFolder();
    const hrefs = ["HH", "HV"].map((assetKey) => source(`http://127.0.0.1:1/${assetKey}.tif`, { assetKey }));
    const far = await fetchFar(dir, (asked) => objectReply(scene, asked), { maxConnections: 5 }, hrefs);
    expect(far.summary.downloaded).toBe(2);
    expect(far.most).toBeGreaterThan(2);
    expect(far.most).toBeLessThanOrEqual(5);
    for (const name of ["HH.tif", "HV.tif"]) {
      expect(fingerprint(await readFile(join(dir, "TAVEUNI_20261120", name)))).toBe(fingerprint(scene));
    }
  });
});
