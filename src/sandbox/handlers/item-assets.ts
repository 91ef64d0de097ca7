import { formatLongItemId, formatShownItemId, type Collect } from "../archive/collect.ts";
import { GATEWAY, type Asset, type ItemContext } from "../archive/stac-item.ts";
import type { Holdings } from "../holdings.ts";
import { ASSET_PREFIX, signPath, signStorePath } from "../http/signed-paths.ts";
import { computeChecksum, type ProductFile } from "../imagery/product-file.ts";
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
export function makeItemContext(
  { sandbox, baseUrl, settings, nowMs }: Pick<Call, "sandbox" | "baseUrl" | "settings" | "nowMs">,
  holdings: Holdings,
  signedUntilMs?: number,
): ItemContext {
  const { dialect, idStyle, itemForm, thumbnails } = settings;
  const isRecorded = itemForm === "recorded";
  const secret = sandbox.store.meta.need("secret");
  const pictureUntilMs = signedUntilMs ?? (thumbnails === "signed" ? nowMs + PICTURE_LINK_MS : undefined);
  return {
    baseUrl,
    idStyle,
    prefix: dialect.vendorPrefix,
    ...(isRecorded && { gateway: GATEWAY }),
    assetsOf(collect, productType) {
      const id = formatShownItemId(collect, productType, idStyle);
      const files = holdings.listFiles({ collect, productType }, settings);
      const pathOf = ({ fileName }: ProductFile): string =>
        `${ASSET_PREFIX}${collect.collectionId}/${id}/${encodeURIComponent(fileName)}`;
      if (isRecorded) {
        return makeRecordedAssets(files, (file) => {
          if (signedUntilMs === undefined) return { href: `${storeFolder(collect)}/${id}/${file.fileName}` };
          const path = pathOf(file);
          const href = `${baseUrl}${path}?${signStorePath(secret, path, signedUntilMs)}`;
          return { href, hrefDownload: `${href}&response-content-disposition=attachment` };
        });
      }
      const hrefOf = (file: ProductFile): string => {
        const path = pathOf(file);
        const untilMs = isPicture(file) ? pictureUntilMs : signedUntilMs;
        return `${baseUrl}${path}${untilMs === undefined ? "" : `?${signPath(secret, path, untilMs)}`}`;
      };
      return makeAssetLinks(files, hrefOf, signedUntilMs !== undefined);
    },
  };
}

/** Returns the address of a collect's folder in the store, which no client can read. */
const storeFolder = ({ startMs }: Pick<Collect, "startMs">): string =>
  `s3://vendor-data/data/${new Date(startMs).toISOString().slice(0, 10).replaceAll("-", "/")}`;

/** The web page that recorded deployments list among the files of every item. */
const LICENSE: Asset = {
  href: "https://www.example.com/license",
  type: "text/html",
  title: "License",
  roles: ["license"],
};

/** Returns the assets as recorded deployments list them: without sizes and checksums, with a web page. */
const makeRecordedAssets = (
  files: readonly ProductFile[],
  linksOf: (file: ProductFile) => Pick<Asset, "href"> & { hrefDownload?: string },
): Record<string, Asset> =>
  Object.fromEntries([
    ...files.map((file): [string, Asset] => {
      const { href, hrefDownload } = linksOf(file);
      const { title, mediaType: type, roles, fields } = file;
      return [file.assetKey, { href, type, title, ...fields, roles, ...(hrefDownload && { hrefDownload }) }];
    }),
    ["license", LICENSE],
  ]);

/**
 * Returns the STAC assets of a product's files, by key. `hasChecksums` adds the available `file:checksum`; computing
 * it makes all bytes of the file.
 */
// Spec silent: signed URLs of catalog items. The sandbox signs their pictures for an hour; their other links return
// 403 (setting `thumbnails`).
export function makeAssetLinks(
  files: readonly ProductFile[],
  hrefOf: (file: ProductFile) => string,
  hasChecksums: boolean,
): Record<string, Asset> {
  return Object.fromEntries(
    files.map((file) => {
      const checksum = hasChecksums ? computeChecksum(file) : undefined;
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
export function createShownId(
  { settings, nowMs }: Pick<Call, "settings" | "nowMs">,
  holdings: Holdings,
): (granule: Pick<OrderedGranule, "line" | "collectId" | "productType">) => string {
  return ({ line, collectId, productType }) => {
    const collect = settings.idStyle === "long" ? holdings.findCollect(collectId, nowMs) : undefined;
    return collect === undefined ? line.granuleId : formatLongItemId(collect, productType);
  };
}
