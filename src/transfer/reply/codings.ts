import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** Content codings (RFC 9110, 8.4.1, and the registry of IANA). A client that knows none of them cannot read the body. */
const CODINGS: ReadonlySet<string> = new Set([
  "aes128gcm",
  "br",
  "compress",
  "dcb",
  "dcz",
  "deflate",
  "exi",
  "gzip",
  "pack200-gzip",
  "x-compress",
  "x-gzip",
  "zstd",
]);

/** Matches words that do not change the bytes: transfer encodings of mail, character sets, and "none". */
const PLAIN =
  /^(?:|identity|none|null|binary|[78]bit|utf-?(?:8|16|32)(?:[bl]e)?|(?:us-)?ascii|iso-8859-\d+|windows-125\d)$/u;

export const GZIP = "gzip";

/** The coding of a body. */
export interface Coding {
  /** `plain` bytes are not coded; an `other` coding is not decoded here. */
  kind: "plain" | "gzip" | "other";
  /** The header, if it contains an unknown word such as `aws-chunked`. Only the file shows whether the bytes are coded. */
  unknown?: string;
}

export function readCoding(headers: Readonly<Record<string, string>>): Coding {
  const text = (headers["content-encoding"] ?? "").trim().toLowerCase();
  if (text === "") return { kind: "plain" };
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => !PLAIN.test(word));
  const codings = words.filter((word) => CODINGS.has(word));
  const [only, another] = codings;
  if (only === undefined) return { kind: "plain", ...(words.length > 0 && { unknown: text }) };
  return { kind: another === undefined && /^(?:x-)?gzip$/u.test(only) ? "gzip" : "other" };
}

/** The coded body is damaged, truncated, or followed by other data. */
export class CodingError extends Error {
  override readonly name = "CodingError";
}

/** Decodes a gzip body. A truncated stream is an error, never a short file. */
export async function* gunzipStrictly(coded: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const source = Readable.from(coded, { objectMode: false });
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    const isZlib = error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith("Z_");
    throw isZlib ? new CodingError(`the gzip body is damaged: ${error.message}`, { cause: error }) : error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
