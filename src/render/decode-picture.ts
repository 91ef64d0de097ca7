/**
 * Decodes PNG and JPEG from other sources to pixels, within limits. A picture that is too large, damaged or of
 * another kind is reported as a fault and never crashes. Only pixels of the file reach a terminal or a page.
 */
import { inflateSync } from "node:zlib";

export interface Picture {
  width: number;
  height: number;
  /** Four bytes per pixel, row by row: red, green, blue, opacity. */
  pixels: Uint8Array;
}

export type PictureKind = "png" | "jpeg";

export type DecodedPicture = { kind: PictureKind; picture: Picture } | { fault: string };

/** Maximum size of the decoded pixels. A pixel has four samples of one byte, or of two bytes in a PNG of 16 bits. */
export const MAX_DECODED_BYTES = 64 * 1024 * 1024;
const MAX_PIXELS = MAX_DECODED_BYTES / 4;
/** Maximum memory for decoding a JPEG, which needs several times the memory of its pixels. */
const MAX_JPEG_MB = 256;
/** Maximum number of scans: a progressive JPEG draws the whole picture in each of them. */
const MAX_SCANS = 64;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function readPictureKind(bytes: Uint8Array): PictureKind | undefined {
  if (PNG_SIGNATURE.equals(bytes.subarray(0, 8))) return "png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  return undefined;
}

export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  const kind = readPictureKind(bytes);
  if (kind === undefined) return { fault: "it is neither PNG nor JPEG" };
  try {
    const size = kind === "png" ? readPngSize(bytes) : readJpegSize(bytes);
    if (size === undefined) return { fault: `its ${kind.toUpperCase()} header is damaged` };
    const [width, height] = size;
    if (width === 0 || height === 0) return { fault: "it has no pixels" };
    const isDeep = kind === "png" && bytes[DEPTH_AT] === 16;
    if (width * height > (isDeep ? MAX_PIXELS / 2 : MAX_PIXELS)) {
      const depth = isDeep ? " of 16 bits" : "";
      return { fault: `it has ${width} x ${height} pixels${depth}, more than 64 MB when decoded` };
    }
    const picture = kind === "png" ? await decodePng(bytes) : await decodeJpeg(bytes);
    if (picture.width !== width || picture.height !== height)
      return { fault: "its contents do not match its header" };
    return { kind, picture };
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("maxMemoryUsageInMB"))
      return { fault: `it takes more than ${MAX_JPEG_MB} MB to decode` };
    // For some kinds of damage, the decoders throw a TypeError or a RangeError in place of their own error.
    return { fault: `it is a damaged ${kind.toUpperCase()}` };
  }
}

type Size = readonly [width: number, height: number];

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readPngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 33) return undefined;
  const view = viewOf(bytes);
  const isHeader = view.getUint32(8) === 13 && view.getUint32(12) === 0x49484452;
  return isHeader ? [view.getUint32(16), view.getUint32(20)] : undefined;
}

const DEPTH_AT = 24;
const INTERLACE_AT = 28;

async function decodePng(bytes: Uint8Array): Promise<Picture> {
  // The decoder limits inflated data, except in interlaced pictures.
  if (bytes[INTERLACE_AT] !== 0) inflateSync(extractPngData(bytes), { maxOutputLength: MAX_DECODED_BYTES });
  const { PNG } = await import("pngjs");
  const { width, height, data } = PNG.sync.read(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  );
  return { width, height, pixels: data };
}

/** Returns the compressed pixels: the contents of all chunks named IDAT. */
function extractPngData(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === 0x49444154) parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

/** Markers of the supported frame headers: baseline, extended and progressive, with Huffman coding. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const START_OF_SCAN = 0xda;

/** Returns the size in the frame's header; undefined without a header, or with too many scans. */
function readJpegSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes);
  let size: Size | undefined;
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd9)) {
      // A byte outside of segments is part of the coded pixels, or padding.
      at += 1;
      continue;
    }
    if (FRAMES.has(marker)) {
      if (size !== undefined || at + 9 > bytes.length) return undefined;
      size = [view.getUint16(at + 7), view.getUint16(at + 5)];
    }
    if (marker === START_OF_SCAN && ++scans > MAX_SCANS) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
  return size;
}

async function decodeJpeg(bytes: Uint8Array): Promise<Picture> {
  const { decode } = await import("jpeg-js");
  const { width, height, data } = decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    maxResolutionInMP: MAX_PIXELS / 1e6,
    maxMemoryUsageInMB: MAX_JPEG_MB,
  });
  return { width, height, pixels: data };
}

export async function encodePng({ width, height, pixels }: Picture): Promise<Buffer> {
  const { PNG } = await import("pngjs");
  const png = new PNG({ width, height });
  png.data = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  return PNG.sync.write(png);
}
