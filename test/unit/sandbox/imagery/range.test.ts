import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../../../src/sandbox/http/reply.ts";
import { sendPart } from "../../../../src/sandbox/handlers/send-asset.ts";

const ETAG = '"5f0c-HH"';

interface Sent {
  status: number;
  /** The part that was read. */
  start: number;
  end: number;
  contentRange: string | undefined;
}

function send(range: string | undefined, ifRange?: string, length = 1000): Sent {
  const file = { length, etag: ETAG, mediaType: "image/tiff" };
  const headers = {
    ...(range !== undefined && { range }),
    ...(ifRange !== undefined && { "if-range": ifRange }),
  };
  let [start, end] = [0, 0];
  const read = async function* (from: number, to: number): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(from, to);
  };
  try {
    const reply = sendPart(file, "GET", headers, (from, to) => {
      [start, end] = [from, to];
      return read(from, to);
    });
    return { status: reply.status ?? 0, start, end, contentRange: reply.headers?.["content-range"] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, start, end, contentRange: error.headers["content-range"] };
  }
}

const resolve = (header?: string, ifRange?: string, length = 1000): string => {
  const { status, start, end } = send(header, ifRange, length);
  return `${status} ${start}-${end}`;
};

describe("a range of a file", () => {
  it.each([
    [undefined, "200 0-1000"],
    ["bytes=0-0", "206 0-1"],
    ["bytes=200-299", "206 200-300"],
    ["bytes=200-", "206 200-1000"],
    ["bytes=999-", "206 999-1000"],
    ["bytes=0-999999", "206 0-1000"],
    ["bytes=0-99999999999999999999999", "206 0-1000"],
    ["bytes=-1", "206 999-1000"],
    ["bytes=-2000", "206 0-1000"],
    ["BYTES= 1-2 ", "206 1-3"],
    ["bytes=1000-", "416 0-0"],
    ["bytes=1000-1001", "416 0-0"],
    ["bytes=99999999999999999999999-", "416 0-0"],
    ["bytes=-0", "416 0-0"],
  ])("DOWNLOAD-07 SBX-07 %s is %s of 1000 bytes", (header, expected) => {
    expect(resolve(header)).toBe(expected);
  });

  it.each([
    "bytes=5-2",
    "bytes=-",
    "bytes=",
    "bytes",
    "bytes=a-b",
    "items=0-1",
    "bytes=1-2,4-5",
    "bytes=+1-2",
    "bytes=0x1-2",
  ])("DOWNLOAD-07 %s is ignored: the whole file", (header) => {
    expect(resolve(header)).toBe("200 0-1000");
  });

  it.each([
    [ETAG, "206 1-3"],
    ['"other"', "200 0-1000"],
    [`W/${ETAG}`, "200 0-1000"],
    ["Sat, 17 May 2025 03:12:49 GMT", "200 0-1000"],
    ["", "200 0-1000"],
  ])("DOWNLOAD-07 If-Range %s", (ifRange, expected) => {
    expect(resolve("bytes=1-2", ifRange)).toBe(expected);
  });

  it("a changed file is returned in full even for a range past its end", () => {
    expect(resolve("bytes=5000-", '"other"')).toBe("200 0-1000");
  });

  it("an empty file has no range", () => {
    expect(resolve("bytes=0-", undefined, 0)).toBe("416 0-0");
    expect(resolve("bytes=-5", undefined, 0)).toBe("416 0-0");
    expect(resolve(undefined, undefined, 0)).toBe("200 0-0");
  });

  it("DOWNLOAD-07 Content-Range has the last byte, and only the length in a 416", () => {
    expect(send("bytes=200-299").contentRange).toBe("bytes 200-299/1000");
    expect(send("bytes=1000-").contentRange).toBe("bytes */1000");
    expect(send(undefined).contentRange).toBeUndefined();
  });

  it("no header leads out of the file", () => {
    const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/u));
    fc.assert(
      fc.property(header, fc.nat(5000), (text, length) => {
        const { status, start, end } = send(text, undefined, length);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(length);
        if (status === 206) expect(end).toBeGreaterThan(start);
        if (status === 200) expect([start, end]).toEqual([0, length]);
      }),
      { numRuns: 500 },
    );
  });
});
