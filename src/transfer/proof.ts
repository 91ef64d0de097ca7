/** What the proofs of a file amount to. */

/** `file:checksum sha256`, `content-md5 md5`: a digest, and who vouched for it. */
const DIGEST = / (?:md5|sha|crc32|blake2)[\w-]*$/u;

/**
 * True when a digest agreed, or a size that was promised beforehand. Of any other file it is known that all came that the
 * server announced: it is complete, but whether it is the file that was asked for nobody has said.
 */
export const isVerified = (how: readonly string[]): boolean =>
  how.some((proof) => proof === "file:size" || DIGEST.test(proof));
