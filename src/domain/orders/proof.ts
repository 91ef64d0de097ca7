/** What the proofs of a file amount to. */

/** `file:checksum sha256`, `content-md5 md5`: a digest, and where it was promised. */
const DIGEST = / (?:md5|sha|crc32|blake2)[\w-]*$/u;

/**
 * True when a digest agreed, or a size that was promised beforehand. Any other file is only complete: every byte that the
 * server announced has arrived, but nothing shows that it is the file that was asked for.
 */
export const isVerified = (how: readonly string[]): boolean =>
  how.some((proof) => proof === "file:size" || DIGEST.test(proof));
