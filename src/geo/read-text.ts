import { AppError, type ErrorCode } from "../errors.ts";
import { CONVERT } from "./ogr2ogr.ts";
import { quote } from "./quote.ts";

/** First bytes of files that users give by mistake; a byte above 7f is U+FFFD in decoded text. */
const BINARY: readonly (readonly [first: RegExp, name: string, next?: string])[] = [
  [/^\u001f[\u008b\ufffd]/, "gzip-compressed", "Decompress it first, with gunzip"],
  [/^PK(?:\u0003\u0004|\u0005\u0006)/, "a zip archive", "Unzip it and give the file inside"],
  [/^7z[\u00bc\ufffd]/, "a 7z archive", "Unpack it and give the file inside"],
  [/^Rar!\u001a/, "a RAR archive", "Unpack it and give the file inside"],
  [/^BZh\d/, "bzip2-compressed", "Decompress it first, with bunzip2"],
  [/^[\u00fd\ufffd]7zXZ/, "xz-compressed", "Decompress it first, with unxz"],
  [/^\u0028[\u00b5\ufffd]\u002f[\u00fd\ufffd]/, "zstd-compressed", "Decompress it first, with unzstd"],
  [/^.{257}ustar/s, "a tar archive", "Unpack it and give the file inside"],
  [/^%PDF-/, "a PDF document"],
  [/^[\u00d0\ufffd][\u00cf\ufffd]\u0011[\u00e0\ufffd]/, "a document of Microsoft Office"],
  [/^[\u0089\ufffd]PNG/, "a PNG image"],
  [/^[\u00ff\ufffd][\u00d8\ufffd][\u00ff\ufffd]/, "a JPEG image"],
  [/^GIF8/, "a GIF image"],
  [/^(?:II[*+]\0|MM\0[*+])/, "a TIFF image"],
  [/^[\u0089\ufffd]HDF/, "an HDF5 file"],
  [/^CDF[\u0001\u0002\u0005]/, "a netCDF file"],
  [/^SQLite format 3\0/, "an SQLite database (a GeoPackage?)", CONVERT],
  [/^PAR1/, "a Parquet file", CONVERT],
  [/^fgb\u0003/, "a FlatGeobuf file", CONVERT],
  [/^\0\0'\n/, "a shapefile", CONVERT],
  [/^(?:\u007fELF|MZ[^\n]*\0)/, "a program"],
];

/** Number of bytes that are compared with `BINARY`, and in which a text has few control characters. */
const HEAD_BYTES = 512;
const MAX_CONTROLS = 3;

/** The beginning of UTF-16 without a byte order mark, of UTF-32, and of both decoded as something else. */
const UTF16 = /^(?:\u00ff\u00fe|\u00fe\u00ff|\ufffd\ufffd|(?:[\t\n\r -~]\0)+$|(?:\0[\t\n\r -~])+$)/;

/**
 * Returns the text of an input, which is UTF-8, UTF-16 with a byte order mark (as `>` of Windows PowerShell 5 writes it), or XML
 * in the encoding that it declares. A note reports a dropped byte order mark of UTF-8. `what` is the input's name in errors, such as "area.json".
 */
export function readText(
  input: string | Uint8Array,
  what: string,
  code: ErrorCode = "INPUT_NOT_JSON",
): { text: string; notes: string[] } {
  const start =
    typeof input === "string"
      ? input.slice(0, HEAD_BYTES)
      : Buffer.from(input.subarray(0, HEAD_BYTES)).toString("latin1");
  for (const [pattern, name, next] of BINARY) {
    if (pattern.test(start)) throw new AppError("usage", code, `${what} is ${name}, not text`, { next });
  }
  const head = start.slice(0, 8);
  const encoding = typeof input === "string" ? undefined : findXmlEncoding(input);
  if (typeof input !== "string" && encoding !== undefined)
    return decodeXml(input, encoding, what, code === "INPUT_NOT_JSON" ? "INPUT_NOT_GEOJSON" : code);
  const marked = typeof input === "string" ? undefined : findMarkedEncoding(head);
  if (typeof input !== "string" && marked !== undefined)
    return { text: dropByteOrderMark(decode(input, marked, what, code)).text, notes: [] };
  if (UTF16.test(head)) {
    const hint = "Save it as UTF-8; in Windows PowerShell write it with Out-File -Encoding utf8";
    throw new AppError("usage", code, `${what} is UTF-16 text, not UTF-8`, { next: hint });
  }
  // A record separator is a part of GeoJSON text sequences.
  const controls = start.match(/[\0-\u0008\u000e-\u001a\u001c\u001d\u001f]/g) ?? [];
  if (controls.length > MAX_CONTROLS) throw new AppError("usage", code, `${what} is a binary file, not text`);
  return dropByteOrderMark(typeof input === "string" ? input : decode(input, "utf-8", what, code));
}

/** Returns the text as `readText` does, or as UTF-8 where that refuses it: a file of other programs may have comments in any encoding. */
export function readTextOfOthers(input: Uint8Array): string {
  try {
    return readText(input, "").text;
  } catch {
    return Buffer.from(input).toString("utf8");
  }
}

function dropByteOrderMark(text: string): { text: string; notes: string[] } {
  if (!text.startsWith("\ufeff")) return { text, notes: [] };
  return { text: text.slice(1), notes: ["skipped a byte order mark at the start"] };
}

/** Returns the encoding of a byte order mark of UTF-16. That of UTF-32 begins in the same way. */
function findMarkedEncoding(head: string): "utf-16le" | "utf-16be" | undefined {
  if (head.startsWith("\u00fe\u00ff")) return "utf-16be";
  return /^\u00ff\u00fe(?!\0\0)/.test(head) ? "utf-16le" : undefined;
}

function decode(
  bytes: Uint8Array,
  encoding: "utf-8" | "utf-16le" | "utf-16be",
  what: string,
  code: ErrorCode,
): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("usage", code, `${what} is not ${encoding.toUpperCase()} text`, {
      next: "Save it as UTF-8",
      cause,
    });
  }
}

/** Number of bytes in which an XML document declares its encoding. */
const XML_HEAD = 512;

/** Returns the encoding of XML by its byte order mark or its declaration; undefined for bytes that are not XML. */
function findXmlEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, XML_HEAD)).toString("latin1");
  if (/^(?:\xff\xfe)?(?:\s\0)*<\0/.test(head)) return "utf-16le";
  if (/^(?:\xfe\xff)?(?:\0\s)*\0</.test(head)) return "utf-16be";
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(head)) return undefined;
  const declared = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/.exec(head)?.[1];
  return declared ?? "utf-8";
}

/** Returns the text. Errors: `code`, with the encoding or the line that cannot be read. */
function decodeXml(
  bytes: Uint8Array,
  encoding: string,
  what: string,
  code: ErrorCode,
): { text: string; notes: string[] } {
  const refuse = (message: string, next: string, cause?: unknown): AppError =>
    new AppError("usage", code, `${what} ${message}`, { next, cause });
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch (cause) {
    const message = `declares the encoding ${quote(encoding)}, which is not known`;
    throw refuse(message, 'Save it as UTF-8, with encoding="UTF-8" in its first line', cause);
  }
  // The declaration was readable as single bytes, so the document is not in UTF-16.
  if (/^utf-?16$/i.test(encoding)) {
    const message = `declares the encoding ${quote(encoding)}, and its bytes are not UTF-16`;
    throw refuse(message, 'Save it as UTF-8, with encoding="UTF-8" in its first line');
  }
  try {
    return dropByteOrderMark(decoder.decode(bytes));
  } catch (cause) {
    const [before = ""] = new TextDecoder(encoding).decode(bytes).split("\ufffd", 1);
    const message = `has a byte in line ${before.split("\n").length} that is not ${encoding.toUpperCase()}`;
    throw refuse(
      message,
      'Save it as UTF-8, or declare its encoding in the first line, such as encoding="ISO-8859-1"',
      cause,
    );
  }
}
