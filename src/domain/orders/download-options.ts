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
