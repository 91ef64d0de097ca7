import { createHash } from "node:crypto";
import { lengthOf, readSections, type FileSection, type Slices } from "./file-sections.ts";

/** One file of a product, laid out but not drawn: all fields but `checksum` are known without making its bytes. */
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
  /** Returns the multihash of SHA-256 in hex. Makes all bytes; undefined above 64 MiB. */
  checksum(): string | undefined;
  sections: readonly FileSection[];
}

const CHECKSUM_UP_TO_BYTES = 64 * 1024 * 1024;
/** Multihash: function 0x12 (sha2-256), 0x20 bytes of digest. */
const SHA2_256_PREFIX = "1220";

export type FileDescription = Pick<
  ProductFile,
  "assetKey" | "fileName" | "title" | "mediaType" | "roles" | "sections" | "etag"
> & { fields?: Record<string, unknown> };

export function describeFile(description: FileDescription): ProductFile {
  const { sections } = description;
  const length = lengthOf(sections);
  let checksum: string | undefined;
  return {
    fields: {},
    ...description,
    length,
    checksum: () => (length > CHECKSUM_UP_TO_BYTES ? undefined : (checksum ??= multihash(sections, length))),
  };
}

/** Yields bytes `start` (inclusive) to `end` (exclusive) of a file, in slices of at most 1 MiB. */
export function readProduct(file: ProductFile, start = 0, end = file.length): Slices {
  return readSections(file.sections, start, end);
}

function multihash(sections: readonly FileSection[], length: number): string {
  const hash = createHash("sha256");
  for (const slice of readSections(sections, 0, length)) hash.update(slice);
  return SHA2_256_PREFIX + hash.digest("hex");
}

const MAX_CHECKSUMS = 20_000;

/** Keeps checksums by entity tag, because computing one needs all bytes of the file. */
export function knownChecksums(): (file: ProductFile) => ProductFile {
  const known = new Map<string, string | undefined>();
  return (file) => ({
    ...file,
    checksum() {
      if (!known.has(file.etag)) {
        if (known.size >= MAX_CHECKSUMS) known.clear();
        known.set(file.etag, file.checksum());
      }
      return known.get(file.etag);
    },
  });
}
