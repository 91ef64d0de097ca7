/**
 * What is checked of a file before it is published. `full`: every promised size and digest, and a sha256 for the
 * manifest; `size`: promised sizes; `none`: only that the reply had the announced length.
 */
export const CHECKSUM_MODES = ["none", "size", "full"] as const;
export type ChecksumMode = (typeof CHECKSUM_MODES)[number];

/** True for a destination that is a bucket, however badly spelled the rest is: no folder is to be named so by a slip. */
export const isS3Url = (text: string): boolean => /^s3:/iu.test(text);
