import { deflateSync, crc32 } from "node:zlib";
import * as fc from "fast-check";
import { encode } from "jpeg-js";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { decodePicture, encodePng } from "../../../src/render/decode-picture.ts";

function png(width: number, height: number, options: Record<string, unknown> = {}): Buffer {
  const image = new PNG({ width, height });
  for (let at = 0; at < image.data.length; at += 1) image.data[at] = (at * 37) % 256;
  return PNG.sync.write(image, options);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG by hand: its header may contain anything. */
function madePng(
  width: number,
  height: number,
  data: Buffer,
  { interlace = 0, depth = 8, colour = 0 } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const jpeg = (width: number, height: number): Buffer =>
  encode({ width, height, data: Buffer.alloc(width * height * 4, 120) }, 80).data;

const faultOf = async (bytes: Uint8Array): Promise<string | undefined> => {
  const decoded = await decodePicture(bytes);
  return "fault" in decoded ? decoded.fault : undefined;
};

describe("a foreign picture", () => {
  it("VIEW-01 a PNG of 4000 x 4000 pixels of 16 bits is refused, since two bytes per sample are 128 MB", async () => {
    const data = deflateSync(Buffer.alloc((4000 * 8 + 1) * 40));
    expect(await faultOf(madePng(4000, 4000, data, { depth: 16, colour: 6 }))).toBe(
      "it has 4000 x 4000 pixels of 16 bits, more than 64 MB when decoded",
    );
  });

  it.for([
    ["a PNG", png(7, 5), "png"],
    ["a gray PNG of 16 bits", png(7, 5, { colorType: 0, bitDepth: 16 }), "png"],
    ["an interlaced PNG", madePng(1, 1, deflateSync(Buffer.from([0, 200])), { interlace: 1 }), "png"],
    ["a JPEG", jpeg(16, 9), "jpeg"],
  ] as const)("VIEW-01 is decoded: %s", async ([, bytes, kind]) => {
    const decoded = await decodePicture(bytes);
    if ("fault" in decoded) throw new Error(decoded.fault);
    const { width, height, pixels } = decoded.picture;
    expect(decoded.kind).toBe(kind);
    expect(pixels.length).toBe(width * height * 4);
  });

  it("VIEW-01 is equal to our own PNG pixel by pixel", async () => {
    const first = await decodePicture(png(9, 4));
    if ("fault" in first) throw new Error(first.fault);
    const second = await decodePicture(await encodePng(first.picture));
    if ("fault" in second) throw new Error(second.fault);
    expect(Buffer.from(second.picture.pixels).equals(Buffer.from(first.picture.pixels))).toBe(true);
  });

  const TEXT = Buffer.from("<html>not a picture</html>");
  const big = Buffer.from(jpeg(16, 16));
  const frame = big.indexOf(Buffer.from([0xff, 0xc0]));
  big.writeUInt16BE(65_000, frame + 5);
  big.writeUInt16BE(65_000, frame + 7);
  const scan = (() => {
    const one = jpeg(8, 8);
    const start = one.indexOf(Buffer.from([0xff, 0xda]));
    return Buffer.concat([
      one.subarray(0, -2),
      ...Array<Buffer>(200).fill(one.subarray(start, -2)),
      one.subarray(-2),
    ]);
  })();

  it.for([
    ["text", TEXT, "it is neither PNG nor JPEG"],
    ["nothing", Buffer.alloc(0), "it is neither PNG nor JPEG"],
    ["no pixels", madePng(0, 5, deflateSync(Buffer.alloc(5))), "it has no pixels"],
    [
      "more pixels than 64 MB",
      madePng(60_000, 60_000, deflateSync(Buffer.alloc(10))),
      "it has 60000 x 60000 pixels, more than 64 MB when decoded",
    ],
    ["a JPEG of more than 64 MB", big, "it has 65000 x 65000 pixels, more than 64 MB when decoded"],
    [
      "an interlaced PNG that inflates to 300 MB",
      madePng(8, 8, deflateSync(Buffer.alloc(300 * 1024 * 1024)), { interlace: 1 }),
      "it is a damaged PNG",
    ],
    ["a truncated PNG", png(300, 300).subarray(0, 700), "it is a damaged PNG"],
    ["a PNG with a wrong checksum", flipped(png(30, 30), 60), "it is a damaged PNG"],
    ["a JPEG of 200 scans", scan, "its JPEG header is damaged"],
    ["a JPEG without a frame", Buffer.from([0xff, 0xd8, 0xff, 0xd9]), "its JPEG header is damaged"],
  ] as const)("VIEW-01 is refused: %s", async ([, bytes, fault]) => {
    expect(await faultOf(bytes)).toBe(fault);
  });

  it("VIEW-01 never throws, whatever bytes are changed", async () => {
    const samples = [png(20, 12), png(20, 12, { colorType: 0 }), jpeg(24, 16)];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 12 }),
        fc.nat(2000),
        async (sample, changes, cut) => {
          const bytes = Buffer.from(sample.subarray(0, sample.length - (cut > 1000 ? cut - 1000 : 0)));
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          const decoded = await decodePicture(bytes);
          if ("picture" in decoded) {
            const { width, height, pixels } = decoded.picture;
            expect(pixels.length).toBe(width * height * 4);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  bytes[at]! ^= 0xff;
  return bytes;
}
