/** What the status and headers of a reply mean for the part of a file that was asked for. */
import { describe, expect, test } from "vitest";
import { judgeReply } from "../../../src/transfer/receive/judge-reply.ts";

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
