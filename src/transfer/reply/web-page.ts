/**
 * Detects web pages, login forms and XML or JSON errors that arrive with a 200 in place of a file. Only the item (a size, a digest) can prove
 * that such bytes are the file; the response headers cannot.
 */
import type { Digest } from "../hashing/digest.ts";

/** The item's properties of a file; `checksum` if its algorithm is supported. */
export interface Promised {
  file: { mediaType?: string; size?: number; path?: string };
  checksum: Digest | undefined;
}

/** Content that a server sent in place of a file, for messages. */
export type Intruder = "a web page" | "an XML error" | "an XML document" | "a JSON error";

export const sentInstead = (what: Intruder): string => `the server sent ${what} in place of the file`;

/** Number of first bytes that a sink keeps: enough for the last position of an HDF5 signature. */
export const HEAD_BYTES = 2056;
/** Number of bytes that identify a page. */
const PAGE_BYTES = 512;

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);
const XML_TYPES: ReadonlySet<string> = new Set(["application/xml", "text/xml"]);

/** Returns the unexpected content that a response of this type and length has, judged by its headers. A coded length does not tell the size. */
export function intruderByType(
  headers: Readonly<Record<string, string>>,
  { file, checksum }: Promised,
  length: number | undefined,
): Intruder | undefined {
  const type = essenceOf(headers["content-type"]);
  const kind = kindOf(file);
  const isHtml = HTML_TYPES.has(type) && !MAY_BE_HTML.has(kind);
  const isXml = XML_TYPES.has(type) && !MAY_BE_XML.has(kind);
  if (!isHtml && !isXml) return undefined;
  // A response that may still match size or digest is checked after it has arrived.
  const mayAgree = file.size === undefined ? checksum !== undefined : (length ?? file.size) === file.size;
  return mayAgree ? undefined : isHtml ? "a web page" : "an XML document";
}

/** Returns the unexpected content that the first bytes show; undefined when they may be the file. */
export function intruderByBytes(head: Uint8Array, file: Promised["file"]): Intruder | undefined {
  const kind = kindOf(file);
  const page = pageIn(head);
  if (page === "a web page") return MAY_BE_HTML.has(kind) ? undefined : page;
  if (page !== undefined) return MAY_BE_XML_ERROR.has(kind) ? undefined : page;
  return !MAY_BE_JSON_ERROR.has(kind) && isJsonError(head) ? "a JSON error" : undefined;
}

const HTML_START =
  /^(?:<\?xml\b[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body|script)(?![\w:.-])/iu;
const XML_ERROR_START =
  /^(?:<\?xml\b[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:\w+:)?(?:Errors?|ErrorResponse|(?:Service)?Exception(?:Report)?|Fault)(?![\w:.-])/u;

/** Recognizes the start of a web page or an object store's error. */
export function pageIn(head: Uint8Array): "a web page" | "an XML error" | undefined {
  const text = Buffer.from(head.subarray(0, PAGE_BYTES)).toString("latin1").replace(/^ï»¿/u, "").trimStart();
  if (HTML_START.test(text)) return "a web page";
  return XML_ERROR_START.test(text) ? "an XML error" : undefined;
}

/** Properties of JSON errors; a document of the archive has others, and a type or a version. */
const ERROR_MEMBER =
  /^(?:errors?|error_?(?:code|message|description)|fault|exception|message|detail|code)$/iu;
const DOCUMENT_MEMBERS = ["type", "stac_version", "features", "assets"];

/** Reports whether the whole file is a JSON error; errors are shorter than the kept bytes. */
function isJsonError(head: Uint8Array): boolean {
  if (head.length >= HEAD_BYTES) return false;
  let found: unknown;
  try {
    found = JSON.parse(
      Buffer.from(head)
        .toString("utf8")
        .replace(/^\uFEFF/u, ""),
    );
  } catch {
    return false;
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) return false;
  // RFC 9457 gives a problem a type, a title and a status.
  if ("title" in found && "status" in found) return true;
  return (
    Object.keys(found).some((key) => ERROR_MEMBER.test(key)) &&
    !DOCUMENT_MEMBERS.some((key) => Object.hasOwn(found, key))
  );
}

/** Kind of an asset by its type, or by its name if the type is vague; `unknown` by neither. */
type Kind = "html" | "text" | "xml" | "general xml" | "json" | "other" | "unknown";

const MAY_BE_HTML: ReadonlySet<Kind> = new Set(["html", "text"]);
const MAY_BE_XML: ReadonlySet<Kind> = new Set(["html", "text", "xml", "general xml", "unknown"]);
const MAY_BE_XML_ERROR: ReadonlySet<Kind> = new Set(["html", "text", "xml"]);
const MAY_BE_JSON_ERROR: ReadonlySet<Kind> = new Set(["html", "text", "json"]);

function kindOf({ mediaType, path = "" }: Promised["file"]): Kind {
  const type = essenceOf(mediaType);
  if (UNKNOWN_TYPES.has(type)) return NAMES.find(([endings]) => endings.test(path))?.[1] ?? "unknown";
  if (/[/+]x?html\b/u.test(type)) return "html";
  // Servers and catalogs label many files XML that are not: the file name overrides that.
  if (XML_TYPES.has(type)) return IMAGE_NAME.test(path) ? "general xml" : "xml";
  if (/[/+_]xml$/u.test(type)) return "xml";
  if (/[/+]json$/u.test(type)) return "json";
  return type.startsWith("text/") ? "text" : "other";
}

/** Extensions of images and archives, which never begin like a page. */
const IMAGE_NAME =
  /\.(?:tiff?|ntf|nitf|nsf|nsif|h5|hdf5?|he5|nc|cphd|png|jpe?g|jp2|(?:geo)?parquet|zip|kmz|t?gz)$/iu;

const NAMES: readonly (readonly [RegExp, Kind])[] = [
  [IMAGE_NAME, "other"],
  [/\.x?html?$/iu, "html"],
  [/\.(?:xml|kml|gml|svg|xsd|vrt)$/iu, "xml"],
  [/\.(?:geo)?json$/iu, "json"],
  [/\.(?:txt|csv|tsv|md|log)$/iu, "text"],
  // The inspection of exports quotes the page.
  [/\.gpkg$/iu, "text"],
];

const UNKNOWN_TYPES: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/** Reports whether a type does not restrict the first bytes of a file. */
export const isVagueType = (type: string): boolean => UNKNOWN_TYPES.has(type) || XML_TYPES.has(type);

/** A media type without its parameters. */
export const essenceOf = (type = ""): string => type.split(";", 1)[0]!.trim().toLowerCase();
