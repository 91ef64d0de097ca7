import { type Collect, itemId, type ItemProduct } from "../archive/collect.ts";
import { shownItemId } from "../archive/long-id.ts";
import type { Asset } from "../archive/stac-item.ts";
import { ASSET_PREFIX, signPath } from "../http/signed-paths.ts";
import type { ProductFile } from "../imagery/product-file.ts";
import { readProductSize, type SandboxSettings } from "../settings.ts";
import type { Holdings } from "./holdings.ts";

/** Signs hrefs until a moment. */
export interface AssetSignature {
  secret: string;
  expiresMs: number;
}

export interface AssetOptions {
  baseUrl: string;
  /** Value of the setting. */
  productSize: string;
  /** Form of the item id in paths and file names. */
  idStyle: SandboxSettings["idStyle"];
  /**
   * Signs the hrefs of all files. Without it, hrefs are those of catalog items: they identify the files and return
   * 403.
   */
  signature?: AssetSignature;
  /** Signs the hrefs of a catalog item's pictures. */
  pictureSignature?: AssetSignature | undefined;
}

/** Roles of preview files, which are not sold. */
const PICTURE_ROLES = new Set(["thumbnail", "overview"]);

export const isPicture = ({ roles }: Pick<ProductFile, "roles">): boolean =>
  roles.some((role) => PICTURE_ROLES.has(role));

/** Returns the signature for pictures of catalog items under a setting: valid for an hour. */
export const pictureSignature = (
  thumbnails: SandboxSettings["thumbnails"],
  secret: string,
  nowMs: number,
): AssetSignature | undefined =>
  thumbnails === "signed" ? { secret, expiresMs: nowMs + PICTURE_LINK_MS } : undefined;

const PICTURE_LINK_MS = 3_600_000;

/** Returns the assets of one product with their hrefs; signed assets also have checksums. */
export function itemAssets(
  holdings: Holdings,
  collect: Collect,
  productType: ItemProduct,
  { baseUrl, productSize, idStyle, signature, pictureSignature: forPictures }: AssetOptions,
): Record<string, Asset> {
  const [plainId, id] = [itemId(collect, productType), shownItemId(collect, productType, idStyle)];
  const folder = `${ASSET_PREFIX}${collect.collectionId}/${id}`;
  const hrefOf = (file: ProductFile): string => {
    const path = `${folder}/${encodeURIComponent(file.fileName.replace(plainId, id))}`;
    const signer = signature ?? (isPicture(file) ? forPictures : undefined);
    const query = signer && `?${signPath(signer.secret, path, signer.expiresMs)}`;
    return `${baseUrl}${path}${query ?? ""}`;
  };
  const files = holdings.filesOf({ collect, productType }, readProductSize(productSize) ?? "tiny");
  return assetLinks(files, { hrefOf, hasChecksums: signature !== undefined });
}

interface AssetLinkOptions {
  /** Returns the address of the file. */
  hrefOf: (file: ProductFile) => string;
  /** Adds the available `file:checksum`. Off by default: computing it makes all bytes of the file. */
  hasChecksums?: boolean;
}

/** Returns the STAC assets of a product's files, by key. */
// Spec silent: signed URLs of catalog items. The sandbox signs their pictures for an hour; their other links return
// 403 (setting `thumbnails`).
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
