import { itemId, longItemId, shownItemId } from "../archive/collect.ts";
import type { Asset, ItemContext } from "../archive/stac-item.ts";
import type { Holdings } from "../holdings.ts";
import { ASSET_PREFIX, signPath } from "../http/signed-paths.ts";
import { checksumOf, type ProductFile } from "../imagery/product-file.ts";
import type { OrderedGranule } from "../orders/orders-table.ts";
import type { Call } from "./call.ts";

/** Roles of preview files, which are not sold. */
const PICTURE_ROLES = new Set(["thumbnail", "overview"]);

export const isPicture = ({ roles }: Pick<ProductFile, "roles">): boolean =>
  roles.some((role) => PICTURE_ROLES.has(role));

const PICTURE_LINK_MS = 3_600_000;

/**
 * Returns the context in which a response builds its items. With `signedUntilMs`, all hrefs are signed and
 * assets have checksums. Without it, only pictures are signed; all other hrefs identify their files and
 * return 403.
 */
export function itemContextOf(
  { sandbox, baseUrl, settings, nowMs }: Pick<Call, "sandbox" | "baseUrl" | "settings" | "nowMs">,
  holdings: Holdings,
  signedUntilMs?: number,
): ItemContext {
  const { idStyle, thumbnails } = settings;
  const secret = sandbox.store.meta.need("secret");
  const pictureUntilMs = signedUntilMs ?? (thumbnails === "signed" ? nowMs + PICTURE_LINK_MS : undefined);
  return {
    baseUrl,
    idStyle,
    assetsOf(collect, productType) {
      const [plainId, id] = [itemId(collect, productType), shownItemId(collect, productType, idStyle)];
      const hrefOf = (file: ProductFile): string => {
        const name = encodeURIComponent(file.fileName.replace(plainId, id));
        const path = `${ASSET_PREFIX}${collect.collectionId}/${id}/${name}`;
        const untilMs = isPicture(file) ? pictureUntilMs : signedUntilMs;
        return `${baseUrl}${path}${untilMs === undefined ? "" : `?${signPath(secret, path, untilMs)}`}`;
      };
      const files = holdings.filesOf({ collect, productType }, settings.productSize);
      return assetLinks(files, hrefOf, signedUntilMs !== undefined);
    },
  };
}

/**
 * Returns the STAC assets of a product's files, by key. `hasChecksums` adds the available `file:checksum`; computing
 * it makes all bytes of the file.
 */
// Spec silent: signed URLs of catalog items. The sandbox signs their pictures for an hour; their other links return
// 403 (setting `thumbnails`).
export function assetLinks(
  files: readonly ProductFile[],
  hrefOf: (file: ProductFile) => string,
  hasChecksums: boolean,
): Record<string, Asset> {
  return Object.fromEntries(
    files.map((file) => {
      const checksum = hasChecksums ? checksumOf(file) : undefined;
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

/** Returns item ids in the notation of the setting. */
export function shownIds(
  { settings, nowMs }: Pick<Call, "settings" | "nowMs">,
  holdings: Holdings,
): (granule: Pick<OrderedGranule, "line" | "collectId" | "productType">) => string {
  return ({ line, collectId, productType }) => {
    const collect = settings.idStyle === "long" ? holdings.findCollect(collectId, nowMs) : undefined;
    return collect === undefined ? line.granuleId : longItemId(collect, productType);
  };
}
