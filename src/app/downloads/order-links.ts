/** The links of an order: the signed URLs of its items' assets. */
import { othersText } from "../../counted.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import { readItems, type StacItem } from "../../contract/read-items.ts";
import { AppError, inputError } from "../../errors.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import { numberTwins, readAssetDigest, type TransferSource } from "../../transfer/transfer-source.ts";
import { advice, swath, typed } from "../../hint.ts";

/** Returns every asset with any `href`; the plan lists those without a usable URL. */
export function toOrderSources(items: readonly StacItem[]): TransferSource[] {
  const sources = items.flatMap(({ id = "item", collection, assets = {}, properties }) =>
    Object.entries(assets).map(([assetKey, asset]) => {
      const { href } = asset;
      const source: TransferSource = { item: id, assetKey, href: typeof href === "string" ? href : "" };
      if (collection !== undefined) source.collection = collection;
      if (typeof asset["file:size"] === "number") source.size = asset["file:size"];
      Object.assign(source, readAssetDigest(asset));
      if (typeof asset["type"] === "string") source.mediaType = asset["type"];
      if (Array.isArray(asset["roles"]))
        source.roles = asset["roles"].filter((role) => typeof role === "string");
      const productType = asset["sar:product_type"] ?? properties?.["sar:product_type"];
      if (typeof productType === "string") source.productType = productType;
      return source;
    }),
  );
  return numberTwins(sources);
}

/**
 * Reads the links in a document: a JSON list of links, or the service's response. `name`: the document in
 * messages. Throws USAGE when it contains no links, or anything else besides links.
 */
export function parseSources(document: unknown, name: string): TransferSource[] {
  const { items: entries, unreadable } = readItems(document) ?? { items: [] };
  const isReply = entries.some(({ assets }) => isJsonObject(assets));
  const sources = isReply
    ? toOrderSources(entries)
    : numberTwins(entries.flatMap((entry) => parseLink(entry) ?? []));
  if (sources.length > 0 && unreadable === undefined && (isReply || sources.length === entries.length))
    return sources;
  const message = `${name}: ${unreadable !== undefined ? `${unreadable} of its ${entries.length} items have assets that are not objects` : sources.length === 0 ? "has no links" : `${entries.length - sources.length} of its ${entries.length} entries are not links`}`;
  const rule = "a list of links (item, assetKey, href), or of items with assets";
  throw inputError([
    {
      code: "USAGE",
      path: "",
      option: "links",
      rule,
      message,
      next: advice`Save the links: ${swath`order links <orderId> --json`} > links.json`,
    },
  ]);
}

/** Reads an entry from `order links`; its other properties are used if they have the right type. */
function parseLink(entry: Readonly<Record<string, unknown>>): TransferSource | undefined {
  const { item, assetKey, href, size, roles } = entry;
  if (typeof item !== "string" || typeof assetKey !== "string" || typeof href !== "string") return undefined;
  const texts = ["collection", "checksum", "checksumFrom", "mediaType", "productType", "twinOf"].filter(
    (key) => typeof entry[key] === "string",
  );
  return {
    item,
    assetKey,
    href,
    ...(Object.fromEntries(texts.map((key) => [key, entry[key]])) as Partial<TransferSource>),
    ...(typeof size === "number" && { size }),
    ...(Array.isArray(roles) && { roles: roles.filter((role) => typeof role === "string") }),
  };
}

/** Returns the error for assets of an order without a link that can be fetched, even if all others have one. */
export function toMissingLinksError(missing: TransferPlan["notFetchable"]): AppError | undefined {
  const [first] = missing;
  if (first === undefined) return undefined;
  const assets = [...new Set(missing.map(({ asset }) => asset))];
  return new AppError(
    "service",
    "DOWNLOAD_PARTIAL",
    `the service gave no link that can be fetched for ${first.asset} of ${first.item}${othersText(missing.length)}`,
    {
      next: advice`Leave it out: add ${typed(...assets.flatMap((asset) => ["--exclude-asset", asset]))}`,
      data: { notFetchable: missing },
    },
  );
}

/** Notes that an item has several files under one asset key. */
export const formatTwin = ({ item, assetKey, twinOf }: TransferSource): string =>
  `${item}: the asset ${twinOf} is listed with another file, which is downloaded as ${assetKey}`;

export const formatMissingLink = ({ item, asset }: TransferPlan["notFetchable"][number]): string =>
  `${item}: the asset ${asset} has no link that can be fetched`;
