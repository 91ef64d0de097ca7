import { createHash } from "node:crypto";
import { Recent } from "../recent.ts";
import { readSections, type FileSection } from "./file-sections.ts";

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
export function digestsOf({ etag, length, sections }: ProductFile): Digests | undefined {
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
export function checksumOf({ etag, length, sections }: ProductFile): string | undefined {
  if (length > CHECKSUM_UP_TO_BYTES) return undefined;
  return checksums.get(etag, () => {
    const hash = createHash("sha256");
    for (const slice of readSections(sections, 0, length)) hash.update(slice);
    return SHA2_256_PREFIX + hash.digest("hex");
  });
}
