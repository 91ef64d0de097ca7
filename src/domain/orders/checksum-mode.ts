/**
 * What is held against a file before it gets its name. `full`: every promised size and digest, and a sha256 for the
 * manifest; `size`: promised sizes; `none`: only that the reply ended where it said it would.
 */
export const CHECKSUM_MODES = ["none", "size", "full"] as const;
export type ChecksumMode = (typeof CHECKSUM_MODES)[number];
