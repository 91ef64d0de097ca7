/** One asset of one item, from a download result or an export listing. */
export interface TransferSource {
  /** Id of the STAC item (or the export type). */
  item: string;
  collection?: string;
  assetKey: string;
  /** Signed URL. It is a secret: it never enters a plan, an event, a sidecar or the manifest. */
  href: string;
  /** `file:size`, in bytes. */
  size?: number;
  /** `file:checksum`, a multihash in hex. */
  checksum?: string;
  mediaType?: string;
  roles?: readonly string[];
  productType?: string;
  /** Name of an export file. It keeps its subfolders; every other file gets its name from its URL. */
  exportName?: string;
}

/** Signed URLs by `linkKey`, from the caller or a renewal. */
export type Links = ReadonlyMap<string, string>;

/** The links of a run, and their renewal. */
export interface LinkSource {
  /** Signed URLs of the plan's files, by `linkKey`. */
  links: Links;
  /** Asks the endpoint that issued the links for fresh ones, because `stale` was refused. Calls never overlap. */
  renew?: (key: string, stale: string) => Promise<Links>;
  /** True when a link must be renewed before another request, although no server has refused it yet. */
  isExpired?: (href: string) => boolean;
}

/** Returns the identity of an asset across reruns and renewals. */
export const linkKey = ({
  collection,
  item,
  asset,
}: {
  collection?: string;
  item: string;
  asset: string;
}): string => JSON.stringify([collection ?? null, item, asset]);

/** Returns the sources by `linkKey`; the first one of a key counts. */
export function uniqueSources(sources: Iterable<TransferSource>): Map<string, TransferSource> {
  const unique = new Map<string, TransferSource>();
  for (const source of sources) {
    const key = linkKey({ ...source, asset: source.assetKey });
    if (!unique.has(key)) unique.set(key, source);
  }
  return unique;
}

export const linksOf = (sources: Iterable<TransferSource>): Links =>
  new Map([...uniqueSources(sources)].map(([key, { href }]) => [key, href]));
