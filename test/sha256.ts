import { createHash } from "node:crypto";

/** Returns the digest in hexadecimal digits. */
export const sha256 = (bytes: string | Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/** Returns the form of `file:checksum`: sha2-256, 32 bytes long. */
export const multihash = (bytes: Uint8Array): string => `1220${sha256(bytes)}`;
