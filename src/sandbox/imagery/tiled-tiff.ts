import { makeBlockSection, makeLazySection, type FileSection } from "./product-file.ts";
import type { Level } from "./mosaic.ts";

/** Classic TIFF ends at 4 GiB; the directories and readers with signed offsets need some margin. */
const BIG_TIFF_FROM_BYTES = 3.9e9;

/** One resolution of a TIFF, in uncompressed tiles of one size. */
interface TiffLevel extends Level {
  /** Further fields of its directory. */
  fields: readonly TiffField[];
  /** Returns the bytes of a tile; valid until the next call. */
  render: (tileX: number, tileY: number) => Uint8Array;
}

interface TiledTiff {
  tile: number;
  bitsPerSample: 16 | 32;
  /** 1 unsigned integer, 5 complex of two signed integers. */
  sampleFormat: 1 | 5;
  /** Uses the layout of GDAL's Cloud Optimised GeoTIFF driver, and declares it in the file. */
  isCloudOptimised: boolean;
  /** Full resolution first. */
  levels: readonly TiffLevel[];
}

/**
 * GDAL's structural metadata (see its COG driver's page), between header and first directory. It tells readers that
 * the four bytes before a tile contain its size. The last space is part of it.
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
 * Lays out a tiled TIFF: all directories first, then the pixels from the coarsest level to the finest, as cloud
 * optimisation requires. It is not compressed, so every offset and the length are known before a pixel is drawn. Its
 * byte order is little-endian, like that of all platforms of Node except s390x.
 */
export function makeTiledTiff(tiff: TiledTiff): FileSection[] {
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
        ...makeImageFields(tiff, level, index > 0),
        {
          tag: 324,
          type: isBig ? "long8" : "long",
          values: addSteps(firstTileAt, blockBytes, tilesOf(level)),
        },
        { tag: 325, type: "long", values: addSteps(tileBytes, 0, tilesOf(level)) },
        ...level.fields,
      ];
    });
  };
  const headBytes = countTiffHeadBytes(directories(0), preamble, isBig);
  // Pixels start at a multiple of 16, as decoders prefer.
  const pixelsAt = Math.ceil(headBytes / 16) * 16;
  const head = makeLazySection(pixelsAt, () => {
    const padded = new Uint8Array(pixelsAt);
    padded.set(encodeTiffHead(directories(pixelsAt), preamble, isBig));
    return padded;
  });
  const levels = tiff.levels.map((level) =>
    makeBlockSection(tilesOf(level), blockBytes, (block) => {
      const tile = level.render(block % level.tilesAcross, Math.floor(block / level.tilesAcross));
      return tiff.isCloudOptimised ? frameTile(tile) : [tile];
    }),
  );
  return [head, ...levels.toReversed()];
}

function frameTile(tile: Uint8Array): Uint8Array[] {
  const leader = Buffer.alloc(LEADER_BYTES);
  leader.writeUInt32LE(tile.length);
  return [leader, tile, tile.subarray(-TRAILER_BYTES)];
}

function makeImageFields(
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

/** Returns a view of the bytes of pixels. */
export const toBytes = (pixels: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);

/** Values of a field: text, or numbers that are read one by one (a large file has 80,000 tile offsets). */
type TiffValues = string | { readonly length: number; at(index: number): number | undefined };

export interface TiffField {
  tag: number;
  type: keyof typeof TYPES;
  values: TiffValues;
}

const TYPES = {
  ascii: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  double: { code: 12, bytes: 8 },
  long8: { code: 16, bytes: 8 },
} as const;

/** Returns numbers with a constant step. */
const addSteps = (first: number, step: number, length: number): TiffValues => ({
  length,
  at: (index) => first + step * index,
});

// Counts a text with its final zero byte.
const countOf = ({ values }: TiffField): number => values.length + (typeof values === "string" ? 1 : 0);
const countValueBytes = (field: TiffField): number => countOf(field) * TYPES[field.type].bytes;
const roundToEven = (offset: number): number => offset + (offset % 2);

/** Sizes of the parts of a header and a directory: classic TIFF and BigTIFF. */
const CLASSIC = { header: 8, count: 2, entry: 12, offset: 4 } as const;
const BIG = { header: 16, count: 8, entry: 20, offset: 8 } as const;

function countDirectoryBytes(fields: readonly TiffField[], isBig: boolean): number {
  const form = isBig ? BIG : CLASSIC;
  const apart = fields.map(countValueBytes).filter((bytes) => bytes > form.offset);
  return apart.reduce(
    (sum, bytes) => sum + roundToEven(bytes),
    form.count + fields.length * form.entry + form.offset,
  );
}

/** Returns the length of `encodeTiffHead` for fields with these numbers of values. */
function countTiffHeadBytes(
  directories: readonly (readonly TiffField[])[],
  preamble: string,
  isBig: boolean,
): number {
  const start = roundToEven((isBig ? BIG : CLASSIC).header + preamble.length);
  return directories.reduce((sum, fields) => sum + roundToEven(countDirectoryBytes(fields, isBig)), start);
}

/**
 * Returns everything before the pixels of a little-endian TIFF: header, an ASCII preamble (GDAL's structural
 * metadata) and the directories, each followed by its values.
 */
function encodeTiffHead(
  directories: readonly (readonly TiffField[])[],
  preamble: string,
  isBig: boolean,
): Uint8Array {
  const form = isBig ? BIG : CLASSIC;
  const bytes = Buffer.alloc(countTiffHeadBytes(directories, preamble, isBig));
  const writeOffset = (value: number, at: number): void => {
    if (isBig) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUInt32LE(value, at);
  };
  bytes.write("II", 0, "latin1");
  bytes.writeUInt16LE(isBig ? 43 : 42, 2);
  if (isBig) bytes.writeUInt16LE(8, 4);
  bytes.write(preamble, form.header, "latin1");

  let link = form.header - form.offset;
  let start = roundToEven(form.header + preamble.length);
  for (const fields of directories) {
    writeOffset(start, link);
    link = start + form.count + fields.length * form.entry;
    if (isBig) bytes.writeBigUInt64LE(BigInt(fields.length), start);
    else bytes.writeUInt16LE(fields.length, start);
    let apart = link + form.offset;
    for (const [index, field] of fields.toSorted((a, b) => a.tag - b.tag).entries()) {
      const entry = start + form.count + index * form.entry;
      const value = entry + form.entry - form.offset;
      bytes.writeUInt16LE(field.tag, entry);
      bytes.writeUInt16LE(TYPES[field.type].code, entry + 2);
      if (isBig) bytes.writeBigUInt64LE(BigInt(countOf(field)), entry + 4);
      else bytes.writeUInt32LE(countOf(field), entry + 4);
      if (countValueBytes(field) <= form.offset) {
        writeValues(bytes, value, field);
      } else {
        writeOffset(apart, value);
        writeValues(bytes, apart, field);
        apart += roundToEven(countValueBytes(field));
      }
    }
    start = roundToEven(apart);
  }
  return bytes;
}

function writeValues(bytes: Buffer, from: number, { type, values }: TiffField): void {
  if (typeof values === "string") {
    bytes.write(values, from, "latin1");
    return;
  }
  for (let index = 0; index < values.length; index += 1) {
    const value = values.at(index) ?? 0;
    const at = from + index * TYPES[type].bytes;
    if (type === "double") bytes.writeDoubleLE(value, at);
    else if (type === "long8") bytes.writeBigUInt64LE(BigInt(value), at);
    else if (type === "long") bytes.writeUInt32LE(value, at);
    else bytes.writeUInt16LE(value, at);
  }
}
