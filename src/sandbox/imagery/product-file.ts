import { createHash } from "node:crypto";
import { Recent } from "../recent.ts";

/** One file of a product, laid out but not drawn: everything is known without making its bytes. */
export interface ProductFile {
  /** Key of the STAC asset. */
  assetKey: string;
  /** Last part of its path; contains only letters, digits, `_`, `-` and `.` if the granule's name does. */
  fileName: string;
  title: string;
  mediaType: string;
  roles: string[];
  /** Further STAC fields of the asset, such as `proj:shape`. */
  fields: Record<string, unknown>;
  /** Length in bytes. */
  length: number;
  /** Strong and quoted: changes whenever a byte does. */
  etag: string;
  sections: readonly FileSection[];
}

const CHECKSUM_UP_TO_BYTES = 64 * 1024 * 1024;
/** Multihash: function 0x12 (sha2-256), 0x20 bytes of digest. */
const SHA2_256_PREFIX = "1220";

interface Digests {
  md5: string;
  sha256: string;
}

/** Digests by entity tag. */
const digests = new Recent<Digests>(20_000);

/** Returns MD5 and SHA-256 in hex; undefined above 64 MiB. */
export function computeDigests({ etag, length, sections }: ProductFile): Digests | undefined {
  if (length > CHECKSUM_UP_TO_BYTES) return undefined;
  return digests.get(etag, () => {
    const [md5, sha256] = [createHash("md5"), createHash("sha256")];
    for (const slice of readSections(sections, 0, length)) {
      md5.update(slice);
      sha256.update(slice);
    }
    return { md5: md5.digest("hex"), sha256: sha256.digest("hex") };
  });
}

/** Returns whether a file is short enough for `digestsOf`. */
export const hasDigests = ({ length }: Pick<ProductFile, "length">): boolean =>
  length <= CHECKSUM_UP_TO_BYTES;

/** Checksums by entity tag, because computing one makes all bytes of the file. */
const checksums = new Recent<string>(20_000);

/** Returns the multihash of SHA-256 in hex; undefined above 64 MiB. */
export function computeChecksum({ etag, length, sections }: ProductFile): string | undefined {
  if (length > CHECKSUM_UP_TO_BYTES) return undefined;
  return checksums.get(etag, () => {
    const hash = createHash("sha256");
    for (const slice of readSections(sections, 0, length)) hash.update(slice);
    return SHA2_256_PREFIX + hash.digest("hex");
  });
}

/** A part of a file with a known length, whose bytes are made on demand. */
export interface FileSection {
  readonly length: number;
  /** Fills all of `target` with the bytes from `offset` of the section. */
  copyTo(target: Uint8Array, offset: number): void;
}

/** Slices of bytes in order; a buffer that is passed to `next` is filled again. */
export type Slices = Generator<Uint8Array, void, Uint8Array | undefined>;

const SLICE_BYTES = 1024 * 1024;

export const sumLengths = (sections: readonly FileSection[]): number =>
  sections.reduce((sum, { length }) => sum + length, 0);

/** Returns a section whose bytes are made at once on first use. `make` must return exactly `length` bytes. */
export function makeLazySection(length: number, make: () => Uint8Array): FileSection {
  let bytes: Uint8Array | undefined;
  return {
    length,
    copyTo(target, offset) {
      bytes ??= make();
      if (bytes.length !== length) throw new Error(`announced ${length} bytes, made ${bytes.length}`);
      target.set(bytes.subarray(offset, offset + target.length));
    },
  };
}

/** Returns a section of equal blocks. `render` returns the parts of a block, valid until its next call. */
export function makeBlockSection(
  count: number,
  blockBytes: number,
  render: (block: number) => readonly Uint8Array[],
): FileSection {
  return {
    length: count * blockBytes,
    copyTo(target, offset) {
      for (let at = 0; at < target.length;) {
        const block = Math.floor((offset + at) / blockBytes);
        let skip = offset + at - block * blockBytes;
        for (const part of render(block)) {
          const wanted = part.subarray(skip, skip + target.length - at);
          target.set(wanted, at);
          at += wanted.length;
          skip = Math.max(0, skip - part.length);
        }
      }
    },
  };
}

/**
 * Yields bytes `start` (inclusive) to `end` (exclusive) of consecutive sections, in slices of at most 1 MiB. Each
 * slice is its own buffer: a consumer may keep it, or return it (`next(slice)`) for reuse. Slices are made on demand.
 */
export function* readSections(sections: readonly FileSection[], start: number, end: number): Slices {
  if (!(start >= 0 && start <= end && end <= sumLengths(sections))) {
    throw new RangeError(`no bytes ${start} to ${end} in ${sumLengths(sections)}`);
  }
  let spare: Uint8Array | undefined;
  for (let at = start; at < end; at += SLICE_BYTES) {
    const length = Math.min(SLICE_BYTES, end - at);
    // Every byte is written below, so the memory need not be cleared.
    const slice = spare?.length === length ? spare : Buffer.allocUnsafeSlow(length);
    fill(sections, at, slice);
    spare = yield slice;
  }
}

function fill(sections: readonly FileSection[], from: number, slice: Uint8Array): void {
  let begin = 0;
  for (const section of sections) {
    const first = Math.max(from, begin);
    const last = Math.min(from + slice.length, begin + section.length);
    if (first < last) section.copyTo(slice.subarray(first - from, last - from), first - begin);
    begin += section.length;
  }
}

/** Returns a small JSON document. It is written immediately, because its length must be known. */
export function makeJsonSection(value: unknown): FileSection {
  const bytes = Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
  return makeLazySection(bytes.length, () => bytes);
}

interface Lines {
  width: number;
  height: number;
  bytesPerPixel: number;
  /** Side of a cell in pixels. */
  cell: number;
  /** Bytes of the adjacent cells in a row of cells, all full, even past the image's edge. */
  cellsOf: (cellY: number) => readonly Uint8Array[];
}

/** Returns an image without tiles: pixels from left to right, line by line, copied from the cells of its mosaic. */
export function makeLineSection({ width, height, bytesPerPixel, cell, cellsOf }: Lines): FileSection {
  const lineBytes = width * bytesPerPixel;
  const cellLineBytes = cell * bytesPerPixel;
  let row = -1;
  let cells: readonly Uint8Array[] = [];
  return {
    length: lineBytes * height,
    copyTo(target, offset) {
      let line = Math.floor(offset / lineBytes);
      let inLine = offset - line * lineBytes;
      for (let at = 0; at < target.length;) {
        const cellY = Math.floor(line / cell);
        if (cellY !== row) {
          cells = cellsOf(cellY);
          row = cellY;
        }
        const cellX = Math.floor(inLine / cellLineBytes);
        const inCell = inLine - cellX * cellLineBytes;
        const bytes = Math.min(cellLineBytes - inCell, lineBytes - inLine, target.length - at);
        const from = (line - cellY * cell) * cellLineBytes + inCell;
        target.set(cells[cellX]!.subarray(from, from + bytes), at);
        at += bytes;
        inLine += bytes;
        if (inLine === lineBytes) {
          line += 1;
          inLine = 0;
        }
      }
    },
  };
}

/** Computes a value on the first call only: files are laid out more often than read. */
export function memoize<T>(make: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: make() }).value;
}
