/** Number of bytes of each digest. The names are those of node:crypto, which lacks crc32. */
export const HASH_BYTES = {
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

export type HashName = keyof typeof HASH_BYTES;

/** Returns the algorithm in the name of a member, such as `md5`, `SHA-256` or `acme:sha256`. */
export function hashNameIn(member: string): HashName | undefined {
  const word = member
    .slice(member.lastIndexOf(":") + 1)
    .toLowerCase()
    .replaceAll(/[-_]/gu, "");
  return Object.hasOwn(HASH_BYTES, word) ? (word as HashName) : undefined;
}

/** An expected digest. `from` is its origin: a member of the item such as `file:checksum`, a digest file, or a header. */
export interface Digest {
  algorithm: HashName;
  hex: string;
  from: string;
}

/** Describes the first digest that differs; undefined when all agree. */
export function findDigestFault(
  expected: readonly Digest[],
  computed: ReadonlyMap<HashName, string>,
): string | undefined {
  const wrong = expected.find(({ algorithm, hex }) => computed.get(algorithm) !== hex);
  if (wrong === undefined) return undefined;
  const { algorithm, hex, from } = wrong;
  return `the ${algorithm} of the bytes differs from the one in ${from}: it is ${computed.get(algorithm) ?? "unknown"}, not ${hex}`;
}
