/** The strength of a file's proofs. */

/** Matches `file:checksum sha256`, `content-md5 md5`: a digest, and the source of the promise. */
const DIGEST = / (?:md5|sha|crc32|blake2)[\w-]*$/u;

/**
 * Returns whether a digest, or a size that was promised beforehand, matched. Any other file is only complete: every
 * announced byte has arrived, but nothing proves that it is the requested file.
 */
export const isVerified = (how: readonly string[]): boolean =>
  how.some((proof) => proof === "file:size" || DIGEST.test(proof));
