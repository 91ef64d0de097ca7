import { type Collect, itemId, type ItemProduct } from "../archive/collect.ts";
import type { Asset } from "../archive/stac-item.ts";
import { ASSET_PREFIX, signPath } from "../http/signed-paths.ts";
import type { ProductFile } from "../imagery/product-file.ts";
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

interface AssetLinkOptions {
  /** Where the file is fetched from. */
  hrefOf: (file: ProductFile) => string;
  /** Adds `file:checksum` where there is one. Off by default: it makes all bytes of the file. */
  hasChecksums?: boolean;
}

/** The STAC assets of a product's files, by key. */
// Spec silent: "product assets carry signed URLs in href" is said of download results only. We give catalog items unsigned hrefs that answer 403.
export function assetLinks(
  files: readonly ProductFile[],
  { hrefOf, hasChecksums = false }: AssetLinkOptions,
): Record<string, Asset> {
  return Object.fromEntries(
    files.map((file) => {
      const checksum = hasChecksums ? file.checksum() : undefined;
      const asset: Asset = {
        href: hrefOf(file),
        title: file.title,
        type: file.mediaType,
        roles: file.roles,
        ...file.fields,
        "file:size": file.length,
        ...(checksum !== undefined && { "file:checksum": checksum }),
      };
      return [file.assetKey, asset];
    }),
  );
}
