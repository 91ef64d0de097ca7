/** What can be fetched of the items of an order. */
import type { StacItem } from "../../contract/read-items.ts";
import type { TransferSource } from "../../transfer/transfer-source.ts";

/** True for an address that can be fetched. */
export const isLink = (href: string): boolean => /^https?:\/\//i.test(href);

/** Every asset that says where it is; the plan tells what cannot be fetched from there. */
export function sourcesOf(items: readonly StacItem[]): TransferSource[] {
  return items.flatMap(({ id = "item", collection, assets = {}, properties }) =>
    Object.entries(assets).flatMap(([assetKey, asset]) => {
      const { href } = asset;
      if (typeof href !== "string") return [];
      const source: TransferSource = { item: id, assetKey, href };
      if (collection !== undefined) source.collection = collection;
      if (typeof asset["file:size"] === "number") source.size = asset["file:size"];
      if (typeof asset["file:checksum"] === "string") source.checksum = asset["file:checksum"];
      if (typeof asset["type"] === "string") source.mediaType = asset["type"];
      if (Array.isArray(asset["roles"]))
        source.roles = asset["roles"].filter((role) => typeof role === "string");
      const productType = asset["sar:product_type"] ?? properties?.["sar:product_type"];
      if (typeof productType === "string") source.productType = productType;
      return [source];
    }),
  );
}
