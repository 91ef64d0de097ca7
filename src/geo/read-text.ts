import { AppError, type ErrorCode } from "../errors.ts";

/** First bytes of files that users give by mistake; a byte above 7f is U+FFFD in decoded text. */
const BINARY = [
  [/^\u001f[\u008b\ufffd]/, "gzip-compressed", "Decompress it first, with gunzip"],
  [/^PK\u0003\u0004/, "a zip archive (a KMZ or a zipped shapefile?)", "Unzip it and give the file inside"],
  [/^%PDF-/, "a PDF document", undefined],
  [/^[\u0089\ufffd]PNG/, "a PNG image", undefined],
  [/^(II\*\0|MM\0\*)/, "a TIFF image", undefined],
  [/^\0\0'\n/, "a shapefile", "Convert it, for instance with ogr2ogr area.geojson area.shp"],
] as const;

const UTF16 = /^(\u00ff\u00fe|\u00fe\u00ff|\ufffd\ufffd|[^\0]\0|\0[^\0])/;

/**
 * Returns the text of an input (bytes or decoded): UTF-8, with or without byte order mark (noted). `what` is the input's name in errors:
 * "area.json", "standard input".
 */
export function readText(
  input: string | Uint8Array,
  what: string,
  code: ErrorCode = "INPUT_NOT_JSON",
): { text: string; notes: string[] } {
  const head = typeof input === "string" ? input.slice(0, 8) : String.fromCharCode(...input.subarray(0, 8));
  for (const [pattern, name, hint] of BINARY) {
    if (pattern.test(head)) throw new AppError("usage", code, `${what} is ${name}, not text`, { next: hint });
  }
  if (UTF16.test(head)) {
    const hint = "Save it as UTF-8; in Windows PowerShell write it with Out-File -Encoding utf8";
    throw new AppError("usage", code, `${what} is UTF-16 text, not UTF-8`, { next: hint });
  }
  const text = typeof input === "string" ? input : decode(input, what, code);
  if (!text.startsWith("\ufeff")) return { text, notes: [] };
  return { text: text.slice(1), notes: ["skipped a byte order mark at the start"] };
}

function decode(bytes: Uint8Array, what: string, code: ErrorCode): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("usage", code, `${what} is not UTF-8 text`, { next: "Save it as UTF-8", cause });
  }
}
