import { fillTemplate, type PathTemplate } from "../../domain/orders/path-template.ts";
import type { TransferSource } from "../transfer-source.ts";
import { findMediaType } from "../web-pages.ts";
import { makeSafeName } from "./safe-name.ts";

export type Layout = "item" | "flat" | PathTemplate;

/** Reports whether files of different items may share a folder because the user asked for that. */
export const isInSharedFolders = (source: TransferSource, layout: Layout): boolean =>
  source.exportName !== undefined || typeof layout === "object";

const MAX_FOLDERS = 8;

/**
 * Returns the folders and the file name of a source, each made safe separately; collisions are resolved later, over the run. The default layout
 * is `<item>/<file>`; an export keeps the folders of its name.
 */
export function makeSourcePath(source: TransferSource, layout: Layout): { folders: string[]; file: string } {
  if (typeof layout === "object") return expandTemplate(source, layout);
  if (source.exportName !== undefined) {
    const parts = splitFolders(source.exportName);
    const file = parts.pop() ?? nameOfAsset(source);
    return { folders: layout === "flat" ? [] : parts.slice(-MAX_FOLDERS), file };
  }
  const file = readServedName(source) ?? nameOfAsset(source);
  return { folders: layout === "flat" ? [] : [makeSafeName(source.item) || "item"], file };
}

function expandTemplate(source: TransferSource, template: PathTemplate): { folders: string[]; file: string } {
  const file = splitFolders(source.exportName ?? "").pop() ?? readServedName(source) ?? nameOfAsset(source);
  const ext = /[^.](\.[a-z0-9]{1,10})$/iu.exec(file)?.[1] ?? "";
  const values = {
    item: source.item,
    collection: source.collection ?? "",
    asset: source.assetKey,
    product: source.productType ?? "",
    file,
    stem: file.slice(0, file.length - ext.length),
    ext,
  };
  const names = fillTemplate(template, values).map((name) => makeSafeName(name) || "unknown");
  return { file: names.pop() as string, folders: names };
}

const EXTENSION = /[^.]\.[\w-]{1,16}$/u;
/** Extensions of programs that serve files. */
const SCRIPT = /\.(?:php\d?|aspx?|ashx|jspx?|f?cgi|pl|cfm|do|action)$/iu;
/** Names that belong to an address and not to a file: a word such as `download`, a letter, a number, a hash, a UUID. */
const ADDRESSES = [
  /^(?:downloads?|files?|get|fetch|contents?|data|raw|blob|media|objects?|assets?|items?|products?|exports?)$/iu,
  /^(?:.|\d+|[0-9a-f]{16,}|[0-9a-f-]{36})$/iu,
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w-]{16,}=*$/u,
];

/**
 * Returns the file name in the URL of a source. Undefined for a link such as `/download?id=123`, `/f/` or `/6f1c...`. Also
 * undefined for a name without an extension, if the media type has one and the name does not begin with the item.
 */
export function readServedName(source: TransferSource): string | undefined {
  const { href, item } = source;
  const name = readUrlFileName(href);
  if (name === undefined || [SCRIPT, ...ADDRESSES].some((form) => form.test(name))) return undefined;
  if (EXTENSION.test(name) || findExtension(findMediaType(source)) === "") return name;
  const begins = makeSafeName(item);
  const isProduct = begins !== "" && name.startsWith(begins) && /^[_.-]./u.test(name.slice(begins.length));
  return isProduct ? name : undefined;
}

/** Returns the last component of the URL's path without parameters, percent-decoded once; undefined when it is empty. */
function readUrlFileName(href: string): string | undefined {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*([^?#]*)/iu.exec(href)?.[1] ?? "";
  const last = path.split(/[/\\]/u).findLast((part) => part !== "");
  return last === undefined ? undefined : splitFolders(removeParameters(decodeOnce(last))).pop();
}

/**
 * Removes the parameters of a path (`scene.tif;token=...`, RFC 3986, 3.3), which may be secrets. A semicolon belongs to the
 * name only if there is no extension before it and no value after it.
 */
function removeParameters(name: string): string {
  const [before = "", ...parameters] = name.split(";");
  const isExtended = /[^.]\.[a-z0-9]{1,10}$/iu.test(before);
  const hasValue = parameters.some((parameter) => parameter.includes("="));
  return isExtended || hasValue ? before : name;
}

function splitFolders(text: string): string[] {
  return text
    .split(/[/\\]/u)
    .map((part) => makeSafeName(part))
    .filter((part) => part !== "");
}

/** Returns a name from item, asset key and media type, which are the same in fresh links and later orders. */
function nameOfAsset(source: TransferSource): string {
  const { item, assetKey } = source;
  const stem = assetKey.startsWith(item) ? assetKey : `${item}_${assetKey}`;
  const extension = findExtension(findMediaType(source));
  const isExtended = stem.toLowerCase().endsWith(extension);
  return makeSafeName(isExtended ? stem : stem + extension) || "asset";
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** File extensions by media type, the more specific types first. */
const EXTENSIONS: readonly (readonly [type: RegExp, extension: string])[] = [
  [/^image\/tiff$/u, ".tif"],
  [/^image\/png$/u, ".png"],
  [/^image\/jpe?g$/u, ".jpg"],
  [/^image\/jp2$/u, ".jp2"],
  [/^image\/svg\+xml$/u, ".svg"],
  [/^(?:application|image)\/(?:vnd\.|x-)?nitf$/u, ".ntf"],
  [/^application\/(?:x-)?hdf5?$/u, ".h5"],
  [/^application\/(?:x-)?netcdf$/u, ".nc"],
  [/^application\/(?:vnd\.apache\.|x-)parquet$/u, ".parquet"],
  [/^application\/geopackage\+sqlite3$/u, ".gpkg"],
  [/^application\/vnd\.google-earth\.kmz$/u, ".kmz"],
  [/^application\/vnd\.google-earth\.kml\+xml$/u, ".kml"],
  [/^application\/gml\+xml$/u, ".gml"],
  [/^application\/(?:x-)?zip(?:-compressed)?$/u, ".zip"],
  [/^application\/(?:x-)?gzip$/u, ".gz"],
  [/^application\/pdf$/u, ".pdf"],
  [/^application\/geo\+json$/u, ".geojson"],
  [/[/+]json$/u, ".json"],
  [/[/+]x?html\b/u, ".html"],
  [/[/+]xml$/u, ".xml"],
  [/^text\/csv$/u, ".csv"],
  [/^text\/plain$/u, ".txt"],
];

/** Returns the file extension of a media type, with its dot; empty for a type of any bytes and for an unknown one. */
function findExtension(mediaType = ""): string {
  const type = mediaType.split(";", 1)[0]!.trim().toLowerCase();
  return EXTENSIONS.find(([pattern]) => pattern.test(type))?.[1] ?? "";
}
