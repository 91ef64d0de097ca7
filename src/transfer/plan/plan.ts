import { filterSources, type TransferFilters } from "./filter-sources.ts";
import { nameFiles } from "./name-files.ts";
import type { Layout } from "./source-path.ts";
import { linkKey, type TransferSource } from "./transfer-source.ts";

export interface PlanOptions extends TransferFilters {
  /** `item` (default): `<item>/<file>`; `flat`: every file directly in the output directory; or a template. */
  layout?: Layout;
}

/** One file to be: everything about it but its signed URL. */
export interface PlannedFile {
  /** Relative to the output directory, `/` between components. */
  path: string;
  item: string;
  collection?: string;
  asset: string;
  /** Where it comes from, without path and query: those may carry the signature. */
  host: string;
  size?: number;
  checksum?: string;
  mediaType?: string;
  productType?: string;
}

/** Plain data, fit for `--dry-run --json`: a plan never holds a signed URL. */
export interface TransferPlan {
  files: readonly PlannedFile[];
  /** Sum of the sizes that are known before the first request, in bytes. */
  knownBytes: number;
  /** How many files have no size until the server says it. */
  unknownSizes: number;
  /** Assets that the filters keep, without an http(s) link: named, so that nothing is missing in silence. */
  notFetchable: readonly { item: string; asset: string }[];
}

/**
 * Decides what goes where, without I/O. Throws FILTER_UNKNOWN or DOWNLOAD_NOTHING.
 * Names are settled before the filters, so that a narrower run finds the files of a wider one.
 */
export function planTransfers(sources: readonly TransferSource[], options: PlanOptions = {}): TransferPlan {
  const layout = options.layout ?? "item";
  const unique = [
    ...new Map(sources.toReversed().map((source) => [linkKey(source), source])).values(),
  ].reverse();
  const fetchable = unique.filter(({ href }) => hostOf(href) !== undefined);
  const paths = nameFiles(fetchable, layout);
  const kept = filterSources(unique, options);
  const isFetchable = ({ href }: TransferSource): boolean => hostOf(href) !== undefined;
  const files = kept
    .filter(isFetchable)
    .map((source) => plannedFile(source, paths.get(linkKey(source)) as string));
  const notFetchable = kept
    .filter((source) => !isFetchable(source))
    .map(({ item, assetKey }) => ({ item, asset: assetKey }));
  return { ...withSums(files), notFetchable };
}

/** A file that has its name already, as a manifest records it. */
export interface NamedFile {
  name: string;
  item: string;
  collection?: string;
  asset: string;
}

/** A plan for files under the names that they have; `unknown` are the names whose asset is no longer on offer. */
export function planNamed(
  sources: readonly TransferSource[],
  named: readonly NamedFile[],
): { plan: TransferPlan; unknown: readonly string[] } {
  const offered = new Map(
    sources.filter(({ href }) => hostOf(href) !== undefined).map((source) => [linkKey(source), source]),
  );
  const found = named.map(({ name, item, collection, asset }) => ({
    name,
    source: offered.get(linkKey({ collection, item, assetKey: asset })),
  }));
  const files = found.flatMap(({ name, source }) =>
    source === undefined ? [] : [plannedFile(source, name)],
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

function plannedFile(source: TransferSource, path: string): PlannedFile {
  const { item, collection, assetKey, href, size, checksum, mediaType, productType } = source;
  return {
    path,
    item,
    ...(collection === undefined ? {} : { collection }),
    asset: assetKey,
    host: hostOf(href) as string,
    ...(size !== undefined && Number.isSafeInteger(size) && size >= 0 ? { size } : {}),
    ...(checksum === undefined ? {} : { checksum }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(productType === undefined ? {} : { productType }),
  };
}

function hostOf(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const { protocol, host } = new URL(href);
  return protocol === "https:" || protocol === "http:" ? host : undefined;
}
