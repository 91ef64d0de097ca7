import type { TransferSource } from "./transfer-source.ts";

type Described = Pick<TransferSource, "assetKey" | "twinOf" | "mediaType" | "roles">;

const PAGE_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/iu;
/** Asset keys that name a text about the item. Most are also relations of STAC links, such as `license`. */
const TEXT_KEY =
  /^(?:licen[sc]es?|eula|terms(?:[-_ ]of[-_ ](?:use|service))?|copyright|privacy[-_ ]policy|about|help|documentation)$/iu;
const TEXT_TYPE = /^\s*(?:text\/.*|application\/pdf\s*(?:;.*)?)?$/iu;

/** Returns the kind of an asset that is a page of a website: a text about the item, such as its license, or any page. */
function findPageKind({
  assetKey,
  twinOf = assetKey,
  mediaType = "",
  roles = [],
}: Described): "text" | "page" | undefined {
  const named = roles.map((role) => role.trim().toLowerCase());
  if (named.includes("license") || named.includes("licence")) return "text";
  if (named.includes("data")) return undefined;
  if (TEXT_KEY.test(twinOf) && TEXT_TYPE.test(mediaType)) return "text";
  return PAGE_TYPE.test(mediaType) ? "page" : undefined;
}

/**
 * Returns the assets that are pages of a website and not files of the product: licenses and other texts, and the web pages
 * of items that have other assets. Their addresses are unsigned, and may be blocked.
 */
export function findWebPages(sources: readonly TransferSource[]): ReadonlySet<TransferSource> {
  const pages = new Set<TransferSource>();
  if (sources.every((source) => findPageKind(source) === undefined)) return pages;
  for (const assets of Map.groupBy(sources, ({ collection, item }) =>
    JSON.stringify([collection, item]),
  ).values()) {
    const hasOthers = assets.some((source) => findPageKind(source) === undefined);
    for (const source of assets)
      if (findPageKind(source) === "text" || (hasOthers && findPageKind(source) === "page"))
        pages.add(source);
  }
  return pages;
}

/** Returns the media type of an asset. A license without a type counts as a web page. */
export const findMediaType = (source: Described): string | undefined =>
  source.mediaType ?? (findPageKind(source) === undefined ? undefined : "text/html");
