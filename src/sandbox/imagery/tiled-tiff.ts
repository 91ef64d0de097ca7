import { blocks, lazyBytes, type Segment } from "./segments.ts";
import { encodeTiffHead, steps, type TiffField, tiffHeadBytes } from "./tiff-directory.ts";

/** Classic TIFF ends at 4 GiB; readers with signed offsets and the directories themselves want some room. */
const BIG_TIFF_FROM_BYTES = 3.9e9;

/** One resolution of a TIFF, in uncompressed tiles of one size. */
interface TiffLevel {
  width: number;
  height: number;
  tilesAcross: number;
  tilesDown: number;
  /** Further fields of its directory. */
  fields: readonly TiffField[];
  /** Bytes of a tile; valid until the next call. */
  render: (tileX: number, tileY: number) => Uint8Array;
}

interface TiledTiff {
  tile: number;
  bitsPerSample: 16 | 32;
  /** 1 unsigned integer, 5 complex of two signed integers. */
  sampleFormat: 1 | 5;
  /** Lays the file out as GDAL's Cloud Optimised GeoTIFF driver does, and says so. */
  isCloudOptimised: boolean;
  /** Full resolution first. */
  levels: readonly TiffLevel[];
}

/**
 * GDAL's structural metadata (its COG driver's page describes it), between header and first directory: readers then take
 * the size of a tile from the four bytes before it. The last space is part of it.
 */
const STRUCTURE = `LAYOUT=IFDS_BEFORE_DATA
BLOCK_ORDER=ROW_MAJOR
BLOCK_LEADER=SIZE_AS_UINT4
BLOCK_TRAILER=LAST_4_BYTES_REPEATED
KNOWN_INCOMPATIBLE_EDITION=NO
 `;
const PREAMBLE = `GDAL_STRUCTURAL_METADATA_SIZE=${String(STRUCTURE.length).padStart(6, "0")} bytes\n${STRUCTURE}`;
const LEADER_BYTES = 4;
const TRAILER_BYTES = 4;

const PHOTOMETRIC_MIN_IS_BLACK = 1;

/**
 * Lays out a tiled TIFF: all directories first, then the pixels from the coarsest level to the finest, which is what makes
 * it cloud optimised. Not compressed, so every offset and the length of the file are known before a pixel is drawn.
 * The bytes are those of a little-endian machine, as all that Node is released for but one (s390x) are.
 */
export function tiledTiff(tiff: TiledTiff): Segment[] {
  const preamble = tiff.isCloudOptimised ? PREAMBLE : "";
  const tileBytes = (tiff.tile ** 2 * tiff.bitsPerSample) / 8;
  const blockBytes = tileBytes + (tiff.isCloudOptimised ? LEADER_BYTES + TRAILER_BYTES : 0);
  const tilesOf = ({ tilesAcross, tilesDown }: TiffLevel): number => tilesAcross * tilesDown;
  const pixelBytes = tiff.levels.reduce((sum, level) => sum + tilesOf(level) * blockBytes, 0);
  const isBig = pixelBytes > BIG_TIFF_FROM_BYTES;

  const directories = (pixelsAt: number): TiffField[][] => {
    let firstBlockAt = pixelsAt + pixelBytes;
    return tiff.levels.map((level, index) => {
      firstBlockAt -= tilesOf(level) * blockBytes;
      const firstTileAt = firstBlockAt + (tiff.isCloudOptimised ? LEADER_BYTES : 0);
      return [
        ...imageFields(tiff, level, index > 0),
        { tag: 324, type: isBig ? "long8" : "long", values: steps(firstTileAt, blockBytes, tilesOf(level)) },
        { tag: 325, type: "long", values: steps(tileBytes, 0, tilesOf(level)) },
        ...level.fields,
      ];
    });
  };
  const headBytes = tiffHeadBytes(directories(0), preamble, isBig);
  // Pixels begin at a multiple of 16, as decoders like it.
  const pixelsAt = Math.ceil(headBytes / 16) * 16;
  const head = lazyBytes(pixelsAt, () => {
    const padded = new Uint8Array(pixelsAt);
    padded.set(encodeTiffHead(directories(pixelsAt), preamble, isBig));
    return padded;
  });
  const levels = tiff.levels.map((level) =>
    blocks(tilesOf(level), blockBytes, (block) => {
      const tile = level.render(block % level.tilesAcross, Math.floor(block / level.tilesAcross));
      return tiff.isCloudOptimised ? framed(tile) : [tile];
    }),
  );
  return [head, ...levels.toReversed()];
}

function framed(tile: Uint8Array): Uint8Array[] {
  const leader = Buffer.alloc(LEADER_BYTES);
  leader.writeUInt32LE(tile.length);
  return [leader, tile, tile.subarray(-TRAILER_BYTES)];
}

function imageFields(
  { tile, bitsPerSample, sampleFormat }: TiledTiff,
  { width, height }: TiffLevel,
  isOverview: boolean,
): TiffField[] {
  return [
    { tag: 254, type: "long", values: [isOverview ? 1 : 0] },
    { tag: 256, type: "long", values: [width] },
    { tag: 257, type: "long", values: [height] },
    { tag: 258, type: "short", values: [bitsPerSample] },
    { tag: 259, type: "short", values: [1] },
    { tag: 262, type: "short", values: [PHOTOMETRIC_MIN_IS_BLACK] },
    { tag: 277, type: "short", values: [1] },
    { tag: 284, type: "short", values: [1] },
    { tag: 322, type: "long", values: [tile] },
    { tag: 323, type: "long", values: [tile] },
    { tag: 339, type: "short", values: [sampleFormat] },
  ];
}

/** A view of pixels as the bytes that they are stored in. */
export const bytesOf = (pixels: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
