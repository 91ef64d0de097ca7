import { type Collect, itemId, type ItemProduct } from "../archive/collect.ts";
import type { Asset } from "../archive/stac-item.ts";
import { ASSET_PREFIX, signPath } from "../http/signed-paths.ts";
import { assetLinks, type ProductFile } from "../imagery/product-file.ts";
import { readProductSize } from "../settings.ts";
import type { Holdings } from "./holdings.ts";

export interface AssetOptions {
  baseUrl: string;
  /** As the setting says it. */
  productSize: string;
  /**
   * Signs the hrefs until a moment. Without it they are those of catalog items, which name the files but are answered
   * with 403.
   */
  signature?: { secret: string; expiresMs: number };
}

/** The assets of one product with their hrefs; the signed ones also have checksums. */
export function itemAssets(
  holdings: Holdings,
  collect: Collect,
  productType: ItemProduct,
  { baseUrl, productSize, signature }: AssetOptions,
): Record<string, Asset> {
  const folder = `${ASSET_PREFIX}${collect.collectionId}/${itemId(collect, productType)}`;
  const hrefOf = ({ fileName }: ProductFile): string => {
    const path = `${folder}/${encodeURIComponent(fileName)}`;
    const query = signature && `?${signPath(signature.secret, path, signature.expiresMs)}`;
    return `${baseUrl}${path}${query ?? ""}`;
  };
  const files = holdings.filesOf({ collect, productType }, readProductSize(productSize) ?? "tiny");
  return assetLinks(files, { hrefOf, hasChecksums: signature !== undefined });
}
