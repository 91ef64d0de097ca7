/**
 * Web pages, login forms and errors in XML or JSON that arrive with a 200 in place of a file. Only what the item promises
 * (a size, a digest) can show that such bytes are the file all the same; what the reply says of itself cannot.
 */
import type { Digest } from "../hashing/digest.ts";

/** What the item promises of a file; `checksum` when it is one that we can compute. */
export interface Promised {
  file: { mediaType?: string; size?: number; path?: string };
  checksum: Digest | undefined;
}

/** What a server sent, as messages name it. */
export type Intruder = "a web page" | "an XML error" | "an XML document" | "a JSON error";

export const sentInstead = (what: Intruder): string => `the server sent ${what} in place of the file`;

/** How many of the first bytes of a file a sink keeps: as many as the last place of an HDF5 signature needs. */
export const HEAD_BYTES = 2056;
/** As many tell a page. */
const PAGE_BYTES = 512;

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);
const XML_TYPES: ReadonlySet<string> = new Set(["application/xml", "text/xml"]);

/**
 * What a reply of this type and length is where it cannot be the file, as far as its headers show; a coded length says
 * nothing about its size.
 */
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
  // What may agree with the promise is held against it when it is there.
  const mayAgree = file.size === undefined ? checksum !== undefined : (length ?? file.size) === file.size;
  return mayAgree ? undefined : isHtml ? "a web page" : "an XML document";
}

/** What these first bytes are where they are no file of the kind that was asked for. */
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

/** The page or the error of an object store that begins so. */
export function pageIn(head: Uint8Array): "a web page" | "an XML error" | undefined {
  const text = Buffer.from(head.subarray(0, PAGE_BYTES)).toString("latin1").replace(/^ï»¿/u, "").trimStart();
  if (HTML_START.test(text)) return "a web page";
  return XML_ERROR_START.test(text) ? "an XML error" : undefined;
}

/** Properties that errors in JSON have; a document of the archive has others, and a type or a version. */
const ERROR_MEMBER =
  /^(?:errors?|error_?(?:code|message|description)|fault|exception|message|detail|code)$/iu;
const DOCUMENT_MEMBERS = ["type", "stac_version", "features", "assets"];

/** A whole file that is nothing but an error in JSON; what is longer than the bytes kept of it is no error. */
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

/** What an asset's type says about it, or its name where the type says nothing; `unknown`: neither does. */
type Kind = "html" | "text" | "xml" | "general xml" | "json" | "other" | "unknown";

const MAY_BE_HTML: ReadonlySet<Kind> = new Set(["html", "text"]);
const MAY_BE_XML: ReadonlySet<Kind> = new Set(["html", "text", "xml", "general xml", "unknown"]);
const MAY_BE_XML_ERROR: ReadonlySet<Kind> = new Set(["html", "text", "xml"]);
const MAY_BE_JSON_ERROR: ReadonlySet<Kind> = new Set(["html", "text", "json"]);

function kindOf({ mediaType, path = "" }: Promised["file"]): Kind {
  const type = essenceOf(mediaType);
  if (UNKNOWN_TYPES.has(type)) return NAMES.find(([endings]) => endings.test(path))?.[1] ?? "unknown";
  if (/[/+]x?html\b/u.test(type)) return "html";
  // Servers and catalogues call many a file XML that is not: a name that says otherwise is believed.
  if (XML_TYPES.has(type)) return IMAGE_NAME.test(path) ? "general xml" : "xml";
  if (/[/+_]xml$/u.test(type)) return "xml";
  if (/[/+]json$/u.test(type)) return "json";
  return type.startsWith("text/") ? "text" : "other";
}

/** Names of images and archives, which never begin like a page. */
const IMAGE_NAME =
  /\.(?:tiff?|ntf|nitf|nsf|nsif|h5|hdf5?|he5|nc|cphd|png|jpe?g|jp2|(?:geo)?parquet|zip|kmz|t?gz)$/iu;

const NAMES: readonly (readonly [RegExp, Kind])[] = [
  [IMAGE_NAME, "other"],
  [/\.x?html?$/iu, "html"],
  [/\.(?:xml|kml|gml|svg|xsd|vrt)$/iu, "xml"],
  [/\.(?:geo)?json$/iu, "json"],
  [/\.(?:txt|csv|tsv|md|log)$/iu, "text"],
  // Exports: their own inspection quotes the page.
  [/\.gpkg$/iu, "text"],
];

const UNKNOWN_TYPES: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/** Whether a type says nothing about the first bytes: any file may be called so. */
export const isVagueType = (type: string): boolean => UNKNOWN_TYPES.has(type) || XML_TYPES.has(type);

/** A media type without its parameters. */
export const essenceOf = (type = ""): string => type.split(";", 1)[0]!.trim().toLowerCase();
