/**
 * Web pages, login forms and XML errors that arrive with a 200 in place of a file. Only what the item promises (a size, a
 * digest) can show that such bytes are the file all the same; what the reply says of itself cannot.
 */
import type { Digest } from "../hashing/digest.ts";

/** What the item promises of a file; `checksum` when it is one that we can compute. */
export interface Promised {
  file: { mediaType?: string; size?: number; path?: string };
  checksum: Digest | undefined;
}

export const SENT_A_PAGE = "the server sent a web page in place of the file";

/** How many of the first bytes of a file a sink keeps: as many as the last place of an HDF5 signature needs. */
export const HEAD_BYTES = 2056;
/** As many tell a page. */
const PAGE_BYTES = 512;

const PAGE_TYPES: ReadonlySet<string> = new Set([
  "text/html",
  "application/xhtml+xml",
  "application/xml",
  "text/xml",
]);

/** Whether a reply of this type and length cannot be the file; a coded length says nothing about its size. */
export function isPageReply(
  headers: Readonly<Record<string, string>>,
  { file, checksum }: Promised,
  length: number | undefined,
): boolean {
  if (!PAGE_TYPES.has(essenceOf(headers["content-type"])) || mayBePage(file)) return false;
  // What may agree with the promise is held against it when it is there.
  const mayAgree = file.size === undefined ? checksum !== undefined : (length ?? file.size) === file.size;
  return !mayAgree;
}

/** Whether these first bytes are those of a page where none was asked for. */
export const isPageBody = (head: Uint8Array, file: Promised["file"]): boolean =>
  !mayBePage(file) && startsLikePage(head);

export function startsLikePage(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, PAGE_BYTES)).toString("latin1").replace(/^ï»¿/u, "").trimStart();
  return /^<(?:!doctype\s+html|html)\b/iu.test(text) || /^(?:<\?xml\b[^>]*>\s*)?<Error\b/u.test(text);
}

/** An asset whose own type is a page or text; where the type is not known, its name decides. */
function mayBePage({ mediaType, path }: Promised["file"]): boolean {
  const type = essenceOf(mediaType);
  if (UNKNOWN_TYPES.has(type)) return !IMAGE_NAME.test(path ?? "");
  return /^text\/|[/+]x?html\b|[/+_]xml$/u.test(type);
}

/** Names of images, which never begin like a page. Export files have an inspection of their own. */
const IMAGE_NAME = /\.(?:tiff?|ntf|nitf|h5|hdf5?|nc|cphd|png|jpe?g|jp2)$/iu;

const UNKNOWN_TYPES: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/** A media type without its parameters. */
export const essenceOf = (type = ""): string => type.split(";", 1)[0]!.trim().toLowerCase();
