/**
 * Checks of a file before it is published. `full`: every promised size and digest, and a sha256 for the manifest;
 * `size`: promised sizes; `none`: only the length announced by the response.
 */
export const CHECKSUM_MODES = ["none", "size", "full"] as const;
export type ChecksumMode = (typeof CHECKSUM_MODES)[number];

/**
 * Returns whether a destination is a bucket, even if the rest is misspelled: a folder should not get such a name by
 * mistake.
 */
export const isS3Url = (text: string): boolean => /^s3:/iu.test(text);

/** Matches `file:checksum sha256`, `content-md5 md5`: a digest, and the source of the promise. */
const DIGEST = / (?:md5|sha|crc32|blake2)[\w-]*$/u;

/**
 * Returns whether a digest, or a size that was promised beforehand, matched. Any other file is only complete: every
 * announced byte has arrived, but nothing proves that it is the requested file.
 */
export const isVerified = (how: readonly string[]): boolean =>
  how.some((proof) => proof === "file:size" || DIGEST.test(proof));

/** Reports whether a digest was among the proofs of a file. */
export const hasDigestProof = (how: readonly string[]): boolean => how.some((proof) => DIGEST.test(proof));
