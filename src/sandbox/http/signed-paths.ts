import { createHmac, timingSafeEqual } from "node:crypto";

/** The only form that `signPath` writes; any other query was altered. */
const SIGNED_QUERY = /^expires=(0|[1-9]\d{0,14})&signature=([0-9a-f]{64})$/u;

type SignatureVerdict = "ok" | "expired" | "invalid";

/**
 * Returns the query (without `?`) that makes a path downloadable without credentials until a moment, in milliseconds
 * since 1970. `path` is signed byte for byte: pass it as in the request line, with percent-escapes.
 */
export function signPath(secret: string | Uint8Array, path: string, expiresAtMs: number): string {
  const expires = String(Math.max(0, Math.floor(expiresAtMs)));
  return `expires=${expires}&signature=${digest(secret, path, expires).toString("hex")}`;
}

/** Returns `expired` only for a correct signature, so that a guessed one reveals nothing about times. */
export function checkSignature(
  secret: string | Uint8Array,
  path: string,
  query: string,
  nowMs: number,
): SignatureVerdict {
  const [, expires, signature] = SIGNED_QUERY.exec(query.replace(/^\?/u, "")) ?? [];
  if (expires === undefined || signature === undefined) return "invalid";
  if (!timingSafeEqual(digest(secret, path, expires), Buffer.from(signature, "hex"))) return "invalid";
  return nowMs < Number(expires) ? "ok" : "expired";
}

function digest(secret: string | Uint8Array, path: string, expires: string): Buffer {
  // The expiry comes first and contains digits only, so that no path can be read as part of it.
  return createHmac("sha256", secret).update(`${expires}\n${path}`).digest();
}

/** Path prefix of image files: `/assets/{collectionId}/{granuleId}/{fileName}`, signed in the query. */
export const ASSET_PREFIX = "/assets/";

/** Path prefix of export files, signed in the same way. */
export const EXPORT_PREFIX = "/assets/archive-export/";

export const exportPath = (name: string): string =>
  EXPORT_PREFIX + name.split("/").map(encodeURIComponent).join("/");
