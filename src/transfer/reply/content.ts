/**
 * Detects content that is not the file: web pages, login forms and errors with status 200, and bytes of another format.
 * Only a size or a digest of the item can prove that such bytes are the file; response headers cannot.
 */
import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import type { Digest } from "../hashing/digest.ts";

/** The item's properties of a file. */
export interface Promised {
  file: { mediaType?: string; size?: number; path?: string };
  /** Those with a supported algorithm. */
  digests: readonly Digest[];
}

/** Content that a server sent in place of a file, for messages. */
export type Intruder = "a web page" | "an XML error" | "an XML document" | "a JSON error";

export const describeIntruder = (what: Intruder): string => `the server sent ${what} in place of the file`;

/** Number of first bytes that a sink keeps: enough for the last position of an HDF5 signature. */
export const HEAD_BYTES = 2056;

/** Returns the text of the first bytes, without a byte-order mark. */
const readStart = (head: Uint8Array): string =>
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
  /** Content that a file of the format may have, although it is often sent in place of one. */
  content: readonly Intruder[];
  /** Reports whether the first bytes fit the format; absent for text that may begin in any way. */
  matches?: (head: Uint8Array) => boolean;
  /** Reports whether the first bytes prove the format; default: `matches`. */
  proves?: (head: Uint8Array) => boolean;
}

const readTextAt = (head: Uint8Array, at: number, length: number): string =>
  Buffer.from(head.subarray(at, at + length)).toString("latin1");

const ANY: readonly Intruder[] = ["a web page", "an XML document", "an XML error", "a JSON error"];
const XML: readonly Intruder[] = ["an XML document", "an XML error"];
const XML_DOCUMENT: readonly Intruder[] = ["an XML document"];

const makeTextFormat = (
  name: string,
  types: RegExp,
  endings: RegExp,
  content: readonly Intruder[],
): Format => ({
  name,
  types,
  endings,
  content,
});

/** Returns a format that begins with one of these texts, at one of these positions. */
const makeSignedFormat = (
  name: string,
  types: RegExp,
  endings: RegExp,
  starts: string[],
  positions = [0],
): Format => ({
  ...makeTextFormat(name, types, endings, []),
  matches: (head) =>
    starts.some((start) => positions.some((at) => readTextAt(head, at, start.length) === start)),
});

const NO_TYPE = /^$/u;
const GZIP_TYPES = /^application\/(?:x-)?gzip$/u;
const GZIP_START = "\x1f\x8b";

const FORMATS: readonly Format[] = [
  // Classic and BigTIFF, in either byte order.
  makeSignedFormat("TIFF", /^image\/tiff$/u, /\.tiff?$/iu, ["II*\0", "MM\0*", "II+\0", "MM\0+"]),
  makeSignedFormat("NITF", /^(?:application|image)\/(?:vnd\.|x-)?nitf$/u, /\.n(?:it|t|si|s)f$/iu, [
    "NITF",
    "NSIF",
  ]),
  makeSignedFormat("PNG", /^image\/png$/u, /\.png$/iu, ["\x89PNG\r\n\x1a\n"]),
  makeSignedFormat("JPEG", /^image\/jpe?g$/u, /\.jpe?g$/iu, ["\xff\xd8\xff"]),
  // The signature may follow a block of other data: of 512 bytes, or of a larger power of two.
  makeSignedFormat(
    "HDF5",
    /^application\/(?:x-)?hdf5$/u,
    /\.(?:h5|hdf5?|he5)$/iu,
    ["\x89HDF\r\n\x1a\n"],
    [0, 512, 1024, 2048],
  ),
  makeSignedFormat("Parquet", /^application\/(?:vnd\.apache\.|x-)parquet$/u, /\.(?:geo)?parquet$/iu, [
    "PAR1",
    "PARE",
  ]),
  // Archives with files, without files, and in several parts.
  makeSignedFormat("ZIP", /^application\/(?:x-)?zip(?:-compressed)?$/u, /\.(?:zip|kmz)$/iu, [
    "PK\x03\x04",
    "PK\x05\x06",
    "PK\x07\x08",
  ]),
  makeSignedFormat("gzip", GZIP_TYPES, /\.t?gz$/iu, [GZIP_START]),
  {
    ...makeTextFormat("JSON", /[/+]json$/u, /\.(?:geo)?json$/iu, ["a JSON error"]),
    matches: (head) => /^\s*(?:[{["\d-]|true|false|null)/u.test(readStart(head)),
    proves: (head) => /^\s*[{[]/u.test(readStart(head)),
  },
  // Formats that never begin like a page.
  makeTextFormat("other", NO_TYPE, /\.(?:nc|jp2)$/iu, []),
  {
    ...makeTextFormat("CPHD", NO_TYPE, /\.cphd$/iu, []),
    proves: (head) => readTextAt(head, 0, 5) === "CPHD/",
  },
  makeTextFormat("HTML", /[/+]x?html\b/u, /\.x?html?$/iu, ANY),
  {
    ...makeTextFormat("XML", /[/+_]xml$/u, /\.(?:xml|kml|gml|svg|xsd|vrt)$/iu, XML),
    proves: (head) => /^\s*</u.test(readStart(head)),
  },
  // The inspection of exports quotes the page in place of a GeoPackage.
  {
    ...makeTextFormat("GeoPackage", NO_TYPE, /\.gpkg$/iu, ANY),
    proves: (head) => readTextAt(head, 0, 16) === "SQLite format 3\0",
  },
  makeTextFormat("text", /^text\//u, /\.(?:txt|csv|tsv|md|log)$/iu, ANY),
];

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);
const XML_TYPES: ReadonlySet<string> = new Set(["application/xml", "text/xml"]);
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/** Returns the content that a file may have by its type, or by its name if the type is vague. */
function listAllowedContent({ mediaType, path = "" }: Promised["file"]): readonly Intruder[] {
  const type = stripParameters(mediaType);
  const named = FORMATS.find(({ endings }) => endings.test(path));
  if (UNKNOWN_TYPES.has(type)) return named?.content ?? XML_DOCUMENT;
  // Servers and catalogs label many files XML that are not: the file name overrides that.
  if (XML_TYPES.has(type) && named?.content.length === 0) return XML_DOCUMENT;
  return FORMATS.find(({ types }) => types.test(type))?.content ?? [];
}

/** Returns the unexpected content of a response, judged by its headers only. `length` is undefined for a coded body. */
export function findIntruderByType(
  headers: Readonly<Record<string, string>>,
  { file, digests }: Promised,
  length: number | undefined,
): Intruder | undefined {
  const type = stripParameters(headers["content-type"]);
  const sent = HTML_TYPES.has(type) ? "a web page" : XML_TYPES.has(type) ? "an XML document" : undefined;
  if (sent === undefined || listAllowedContent(file).includes(sent)) return undefined;
  // A response that may still match size or digest is checked after it has arrived.
  const mayAgree = file.size === undefined ? digests.length > 0 : (length ?? file.size) === file.size;
  return mayAgree ? undefined : sent;
}

/** Describes first bytes that are not the file's. Without checks (`none`), only pages and errors are refused. */
export function findHeadFault(
  head: Uint8Array,
  file: Promised["file"],
  mode: ChecksumMode,
): string | undefined {
  const content = findPage(head) ?? (isJsonError(head) ? "a JSON error" : undefined);
  const sent = content === undefined || listAllowedContent(file).includes(content) ? undefined : content;
  // For a JSON error, the expected format is more useful.
  const isFormatTold = mode !== "none" && (sent === undefined || sent === "a JSON error");
  return (isFormatTold ? findFormatFault(head, file) : undefined) ?? (sent && describeIntruder(sent));
}

const HTML_START =
  /^(?:<\?xml\b[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body|script)(?![\w:.-])/iu;
const XML_ERROR_START =
  /^(?:<\?xml\b[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:\w+:)?(?:Errors?|ErrorResponse|(?:Service)?Exception(?:Report)?|Fault)(?![\w:.-])/u;

/** Recognizes the start of a web page or an object store's error. */
export function findPage(head: Uint8Array): "a web page" | "an XML error" | undefined {
  const text = readStart(head).trimStart();
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
function findFormatFault(head: Uint8Array, { mediaType, path = "" }: Promised["file"]): string | undefined {
  const type = stripParameters(mediaType);
  const isVague = UNKNOWN_TYPES.has(type) || XML_TYPES.has(type);
  const stated = SIGNED.find(({ types }) => types.test(type));
  const named = SIGNED.filter(({ endings }) => endings.test(path));
  // A file named .gz may have been compressed for the transfer only, and arrives decoded.
  const wanted = stated ?? (isVague ? named.find(({ name }) => name !== "gzip") : undefined);
  // A matching file name is accepted, because a type may be too general or copied from another asset.
  if (wanted === undefined || [wanted, ...named].some(({ matches }) => matches!(head))) return undefined;
  const sent = describe(head);
  // A name is weaker evidence than a type, so only bytes of another known format are refused.
  if (stated === undefined && UNTELLING.has(sent)) return undefined;
  return `the server sent ${sent} in place of a ${wanted.name} file`;
}

/** Returns the formats that a file may have by its type and by its name, and whose first bytes are known. */
const listProvenFormats = ({ mediaType, path = "" }: Promised["file"]): readonly Format[] =>
  FORMATS.filter(
    ({ types, endings, matches, proves = matches }) =>
      proves !== undefined && (types.test(stripParameters(mediaType) || "-") || endings.test(path)),
  );

/** Reports whether the first bytes can show that a file has its format. */
export const hasProvenFormat = (file: Promised["file"]): boolean => listProvenFormats(file).length > 0;

/** Reports whether the first bytes show that a file has its format, by its type or its name. */
export const isOfFormat = (head: Uint8Array, file: Promised["file"]): boolean =>
  listProvenFormats(file).some(({ matches, proves = matches }) => proves!(head));

export const isGzipType = (mediaType: string | undefined): boolean =>
  GZIP_TYPES.test(stripParameters(mediaType));

/** Reports whether first bytes are gzip, and the file has another format by its type and its name. */
export const isForeignGzip = (head: Uint8Array, file: Promised["file"]): boolean =>
  readTextAt(head, 0, GZIP_START.length) === GZIP_START && !isOfFormat(head, file);

/** Formats whose first bytes are known. */
const SIGNED = FORMATS.filter(({ matches }) => matches !== undefined);

const [NO_BYTES, OTHER_BYTES] = ["no bytes", "other bytes"];
const UNTELLING: ReadonlySet<string> = new Set([NO_BYTES, OTHER_BYTES]);

function describe(head: Uint8Array): string {
  if (head.length === 0) return NO_BYTES;
  const page = findPage(head);
  if (page !== undefined) return page;
  const text = readStart(head);
  // Image bytes may also begin with a brace.
  if (/^\s*[{[][^\0-\x08\x0e-\x1f]*$/u.test(text)) return "JSON";
  const known = SIGNED.find(({ name, matches }) => name !== "JSON" && matches!(head));
  if (known !== undefined) return known.name;
  return /^[\t\n\r\x20-\x7e]*$/u.test(text) ? "text" : OTHER_BYTES;
}

/** Returns a media type without its parameters. */
const stripParameters = (type = ""): string => type.split(";", 1)[0]!.trim().toLowerCase();
