import { createHmac, timingSafeEqual } from "node:crypto";

/** The only form that `signPath` writes; any other query was altered. */
const SIGNED_QUERY = /^expires=(0|[1-9]\d{0,14})&signature=([0-9a-f]{64})$/u;

/** The form of `signStorePath`, also with the parameter that asks for a download. */
const STORE_QUERY =
  /^Expires=(\d{1,12})&Signature=([\w%.-]{40,80})(?:&response-content-disposition=attachment)?$/u;

type SignatureVerdict = "ok" | "expired" | "invalid";

/**
 * Returns the query (without `?`) that makes a path downloadable without credentials until a moment, in milliseconds
 * since 1970. `path` is signed byte for byte: pass it as in the request line, with percent-escapes.
 */
export function signPath(secret: string | Uint8Array, path: string, expiresAtMs: number): string {
  const expires = String(Math.max(0, Math.floor(expiresAtMs)));
  return `expires=${expires}&signature=${digest(secret, path, expires).toString("hex")}`;
}

/** Returns the query of a path in the form of object stores: the expiry in seconds, the signature in base 64. */
export function signStorePath(secret: string | Uint8Array, path: string, expiresAtMs: number): string {
  const expires = String(Math.max(0, Math.floor(expiresAtMs / 1000)));
  const signature = digest(secret, path, `${expires}s`).toString("base64");
  return `Expires=${expires}&Signature=${encodeURIComponent(signature)}`;
}

/** Returns `expired` only for a correct signature, so that a guessed one reveals nothing about times. */
export function checkSignature(
  secret: string | Uint8Array,
  path: string,
  query: string,
  nowMs: number,
): SignatureVerdict {
  const plain = query.replace(/^\?/u, "");
  const signed = readStoreQuery(plain) ?? readOwnQuery(plain);
  if (signed === undefined) return "invalid";
  const { expires, expiresMs, signature } = signed;
  const wanted = digest(secret, path, expires);
  if (signature.length !== wanted.length || !timingSafeEqual(wanted, signature)) return "invalid";
  return nowMs < expiresMs ? "ok" : "expired";
}

interface SignedQuery {
  /** The expiry in the form that was signed. */
  expires: string;
  expiresMs: number;
  signature: Buffer;
}

function readOwnQuery(query: string): SignedQuery | undefined {
  const [, expires, signature] = SIGNED_QUERY.exec(query) ?? [];
  if (expires === undefined || signature === undefined) return undefined;
  return { expires, expiresMs: Number(expires), signature: Buffer.from(signature, "hex") };
}

function readStoreQuery(query: string): SignedQuery | undefined {
  const [, seconds, coded] = STORE_QUERY.exec(query) ?? [];
  if (seconds === undefined || coded === undefined) return undefined;
  const signature = Buffer.from(decodeText(coded), "base64");
  return { expires: `${seconds}s`, expiresMs: Number(seconds) * 1000, signature };
}

function decodeText(coded: string): string {
  try {
    return decodeURIComponent(coded);
  } catch {
    return "";
  }
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
