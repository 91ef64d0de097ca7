import { crc32, deflateSync } from "node:zlib";
import type { GeoRaster } from "./geo-raster.ts";
import { type Level, listLevels } from "./mosaic.ts";
import { createTileRenderer } from "./render-tile.ts";
import { type FileSection, makeLazySection } from "./product-file.ts";

/** Amplitude shown as white; the scale is a square root, as is usual for radar. */
const WHITE_AMPLITUDE = 2600;

/** Returns a PNG of the whole raster, its longer side at most `maxSide` pixels (never more than the raster has). */
export function makeQuicklook(raster: GeoRaster, maxSide: number): FileSection {
  const longest = Math.max(raster.width, raster.height);
  const scale = Math.min(1, maxSide / longest);
  const width = Math.max(1, Math.round(raster.width * scale));
  const height = Math.max(1, Math.round(raster.height * scale));
  return makeGrayPng(width, height, () => {
    // The coarsest level with at least as many pixels as the picture.
    const level = listLevels(raster).findLast((each) => each.width >= width && each.height >= height);
    return shrink(drawLevel(raster, level!), level!, width, height);
  });
}

function drawLevel(raster: GeoRaster, { level, width, height, tilesAcross, tilesDown }: Level): Uint16Array {
  const render = createTileRenderer(raster);
  const { tile } = raster;
  const image = new Uint16Array(width * height);
  for (let tileY = 0; tileY < tilesDown; tileY += 1) {
    for (let tileX = 0; tileX < tilesAcross; tileX += 1) {
      const block = render(level, tileX, tileY);
      const across = Math.min(tile, width - tileX * tile);
      for (let row = 0; row < Math.min(tile, height - tileY * tile); row += 1) {
        const target = (tileY * tile + row) * width + tileX * tile;
        image.set(block.subarray(row * tile, row * tile + across), target);
      }
    }
  }
  return image;
}

/** Returns the mean of the pixels within each pixel of the picture, as gray; 0 stays 0. */
function shrink(image: Uint16Array, from: Level, width: number, height: number): Uint8Array {
  const gray = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor((y * from.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * from.height) / height));
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor((x * from.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * from.width) / width));
      let sum = 0;
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) sum += image[row * from.width + column]!;
      }
      const share = sum / ((bottom - top) * (right - left)) / WHITE_AMPLITUDE;
      gray[y * width + x] = sum === 0 ? 0 : Math.max(1, Math.min(255, Math.round(255 * Math.sqrt(share))));
    }
  }
  return gray;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHUNK_FRAME_BYTES = 12;
/** Longest stored block of deflate. */
const BLOCK_BYTES = 65_535;

/**
 * Returns an 8-bit gray PNG in which 0 is transparent. It is not compressed, so that its length is known before
 * drawing; speckle would hardly shrink anyway.
 */
export function makeGrayPng(width: number, height: number, draw: () => Uint8Array): FileSection {
  const rawBytes = (width + 1) * height;
  const dataBytes = 2 + rawBytes + 5 * Math.ceil(rawBytes / BLOCK_BYTES) + 4;
  const length = SIGNATURE.length + 4 * CHUNK_FRAME_BYTES + 13 + 2 + dataBytes;
  return makeLazySection(length, () => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header[8] = 8;
    return Buffer.concat([
      Buffer.from(SIGNATURE),
      makeChunk("IHDR", header),
      makeChunk("tRNS", Buffer.alloc(2)),
      makeChunk("IDAT", store(toPngRows(draw(), width, height))),
      makeChunk("IEND", Buffer.alloc(0)),
    ]);
  });
}

/** Adds the filter number to the start of each row of a PNG; 0 is no filter. */
function toPngRows(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const raw = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    raw.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return raw;
}

function makeChunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(CHUNK_FRAME_BYTES + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** Returns a zlib stream of stored blocks. */
function store(raw: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let at = 0; at < raw.length; at += BLOCK_BYTES) {
    const block = raw.subarray(at, at + BLOCK_BYTES);
    const frame = Buffer.alloc(5);
    frame[0] = at + block.length === raw.length ? 1 : 0;
    frame.writeUInt16LE(block.length, 1);
    frame.writeUInt16LE(0xffff - block.length, 3);
    parts.push(frame, block);
  }
  // A zlib stream ends with the checksum of its content.
  return Buffer.concat([...parts, deflateSync(raw, { level: 0 }).subarray(-4)]);
}
