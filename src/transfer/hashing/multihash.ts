import { HASH_BYTES, type Digest, type HashName } from "./digest.ts";

/** Codes of the multicodec table (multiformats/multicodec, tag multihash). */
const CODES = new Map<number, HashName>([
  [0x11, "sha1"],
  [0x12, "sha256"],
  [0x13, "sha512"],
  [0x14, "sha3-512"],
  [0x15, "sha3-384"],
  [0x16, "sha3-256"],
  [0x17, "sha3-224"],
  [0x20, "sha384"],
  [0xd5, "md5"],
  [0x10_13, "sha224"],
  [0x10_14, "sha512-224"],
  [0x10_15, "sha512-256"],
  [0xb2_40, "blake2b512"],
  [0xb2_60, "blake2s256"],
]);

/**
 * Parses a multihash in hex, which is a varint code, a varint length and the digest. `from` is its member of the item, such
 * as `file:checksum`. Undefined for an invalid multihash, a truncated digest or an unsupported algorithm, which prove
 * nothing.
 */
export function parseMultihash(text = "", from = "file:checksum"): Digest | undefined {
  if (!/^(?:[0-9a-f]{2}){3,}$/iu.test(text)) return undefined;
  const bytes = Buffer.from(text, "hex");
  const [code, afterCode] = readVarint(bytes, 0);
  const [length, afterLength] = readVarint(bytes, afterCode);
  const algorithm = CODES.get(code);
  const digest = bytes.subarray(afterLength);
  if (algorithm === undefined || digest.length !== length || length !== HASH_BYTES[algorithm])
    return undefined;
  return { algorithm, hex: digest.toString("hex"), from };
}

/** Returns a digest in hex as a multihash; undefined for an algorithm or a length that is not known. */
export function readMultihash(algorithm: HashName, hex: string): string | undefined {
  const code = [...CODES].find(([, name]) => name === algorithm)?.[0];
  const length = HASH_BYTES[algorithm];
  if (code === undefined || hex.length !== 2 * length || !/^[0-9a-f]+$/iu.test(hex)) return undefined;
  return Buffer.concat([encodeVarint(code), encodeVarint(length), Buffer.from(hex, "hex")]).toString("hex");
}

function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

function readVarint(bytes: Buffer, offset: number): [value: number, next: number] {
  let value = 0;
  for (let index = offset; index < Math.min(bytes.length, offset + 4); index++) {
    const byte = bytes[index] as number;
    value += (byte & 0x7f) * 2 ** (7 * (index - offset));
    if (byte < 0x80) return [value, index + 1];
  }
  return [-1, bytes.length];
}
