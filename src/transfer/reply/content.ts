/**
 * Detects content that is not the file: web pages, login forms and errors that arrive with a 200, and bytes of another format. Only the item (a
 * size, a digest) can prove that such bytes are the file; the response headers cannot.
 */
import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import { isJsonObject } from "../../contract/json-object.ts";
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

/** Returns the text of the first bytes, without a byte-order mark. */
const textOf = (head: Uint8Array): string =>
  Buffer.from(head.subarray(0, 512))
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/u, "");

interface Format {
  /** Name for messages. */
  name: string;
  /** Media types without parameters, in lower case. */
  types: RegExp;
  /** File extensions of the format. */
  endings: RegExp;
  matches: (head: Uint8Array) => boolean;
}

const startsWith =
  (...starts: string[]) =>
  (head: Uint8Array): boolean =>
    starts.some((start) => textAt(head, 0, start.length) === start);

const textAt = (head: Uint8Array, at: number, length: number): string =>
  Buffer.from(head.subarray(at, at + length)).toString("latin1");

const HDF5_SIGNATURE = "\x89HDF\r\n\x1a\n";
/** An HDF5 signature may follow a block of other data: of 512 bytes, or of a larger power of two. */
const HDF5_OFFSETS = [0, 512, 1024, 2048];

const FORMATS: readonly Format[] = [
  {
    name: "TIFF",
    types: /^image\/tiff$/u,
    endings: /\.tiff?$/iu,
    // Classic and BigTIFF, in either byte order.
    matches: startsWith("II*\0", "MM\0*", "II+\0", "MM\0+"),
  },
  {
    name: "NITF",
    types: /^(?:application|image)\/(?:vnd\.|x-)?nitf$/u,
    endings: /\.(?:ntf|nitf|nsf|nsif)$/iu,
    matches: startsWith("NITF", "NSIF"),
  },
  { name: "PNG", types: /^image\/png$/u, endings: /\.png$/iu, matches: startsWith("\x89PNG\r\n\x1a\n") },
  { name: "JPEG", types: /^image\/jpe?g$/u, endings: /\.jpe?g$/iu, matches: startsWith("\xff\xd8\xff") },
  {
    name: "HDF5",
    types: /^application\/(?:x-)?hdf5$/u,
    endings: /\.(?:h5|hdf5?|he5)$/iu,
    matches: (head) => HDF5_OFFSETS.some((at) => textAt(head, at, HDF5_SIGNATURE.length) === HDF5_SIGNATURE),
  },
  {
    name: "Parquet",
    types: /^application\/(?:vnd\.apache\.|x-)parquet$/u,
    endings: /\.(?:geo)?parquet$/iu,
    matches: startsWith("PAR1", "PARE"),
  },
  {
    name: "ZIP",
    types: /^application\/(?:x-)?zip(?:-compressed)?$/u,
    endings: /\.(?:zip|kmz)$/iu,
    // Archives with files, without files, and in several parts.
    matches: startsWith("PK\x03\x04", "PK\x05\x06", "PK\x07\x08"),
  },
  {
    name: "gzip",
    types: /^application\/(?:x-)?gzip$/u,
    endings: /\.t?gz$/iu,
    matches: startsWith("\x1f\x8b"),
  },
  {
    name: "JSON",
    types: /^(?:application|text)\/(?:[\w.-]+\+)?json$/u,
    endings: /\.(?:geo)?json$/iu,
    matches: (head) => /^\s*(?:[{["\d-]|true|false|null)/u.test(textOf(head)),
  },
];

/** Extensions of further formats that never begin like a page. */
const OTHER_ENDINGS = /\.(?:nc|cphd|jp2)$/iu;

/** Content that a file may have, although it is often sent in place of one. */
const ANY: readonly Intruder[] = ["a web page", "an XML document", "an XML error", "a JSON error"];
const XML: readonly Intruder[] = ["an XML document", "an XML error"];
const XML_DOCUMENT: readonly Intruder[] = ["an XML document"];
const JSON_TEXT: readonly Intruder[] = ["a JSON error"];

const CONTENT_BY_NAME: readonly (readonly [RegExp, readonly Intruder[]])[] = [
  ...FORMATS.map(({ name, endings }) => [endings, name === "JSON" ? JSON_TEXT : []] as const),
  [OTHER_ENDINGS, []],
  [/\.x?html?$/iu, ANY],
  [/\.(?:xml|kml|gml|svg|xsd|vrt)$/iu, XML],
  [/\.(?:txt|csv|tsv|md|log)$/iu, ANY],
  // The inspection of exports quotes the page.
  [/\.gpkg$/iu, ANY],
];

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);
const XML_TYPES: ReadonlySet<string> = new Set(["application/xml", "text/xml"]);
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/** Returns the content that a file may have by its type, or by its name if the type is vague. */
function contentOf({ mediaType, path = "" }: Promised["file"]): readonly Intruder[] {
  const type = essenceOf(mediaType);
  const [, byName] = CONTENT_BY_NAME.find(([endings]) => endings.test(path)) ?? [];
  if (UNKNOWN_TYPES.has(type)) return byName ?? XML_DOCUMENT;
  if (/[/+]x?html\b/u.test(type)) return ANY;
  // Servers and catalogs label many files XML that are not: the file name overrides that.
  if (XML_TYPES.has(type)) return byName?.length === 0 ? XML_DOCUMENT : XML;
  if (/[/+_]xml$/u.test(type)) return XML;
  if (/[/+]json$/u.test(type)) return JSON_TEXT;
  return type.startsWith("text/") ? ANY : [];
}

/** Returns the unexpected content that a response of this type and length has, judged by its headers. A coded length does not tell the size. */
export function intruderByType(
  headers: Readonly<Record<string, string>>,
  { file, checksum }: Promised,
  length: number | undefined,
): Intruder | undefined {
  const type = essenceOf(headers["content-type"]);
  const sent = HTML_TYPES.has(type) ? "a web page" : XML_TYPES.has(type) ? "an XML document" : undefined;
  if (sent === undefined || contentOf(file).includes(sent)) return undefined;
  // A response that may still match size or digest is checked after it has arrived.
  const mayAgree = file.size === undefined ? checksum !== undefined : (length ?? file.size) === file.size;
  return mayAgree ? undefined : sent;
}

/** Describes first bytes that are not the file's. Without checks (`none`), only pages and errors are refused. */
export function faultOfHead(
  head: Uint8Array,
  file: Promised["file"],
  mode: ChecksumMode,
): string | undefined {
  const content = pageIn(head) ?? (isJsonError(head) ? "a JSON error" : undefined);
  const sent = content === undefined || contentOf(file).includes(content) ? undefined : content;
  // For a JSON error, the expected format is more useful.
  const isFormatTold = mode !== "none" && (sent === undefined || sent === "a JSON error");
  return (isFormatTold ? faultOfFormat(head, file) : undefined) ?? (sent && sentInstead(sent));
}

const HTML_START =
  /^(?:<\?xml\b[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body|script)(?![\w:.-])/iu;
const XML_ERROR_START =
  /^(?:<\?xml\b[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:\w+:)?(?:Errors?|ErrorResponse|(?:Service)?Exception(?:Report)?|Fault)(?![\w:.-])/u;

/** Recognizes the start of a web page or an object store's error. */
export function pageIn(head: Uint8Array): "a web page" | "an XML error" | undefined {
  const text = textOf(head).trimStart();
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
    found = JSON.parse(new TextDecoder().decode(head));
  } catch {
    return false;
  }
  if (!isJsonObject(found)) return false;
  // RFC 9457 gives a problem a type, a title and a status.
  if ("title" in found && "status" in found) return true;
  const names = Object.keys(found);
  return names.some((key) => ERROR_MEMBER.test(key)) && !names.some((key) => DOCUMENT_MEMBERS.includes(key));
}

/** Describes first bytes that do not match the type; undefined if the type or the name allows them. */
function faultOfFormat(head: Uint8Array, { mediaType, path = "" }: Promised["file"]): string | undefined {
  const type = essenceOf(mediaType);
  const isVague = UNKNOWN_TYPES.has(type) || XML_TYPES.has(type);
  const stated = FORMATS.find(({ types }) => types.test(type));
  const named = FORMATS.filter(({ endings }) => endings.test(path));
  // A file named .gz may have been compressed for the transfer only, and arrives decoded.
  const wanted = stated ?? (isVague ? named.find(({ name }) => name !== "gzip") : undefined);
  // A type may be too general, or copied from another asset: a matching file name is accepted.
  if (wanted === undefined || [wanted, ...named].some(({ matches }) => matches(head))) return undefined;
  const sent = describe(head);
  // A name is weaker evidence than a type: only bytes of another known format are refused.
  if (stated === undefined && UNTELLING.has(sent)) return undefined;
  return `the server sent ${sent} in place of a ${wanted.name} file`;
}

const [NO_BYTES, OTHER_BYTES] = ["no bytes", "other bytes"];
const UNTELLING: ReadonlySet<string> = new Set([NO_BYTES, OTHER_BYTES]);

function describe(head: Uint8Array): string {
  if (head.length === 0) return NO_BYTES;
  const page = pageIn(head);
  if (page !== undefined) return page;
  const text = textOf(head);
  // Image bytes may also begin with a brace.
  if (/^\s*[{[][^\0-\x08\x0e-\x1f]*$/u.test(text)) return "JSON";
  const known = FORMATS.find(({ name, matches }) => name !== "JSON" && matches(head));
  if (known !== undefined) return known.name;
  return /^[\t\n\r\x20-\x7e]*$/u.test(text) ? "text" : OTHER_BYTES;
}

/** Returns a media type without its parameters. */
const essenceOf = (type = ""): string => type.split(";", 1)[0]!.trim().toLowerCase();
