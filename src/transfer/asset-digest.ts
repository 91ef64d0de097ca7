import { hashNameIn, type HashName } from "./hashing/digest.ts";
import { readMultihash, parseMultihash } from "./hashing/multihash.ts";

/** Members with a multihash: of the STAC extensions for files and, before it, for checksums. */
const MULTIHASHES = ["file:checksum", "checksum:multihash"];
/** Plain algorithms in the names of members, the strongest first. */
const PLAIN: readonly HashName[] = ["sha512", "sha384", "sha256", "sha224", "sha1", "md5"];

/**
 * Returns the strongest digest in the members of an asset, as a multihash, with the name of its member: `file:checksum`, `checksum:multihash`, or
 * hex in a member such as `md5` or `acme:sha-256`. A `file:checksum` that cannot be read is returned as it is where there is no other.
 */
export function readAssetDigest(asset: Readonly<Record<string, unknown>>): {
  checksum?: string;
  checksumFrom?: string;
} {
  for (const name of MULTIHASHES) {
    const value = asset[name];
    if (typeof value === "string" && parseMultihash(value) !== undefined) return findDigest(value, name);
  }
  const members = Object.entries(asset).map(([name, value]) => ({
    name,
    value,
    algorithm: hashNameIn(name),
  }));
  for (const algorithm of PLAIN)
    for (const { name, value, algorithm: named } of members) {
      const checksum =
        named === algorithm && typeof value === "string" ? readMultihash(algorithm, value.trim()) : undefined;
      if (checksum !== undefined) return findDigest(checksum, name);
    }
  const unread = asset["file:checksum"];
  return typeof unread === "string" ? { checksum: unread } : {};
}

const findDigest = (checksum: string, name: string): { checksum: string; checksumFrom?: string } => ({
  checksum,
  ...(name !== "file:checksum" && { checksumFrom: name }),
});
