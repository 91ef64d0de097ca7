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

/** Words for bytes as they are: transfer encodings of mail, character sets, and "none". */
const PLAIN =
  /^(?:|identity|none|null|binary|[78]bit|utf-?(?:8|16|32)(?:[bl]e)?|(?:us-)?ascii|iso-8859-\d+|windows-125\d)$/u;

/** The coding of a body. */
export interface Coding {
  /** `plain`: bytes as they are; `other`: a coding that is not decoded here. */
  kind: "plain" | "gzip" | "other";
  /** The header, where it has a word that is not a coding, such as `aws-chunked`: only the file can show whether it means anything. */
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
