/** Digest names as node:crypto spells them, and crc32, which it lacks. */
export type HashName =
  | "md5"
  | "sha1"
  | "sha224"
  | "sha256"
  | "sha384"
  | "sha512"
  | "sha512-224"
  | "sha512-256"
  | "sha3-224"
  | "sha3-256"
  | "sha3-384"
  | "sha3-512"
  | "blake2b512"
  | "blake2s256"
  | "crc32";

export const HASH_BYTES: Record<HashName, number> = {
  md5: 16,
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
  "sha512-224": 28,
  "sha512-256": 32,
  "sha3-224": 28,
  "sha3-256": 32,
  "sha3-384": 48,
  "sha3-512": 64,
  blake2b512: 64,
  blake2s256: 32,
  crc32: 4,
};

/** An expected digest. `from` is its origin: `file:checksum` or the name of the header. */
export interface Digest {
  algorithm: HashName;
  hex: string;
  from: string;
}

/** Describes the first digest that differs; undefined when all agree. */
export function digestFault(
  expected: readonly Digest[],
  computed: ReadonlyMap<HashName, string>,
): string | undefined {
  const wrong = expected.find(({ algorithm, hex }) => computed.get(algorithm) !== hex);
  if (wrong === undefined) return undefined;
  return `the ${wrong.algorithm} of the bytes differs from the one in ${wrong.from}`;
}
