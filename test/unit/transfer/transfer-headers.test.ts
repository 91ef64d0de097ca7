/** Headers of a file server, as the transfer reads them: digests, ranges and waits. */
import { expect, test } from "vitest";
import { readHeaderDigests, parseContentRange } from "../../../src/transfer/reply/headers.ts";
import { parseMultihash } from "../../../src/transfer/hashing/multihash.ts";
import { parseRetryAfter } from "../../../src/time/retry.ts";

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

test("offered digests: several headers, several algorithms, no malformed ones", () => {
  const sha = Buffer.from(EMPTY_SHA256, "hex").toString("base64");
  const found = readHeaderDigests({
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
