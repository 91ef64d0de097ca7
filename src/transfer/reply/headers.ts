import { type Digest, HASH_BYTES, type HashName } from "../hashing/digest.ts";
import { readCoding } from "./codings.ts";

/** Names in Repr-Digest (RFC 9530), Digest (RFC 3230) and x-goog-hash. */
const NAMED = new Map<string, HashName>([
  ["sha-256", "sha256"],
  ["sha-512", "sha512"],
  ["sha-384", "sha384"],
  ["sha", "sha1"],
  ["md5", "md5"],
]);

const WHOLE_BODY: readonly (readonly [header: string, algorithm: HashName])[] = [
  ["content-md5", "md5"],
  ["x-amz-checksum-sha256", "sha256"],
  ["x-amz-checksum-sha1", "sha1"],
  ["x-amz-checksum-sha512", "sha512"],
  ["x-amz-checksum-md5", "md5"],
  ["x-amz-checksum-crc32", "crc32"],
];

/**
 * Returns every digest in the headers of a 200 for its body. Malformed and truncated values are skipped.
 * Checksums of checksums are also skipped: object stores mark them with `-<parts>`, which fails the length
 * test, or by type.
 */
export function readHeaderDigests(headers: Readonly<Record<string, string>>): Digest[] {
  const digests: Digest[] = [];
  const add = (algorithm: HashName | undefined, base64: string, from: string): void => {
    if (algorithm === undefined || !/^[a-z0-9+/]+={0,2}$/iu.test(base64)) return;
    const bytes = Buffer.from(base64, "base64");
    if (bytes.length === HASH_BYTES[algorithm]) digests.push({ algorithm, hex: bytes.toString("hex"), from });
  };
  // The digest of a gzip object that the store has decoded for this response.
  const isDecoded =
    headers["x-goog-stored-content-encoding"]?.trim().toLowerCase() === "gzip" &&
    readCoding(headers).kind !== "gzip";
  for (const header of ["repr-digest", "content-digest", "digest", "x-goog-hash"]) {
    const offered = headers[header];
    if (offered === undefined || (isDecoded && header === "x-goog-hash")) continue;
    for (const entry of offered.split(",")) {
      const equals = entry.indexOf("=");
      const value = entry.slice(equals + 1).trim();
      const isStructured = header.endsWith("-digest");
      const base64 = isStructured ? /^:([^:]*):/u.exec(value)?.[1] : value;
      if (equals > 0 && base64 !== undefined) {
        add(NAMED.get(entry.slice(0, equals).trim().toLowerCase()), base64, header);
      }
    }
  }
  const isComposite = headers["x-amz-checksum-type"]?.toUpperCase() === "COMPOSITE";
  for (const [header, algorithm] of WHOLE_BODY) {
    const value = headers[header];
    if (value === undefined || (isComposite && header.startsWith("x-amz-"))) continue;
    add(algorithm, value.trim(), header);
  }
  return digests;
}

interface ContentRange {
  /** The first byte of the range; absent in a 416. */
  start?: number;
  /** The last byte of the range; absent in a 416. */
  end?: number;
  total?: number;
}

/** Parses `bytes 0-499/1234`, `bytes 0-499/*` or the 416 form with a star for the range (RFC 9110, 14.4). Undefined for anything else. */
export function parseContentRange(text: string | undefined): ContentRange | undefined {
  const match = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/u.exec(text?.trim() ?? "");
  if (match === null) return undefined;
  const [start, end, total] = match
    .slice(1)
    .map((part) => (/^\d+$/u.test(part ?? "") ? Number(part) : undefined));
  if (start !== undefined && end !== undefined && (end < start || (total !== undefined && end >= total))) {
    return undefined;
  }
  return { start, end, total };
}
