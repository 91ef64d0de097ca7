import type { ChecksumMode } from "../domain/orders/download-options.ts";
import type { FileRef } from "./events.ts";
import type { Digest, HashName } from "./hashing/digest.ts";
import { parseMultihash } from "./hashing/multihash.ts";
import { filterSources, type TransferFilters } from "./filter-sources.ts";
import { nameFiles } from "./name-files.ts";
import { readServedName, type Layout } from "./naming/source-path.ts";
import { linkKey, indexSources, type TransferSource } from "./transfer-source.ts";
import { findMediaType } from "./web-pages.ts";

export interface PlanOptions extends TransferFilters {
  /** `item` (default): `<item>/<file>`; `flat`: every file directly in the output folder; or a template. */
  layout?: Layout;
}

/** A file to fetch, without its signed URL. */
export interface PlannedFile {
  /** Relative to the output folder, `/` between components. */
  path: string;
  item: string;
  collection?: string;
  asset: string;
  /** Host of the link; path and query may contain the signature. */
  host: string;
  size?: number;
  checksum?: string;
  /** The member of the asset that has the checksum, if it is not `file:checksum`. */
  checksumFrom?: string;
  mediaType?: string;
  productType?: string;
  /** The name in the link, if the file has another name in the folder. Digest files contain the name in the link. */
  sourceName?: string;
  /** The digests from the digest file of the item. */
  listed?: readonly Digest[];
}

/** Returns the file of an event or a result. */
export const toRef = ({ path, item, asset }: PlannedFile): FileRef => ({ path, item, asset });

/** The files of a run, as plain data for `--dry-run --json`. A plan never contains a signed URL. */
export interface TransferPlan {
  files: readonly PlannedFile[];
  /** Sum of the sizes known before the first request, in bytes. */
  knownBytes: number;
  /** Number of files without a known size. */
  unknownSizes: number;
  /** Assets that pass the filters but have no http(s) link: listed, so that they are not skipped silently. */
  notFetchable: readonly { item: string; asset: string }[];
}

/**
 * Plans the paths of a run without I/O. Names are decided before the filters, so that a narrower run finds the files of a
 * wider one. Throws FILTER_UNKNOWN or DOWNLOAD_NOTHING.
 */
export function planTransfers(sources: readonly TransferSource[], options: PlanOptions = {}): TransferPlan {
  const layout = options.layout ?? "item";
  const unique = indexSources(sources);
  const hostOf = makeHostReader();
  const fetchable = new Map([...unique].filter(([, { href }]) => hostOf(href) !== undefined));
  const paths = nameFiles(fetchable, layout);
  const files: PlannedFile[] = [];
  const notFetchable: { item: string; asset: string }[] = [];
  const kept = new Set(filterSources([...unique.values()], options));
  for (const [key, source] of unique) {
    if (!kept.has(source)) continue;
    const host = hostOf(source.href);
    if (host === undefined) notFetchable.push({ item: source.item, asset: source.assetKey });
    else files.push(toPlannedFile(source, host, paths.get(key)!));
  }
  return { ...withSums(files), notFetchable };
}

/** A published file, from a manifest. */
export interface NamedFile {
  name: string;
  item: string;
  collection?: string;
  asset: string;
}

/** Plans files under their recorded names; `unknown` has the names whose asset is no longer available. */
export function planNamed(
  sources: readonly TransferSource[],
  named: readonly NamedFile[],
): { plan: TransferPlan; unknown: readonly string[] } {
  const hostOf = makeHostReader();
  const offered = indexSources(sources.filter(({ href }) => hostOf(href) !== undefined));
  const found = named.map((file) => ({ name: file.name, source: offered.get(linkKey(file)) }));
  const files = found.flatMap(({ name, source }) =>
    source === undefined ? [] : [toPlannedFile(source, hostOf(source.href) as string, name)],
  );
  const unknown = found.flatMap(({ name, source }) => (source === undefined ? [name] : []));
  return { plan: { ...withSums(files), notFetchable: [] }, unknown };
}

export function withSums(
  files: readonly PlannedFile[],
): Pick<TransferPlan, "files" | "knownBytes" | "unknownSizes"> {
  return {
    files,
    knownBytes: files.reduce((sum, { size }) => sum + (size ?? 0), 0),
    unknownSizes: files.filter(({ size }) => size === undefined).length,
  };
}

function toPlannedFile(source: TransferSource, host: string, path: string): PlannedFile {
  const { item, collection, assetKey: asset, size = -1, checksum, checksumFrom, productType } = source;
  const known = Number.isSafeInteger(size) && size >= 0 ? size : undefined;
  const mediaType = findMediaType(source);
  const sourceName = source.exportName === undefined ? readServedName(source) : undefined;
  const isRenamed = sourceName !== undefined && sourceName !== path.slice(path.lastIndexOf("/") + 1);
  return {
    path,
    item,
    collection,
    asset,
    host,
    size: known,
    checksum,
    ...(checksumFrom !== undefined && { checksumFrom }),
    mediaType,
    productType,
    ...(isRenamed && { sourceName }),
  };
}

/** Returns the host of a link that can be fetched. Thousands of links have one host, so each is parsed once. */
function makeHostReader(): (href: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (href) => {
    // The rest of the URL neither changes the host nor makes the URL invalid.
    const origin = /^https?:\/\/[\w.:-]+(?=[/?#]|$)/iu.exec(href)?.[0] ?? href;
    if (!known.has(origin)) known.set(origin, parseHost(origin));
    return known.get(origin);
  };
}

/** Reports whether a link is an HTTP URL with a host. */
export const canBeFetched = (href: string): boolean => parseHost(href) !== undefined;

function parseHost(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const { protocol, host } = new URL(href);
  return protocol === "https:" || protocol === "http:" ? host : undefined;
}

/** Returns size and checksum of a file as one text: a part file with another text is not resumed. */
export const formatPromises = ({ size, checksum }: PlannedFile): string => `${size ?? ""}:${checksum ?? ""}`;

/** A file, and the properties that a run checks. */
export interface Judged {
  /** The planned file, with only the size and checksum that are checked. */
  file: PlannedFile;
  /** The item's own digests with a supported algorithm. They outrank the digests of a response. */
  digests: readonly Digest[];
  /** Digests to compute, to which sha256 is always added; "nothing" if the bytes are not hashed. */
  algorithms: readonly HashName[] | "nothing";
}

export function toJudged(mode: ChecksumMode, planned: PlannedFile): Judged {
  if (mode !== "full") {
    const size = mode === "none" ? undefined : planned.size;
    return { file: { ...planned, size, checksum: undefined }, digests: [], algorithms: "nothing" };
  }
  const checksum = parseMultihash(planned.checksum, planned.checksumFrom);
  const digests = [...(checksum === undefined ? [] : [checksum]), ...(planned.listed ?? [])];
  return { file: planned, digests, algorithms: digests.map(({ algorithm }) => algorithm) };
}
