/** The files of a product as recorded deployments deliver them (setting `itemForm`). */
import { createHash } from "node:crypto";
import type { ItemProduct } from "../archive/collect.ts";
import { lazyBytes, lengthOf } from "./file-sections.ts";
import { planGeoRaster } from "./geo-raster.ts";
import { digestsOf, hasDigests, type ProductFile } from "./product-file.ts";
import { productFiles } from "./product-files.ts";
import type { ImagerySize, Scene } from "./scene.ts";
import { geocodedTiff } from "./tiff-products.ts";

const TITLES: Readonly<Record<string, string>> = {
  metadata: "Extended Metadata",
  preview: "Preview image",
  thumbnail: "Thumbnail image",
};

const ENDINGS: Readonly<Record<string, string>> = {
  metadata: "_extended.json",
  preview: "_preview.tif",
  thumbnail: "_thumb.png",
};

/** Approximate bytes of a preview. */
const PREVIEW_BYTES = 100_000;

/** Bytes of a part of an upload; the number of parts ends the entity tag. */
const PART_BYTES = 8 * 1024 * 1024;

const hexOf = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest("hex");

/**
 * Returns the files of one product with the names and types of a recorded deployment, and the digests of them all.
 * `granuleName` names the product; `shownId` is the id in the file names.
 */
export function recordedFiles(
  scene: Scene,
  product: ItemProduct,
  size: ImagerySize,
  granuleName: string,
  shownId: string,
): ProductFile[] {
  const files = productFiles(scene, product, size, granuleName).map((file) => {
    const { assetKey, fileName } = file;
    const ending = ENDINGS[assetKey] ?? fileName.slice(fileName.lastIndexOf("."));
    return tagged({
      ...file,
      ...(assetKey === "preview" && mapPreview(scene)),
      fileName: `${shownId}${ending}`,
      title: TITLES[assetKey] ?? "Data file",
      ...(assetKey === scene.polarization && {
        fields: { ...file.fields, "sar:polarizations": [assetKey] },
      }),
    });
  });
  return [...files, tagged(digestFile(files, shownId))];
}

/** Returns the content of a preview: a map of few pixels. */
function mapPreview(scene: Scene): Pick<ProductFile, "mediaType" | "sections" | "length"> {
  const sections = geocodedTiff(scene, "GEO", planGeoRaster(scene, "GEO", PREVIEW_BYTES));
  const mediaType = "image/tiff; application=geotiff; profile=cloud-optimized";
  return { mediaType, sections, length: lengthOf(sections) };
}

/** Returns a file with the entity tag of an upload in parts. */
const tagged = (file: ProductFile): ProductFile => ({
  ...file,
  etag: `"${hexOf("md5", `${file.etag} ${file.fileName}`)}-${Math.max(1, Math.ceil(file.length / PART_BYTES))}"`,
});

/**
 * Returns the file with the digests of all others. It also names a file that was not delivered, as recorded ones do.
 */
// Spec silent: digests of large files. The sandbox leaves out those above 64 MiB, whose digests take seconds.
function digestFile(files: readonly ProductFile[], shownId: string): ProductFile {
  const listed = files.filter(hasDigests);
  const notDelivered = `${shownId}_profile.json`;
  const contentWith = (digestOf: (file: ProductFile) => object | undefined): Buffer =>
    Buffer.from(
      `${JSON.stringify({
        files: [
          ...listed.map((file) => ({ name: file.fileName, ...digestOf(file) })),
          { name: notDelivered, md5: hexOf("md5", notDelivered), sha256: hexOf("sha256", notDelivered) },
        ],
      })}\n`,
    );
  // Digests have a fixed length, so the length of the file is known before they are computed.
  const { length } = contentWith(() => ({ md5: "0".repeat(32), sha256: "0".repeat(64) }));
  return {
    assetKey: "digest",
    fileName: `${shownId}_digest.json`,
    title: "Digital signature digest",
    mediaType: "application/json",
    roles: ["metadata"],
    fields: {},
    length,
    etag: `"${hexOf("md5", listed.map(({ etag }) => etag).join(" "))}"`,
    sections: [lazyBytes(length, () => contentWith(digestsOf))],
  };
}
