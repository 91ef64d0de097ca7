import type { Asset } from "../archive/asset.ts";
import type { ProductFile } from "./product-file.ts";

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
