import { describe, expect, test } from "vitest";
import { AppError, type ErrorCode } from "../../../src/errors.ts";
import { parseContentRange } from "../../../src/transfer/receive/content-range.ts";
import type { TransferResult, TransferSummary } from "../../../src/transfer/events.ts";
import { headerDigests } from "../../../src/transfer/receive/header-digests.ts";
import { HostLimiter } from "../../../src/transfer/pacing/host-limiter.ts";
import { judgeReply } from "../../../src/transfer/receive/judge-reply.ts";
import { parseMultihash } from "../../../src/transfer/hashing/multihash.ts";
import { parseRetryAfter, transferBackoffMs } from "../../../src/time/retry-timing.ts";
import { transferError } from "../../../src/transfer/transfer-summary.ts";
import { instantClock } from "./transfer-world.ts";

// sha2-256 of the empty string, as the STAC file extension writes it.
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

test.each([
  [`1220${EMPTY_SHA256}`, "sha256"],
  [`1220${EMPTY_SHA256.toUpperCase()}`, "sha256"],
  ["d50110d41d8cd98f00b204e9800998ecf8427e", "md5"],
  ["1114da39a3ee5e6b4b0d3255bfef95601890afd80709", "sha1"],
  [`1220${EMPTY_SHA256}00`, undefined],
  [`1210${EMPTY_SHA256.slice(0, 32)}`, undefined],
  [EMPTY_SHA256, undefined],
  ["7f20" + EMPTY_SHA256, undefined],
  ["", undefined],
  ["ffffffffffff", undefined],
  ["sha256:abc", undefined],
])("the multihash %s is %s", (text, algorithm) => {
  expect(parseMultihash(text)?.algorithm).toBe(algorithm);
});

test.each([
  ["bytes 0-499/1234", { start: 0, end: 499, total: 1234 }],
  ["bytes 0-499/*", { start: 0, end: 499, total: undefined }],
  ["bytes */1234", { start: undefined, end: undefined, total: 1234 }],
  ["bytes 500-499/1234", undefined],
  ["bytes 0-1234/1234", undefined],
  ["bytes 0-499", undefined],
  ["items 0-499/1234", undefined],
  ["bytes 0x0-499/1234", undefined],
  [undefined, undefined],
])("Content-Range %s", (text, expected) => {
  expect(parseContentRange(text)).toEqual(expected);
});

test.each([
  ["120", 120_000],
  ["0", 0],
  ["Sat, 21 Nov 2026 00:00:30 GMT", 30_000],
  ["Sat, 21 Nov 2020 00:00:30 GMT", 0],
  ["-5", undefined],
  ["1e9", undefined],
  ["soon", undefined],
  [undefined, undefined],
])("Retry-After %s", (text, expected) => {
  expect(parseRetryAfter(text, Date.UTC(2026, 10, 21))).toBe(expected);
});

test("full jitter stays under a ceiling that doubles up to half a minute", () => {
  const ceilings = [1, 2, 3, 7, 50].map((attempt) => transferBackoffMs(attempt, () => 0.999_999));
  expect(ceilings).toEqual([499, 999, 1999, 29_999, 29_999]);
  expect(transferBackoffMs(3, () => 0)).toBe(0);
});

test("digests on offer: several headers, several algorithms, nothing malformed", () => {
  const sha = Buffer.from(EMPTY_SHA256, "hex").toString("base64");
  const found = headerDigests({
    "repr-digest": `sha-512=:AAAA:, sha-256=:${sha}:, unixsum=:AQ==:`,
    digest: `SHA-256=${sha},sha=xx`,
    "x-goog-hash": "crc32c=AAAAAA==, md5=1B2M2Y8AsgTpgAmY7PhCfg==",
    "content-md5": "not base64!",
    "x-amz-checksum-sha256": `${sha}-4`,
  });
  expect(found.map(({ algorithm, from }) => `${from} ${algorithm}`)).toEqual([
    "repr-digest sha256",
    "digest sha256",
    "x-goog-hash md5",
  ]);
});

describe("what a reply means", () => {
  const promised = { file: { mediaType: "image/tiff" }, checksum: undefined };
  const asked = { from: 100, etag: '"v1"', size: 300, promised };
  const good = { "content-range": "bytes 100-299/300", etag: '"v1"' };
  test.each<[number, Record<string, string>, string]>([
    [200, { "content-length": "300" }, "whole"],
    [200, { "content-encoding": "zstd" }, "refused"],
    [206, good, "rest"],
    [206, { ...good, etag: 'W/"v1"' }, "unusable"],
    [206, { ...good, "content-encoding": "gzip" }, "unusable"],
    [206, { ...good, "content-length": "201" }, "unusable"],
    [416, { "content-range": "bytes */100" }, "unusable"],
    [416, {}, "unusable"],
    [204, {}, "refused"],
    [304, {}, "refused"],
    [404, {}, "refused"],
    [403, {}, "expired"],
    [503, {}, "unavailable"],
    [501, {}, "refused"],
  ])("%i %j is %s", (status, headers, kind) => {
    expect(judgeReply({ status, headers }, asked).kind).toBe(kind);
  });

  test("416 with the length that we have is the end, unless the version differs", () => {
    const complete = { from: 300, etag: '"v1"', promised };
    const headers = { "content-range": "bytes */300" };
    expect(judgeReply({ status: 416, headers }, complete)).toEqual({ kind: "end", total: 300 });
    expect(judgeReply({ status: 416, headers: { ...headers, etag: '"v2"' } }, complete).kind).toBe(
      "unusable",
    );
  });
});

test("requests to a host are halved when it is busy, and come back one by one", async () => {
  const clock = instantClock();
  const hosts = new HostLimiter(clock, 4);
  const { signal } = new AbortController();
  const mostAtOnce = async (): Promise<number> => {
    let open = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
    };
    await Promise.all(Array.from({ length: 8 }, () => hosts.run("a", signal, work)));
    return most;
  };
  expect(await mostAtOnce()).toBe(4);
  hosts.slowDown("a", 9000);
  expect(await mostAtOnce()).toBe(2);
  expect(clock.slept).toContain(9000);
  hosts.slowDown("a", 0);
  hosts.slowDown("a", 0);
  expect(await mostAtOnce()).toBe(1);
  hosts.speedUp("a");
  expect(await mostAtOnce()).toBe(2);
});

describe("the error of a run", () => {
  const result = (code?: ErrorCode): TransferResult => ({
    path: `I/${code ?? "ok"}`,
    item: "I",
    asset: "A",
    how: [],
    status: code === undefined ? "downloaded" : "failed",
    ...(code === undefined ? {} : { error: new AppError("service", code, `it was ${code}`) }),
  });
  const summary = (...files: TransferResult[]): TransferSummary => ({
    files,
    bytes: 0,
    downloaded: 0,
    skipped: 0,
    failed: files.filter(({ error }) => error !== undefined).length,
  });

  test.each<[string, TransferResult[], string | undefined, number | undefined]>([
    ["all well", [result()], undefined, undefined],
    ["some failed", [result(), result("NETWORK")], "DOWNLOAD_PARTIAL", 10],
    ["all failed on the network", [result("NETWORK")], "DOWNLOAD_PARTIAL", 10],
    ["all expired", [result("ORDER_EXPIRED"), result("ORDER_EXPIRED")], "ORDER_EXPIRED", 7],
    ["all exist", [result("FILE_EXISTS")], "FILE_EXISTS", 10],
    ["failed in two ways", [result("FILE_EXISTS"), result("PATH_UNSAFE")], "DOWNLOAD_PARTIAL", 10],
  ])("DOWNLOAD-10 %s", (_, files, code, exit) => {
    const error = transferError(summary(...files));
    expect(error?.code).toBe(code);
    expect(error?.exitCode).toBe(exit);
  });

  test("DOWNLOAD-10 it names what failed", () => {
    const error = transferError(summary(result(), result("NETWORK"), result("NOT_FOUND")));
    expect(error?.message).toBe("2 of 3 files failed: I/NETWORK: it was NETWORK (and 1 more)");
    expect(error?.data).toMatchObject({
      failed: [{ path: "I/NETWORK", code: "NETWORK" }, { code: "NOT_FOUND" }],
    });
  });
});
