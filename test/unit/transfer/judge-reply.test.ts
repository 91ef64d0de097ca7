/** The meaning of a reply's status and headers for the requested part of a file. */
import { describe, expect, test } from "vitest";
import { judgeReply, type ReplyVerdict } from "../../../src/transfer/reply/judge-reply.ts";

/** "unusable" = the file starts again from zero, without a range. */
function kindOf(verdict: ReplyVerdict): string {
  if (verdict.kind !== "retry") return verdict.kind;
  return verdict.isFromZero === true ? "unusable" : "unavailable";
}

describe("meaning of a reply", () => {
  const promised = { file: { mediaType: "image/tiff" }, digests: [] };
  const asked = { from: 100, etag: '"v1"', size: 300, promised };
  const good = { "content-range": "bytes 100-299/300", etag: '"v1"' };
  test.each<[number, Record<string, string>, string]>([
    [200, { "content-length": "300" }, "whole"],
    [200, { "content-encoding": "zstd" }, "refused"],
    [206, good, "rest"],
    [206, { ...good, etag: 'W/"v1"' }, "unusable"],
    [206, { ...good, "content-encoding": "gzip" }, "unusable"],
    [206, { ...good, "content-encoding": "aws-chunked" }, "rest"],
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
    expect(kindOf(judgeReply({ status, headers }, asked))).toBe(kind);
  });

  test.each<[string, Record<string, string>, string]>([
    ["all of it", good, "unusable"],
    ["the range", { ...good, "content-range": "bytes 100-199/300" }, "rest"],
    ["the beginning of it", { ...good, "content-range": "bytes 100-149/300" }, "rest"],
    ["bytes that begin before it", { ...good, "content-range": "bytes 50-149/300" }, "unusable"],
    ["bytes that begin within it", { ...good, "content-range": "bytes 150-199/300" }, "unusable"],
    ["the bytes beyond it", { ...good, "content-range": "bytes 200-299/300" }, "unusable"],
    ["another size", { ...good, "content-range": "bytes 100-199/301" }, "unusable"],
    ["no version", { "content-range": "bytes 100-199/300" }, "unusable"],
  ])("a range with an end, answered by %s", (_, headers, kind) => {
    expect(kindOf(judgeReply({ status: 206, headers }, { ...asked, to: 200 }))).toBe(kind);
  });

  test("a range without a request is the complete file if it covers all of it, and invalid otherwise", () => {
    const fresh = { from: 0, promised };
    const headers = { "content-range": "bytes 0-299/300", etag: '"v1"' };
    const whole = judgeReply({ status: 206, headers }, fresh);
    expect(whole).toMatchObject({ kind: "whole", length: 300, identity: { size: 300, etag: '"v1"' } });
    for (const range of ["bytes 0-298/300", "bytes 1-299/300", "bytes 0-299/*", ""]) {
      const partial = { ...headers, "content-range": range };
      expect(kindOf(judgeReply({ status: 206, headers: partial }, fresh)), range).toBe("unusable");
    }
  });

  test.each<[Record<string, string>, unknown]>([
    [{ etag: '"v1"' }, "perhaps"],
    [{ etag: '"v1"', "accept-ranges": "bytes" }, true],
    [{ etag: '"v1"', "accept-ranges": "none" }, false],
    [{ etag: 'W/"v1"', "accept-ranges": "bytes" }, false],
    [{ "accept-ranges": "bytes" }, false],
    [{ etag: '"v1"', "accept-ranges": "bytes", "content-encoding": "gzip" }, false],
  ])("whether ranges of one version are available: %j", (headers, ranges) => {
    const reply = { status: 200, headers: { "content-length": "300", ...headers } };
    expect(judgeReply(reply, { from: 0, promised })).toMatchObject({ kind: "whole", ranges });
  });

  test("without a strong ETag, Last-Modified identifies the version of a file with a promised digest", () => {
    const date = "Sat, 21 Nov 2026 00:00:30 GMT";
    const digest = { algorithm: "sha256", hex: "00", from: "file:checksum" } as const;
    const headers = { "content-length": "300", etag: 'W/"v1"', "last-modified": date };
    const whole = (checksum?: typeof digest) => {
      const digests = checksum === undefined ? [] : [checksum];
      return judgeReply({ status: 200, headers }, { from: 0, promised: { file: promised.file, digests } });
    };
    expect(whole(digest)).toMatchObject({ identity: { etag: date } });
    expect(whole()).toMatchObject({ identity: { etag: undefined } });
    const rest = (modified: string) =>
      kindOf(
        judgeReply(
          { status: 206, headers: { "content-range": "bytes 100-299/300", "last-modified": modified } },
          { ...asked, etag: date, promised: { ...promised, digests: [digest] } },
        ),
      );
    expect([rest(date), rest("Sun, 22 Nov 2026 00:00:30 GMT")]).toEqual(["rest", "unusable"]);
  });

  test("416 with our length is the end, unless the version differs", () => {
    const complete = { from: 300, etag: '"v1"', promised };
    const headers = { "content-range": "bytes */300" };
    expect(judgeReply({ status: 416, headers }, complete)).toEqual({ kind: "end", total: 300 });
    expect(kindOf(judgeReply({ status: 416, headers: { ...headers, etag: '"v2"' } }, complete))).toBe(
      "unusable",
    );
  });
});
