/** What can be fetched: one asset of one item, as a download result or an export listing names it. */
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
  /** Name of an export file. It keeps its sub-folders; every other file is named by its URL. */
  exportName?: string;
}

/** Signed URLs by `linkKey`: what the caller hands in, and what a renewal brings back. */
export type Links = ReadonlyMap<string, string>;

/** Where the links of a run come from, and when they are too old. */
export interface LinkSource {
  /** Signed URLs of the plan's files, by `linkKey`. */
  links: Links;
  /** Asks the endpoint that issued the links for fresh ones. Never called twice at a time. */
  renew?: () => Promise<Links>;
  /** True when a link is too old for another request, although no server has refused it yet: it is renewed first. */
  isExpired?: (href: string) => boolean;
}

/** The identity of an asset across reruns and renewals. */
export function linkKey({
  collection,
  item,
  assetKey,
}: Pick<TransferSource, "collection" | "item" | "assetKey">): string {
  return JSON.stringify([collection ?? null, item, assetKey]);
}

export function linksOf(sources: Iterable<TransferSource>): Links {
  const links = new Map<string, string>();
  for (const source of sources) {
    const key = linkKey(source);
    if (!links.has(key)) links.set(key, source.href);
  }
  return links;
}
