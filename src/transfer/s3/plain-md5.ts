import { hash } from "node:crypto";

/** Headers of objects whose ETag is not the MD5 of their bytes: encrypted with a key of the customer or of a key service. */
const KEY_HEADERS = [
  "x-amz-server-side-encryption-customer-algorithm",
  "x-amz-server-side-encryption-aws-kms-key-id",
];

/** Returns the MD5 in a plain ETag, in lower case; undefined for the ETag of several parts or of an encrypted object. */
export function plainMd5In(headers: Readonly<Record<string, string>>): string | undefined {
  const encryption = headers["x-amz-server-side-encryption"] ?? "AES256";
  if (encryption !== "AES256" || KEY_HEADERS.some((name) => headers[name] !== undefined)) return undefined;
  return /^"?([0-9a-f]{32})"?$/iu.exec(headers["etag"]?.trim() ?? "")?.[1]?.toLowerCase();
}

/** Returns undefined on a machine that forbids MD5. */
export function md5Of(body: Uint8Array | string): string | undefined {
  try {
    return hash("md5", body);
  } catch {
    return undefined;
  }
}
