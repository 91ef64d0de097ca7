import { createHash } from "node:crypto";
import { dataFile } from "./data-file.ts";
import { planGeoRaster } from "./geo-raster.ts";
import { productMetadata } from "./metadata.ts";
import { describeFile, type FileDescription, type ProductFile } from "./product-file.ts";
import { quicklook } from "./quicklook.ts";
import type { ImageryProduct, ImagerySize, Scene } from "./scene.ts";
import { jsonSegment } from "./segments.ts";

/** Counted up whenever the same collect gets other bytes: entity tags must not outlive the bytes. */
const BYTES_VERSION = 5;

const THUMBNAIL_SIDE_PIXELS = 256;
const PREVIEW_SIDE_PIXELS = 512;
const LARGE_PREVIEW_SIDE_PIXELS = 1024;

/**
 * The files of one product of one collect: its data (keyed by polarization, or `detections`), `metadata`, `thumbnail` and
 * `preview`. A pure function of its arguments; no pixel is drawn. `granuleName` begins the file names.
 */
export function productFiles(
  scene: Scene,
  product: ImageryProduct,
  size: ImagerySize = { size: "tiny" },
  granuleName = `${scene.id}_${product}`,
): ProductFile[] {
  const ground = planGeoRaster(scene, product, size);
  const tag = versionTag(scene, product, size);
  const file = (description: Omit<FileDescription, "fileName" | "etag">, ending: string): ProductFile =>
    describeFile({
      ...description,
      fileName: `${granuleName}${ending}`,
      etag: `"${tag}-${description.assetKey}"`,
    });
  const data = dataFile(scene, product, size, ground, granuleName);
  return [
    file(data.description, data.ending),
    file(
      {
        assetKey: "metadata",
        title: "Collection metadata",
        mediaType: "application/json",
        roles: ["metadata"],
        segments: [jsonSegment(productMetadata(scene, product, ground))],
      },
      "_metadata.json",
    ),
    file(
      {
        assetKey: "thumbnail",
        title: "Thumbnail",
        mediaType: "image/png",
        roles: ["thumbnail"],
        segments: [quicklook(ground, THUMBNAIL_SIDE_PIXELS)],
      },
      "_thumbnail.png",
    ),
    file(
      {
        assetKey: "preview",
        title: "Preview",
        mediaType: "image/png",
        roles: ["overview"],
        segments: [quicklook(ground, size.size === "tiny" ? PREVIEW_SIDE_PIXELS : LARGE_PREVIEW_SIDE_PIXELS)],
      },
      "_preview.png",
    ),
  ];
}

function versionTag(scene: Scene, product: ImageryProduct, { size, spotSizeMetres }: ImagerySize): string {
  // Field by field: whoever may see the collect, or where it stands in the archive, must not change the tag.
  const picture = [
    [BYTES_VERSION, product, size, spotSizeMetres ?? null],
    [
      scene.id,
      scene.satellite,
      scene.platform,
      scene.orbitalPlane,
      scene.orbitState,
      scene.observationDirection,
    ],
    [scene.datetimeMs, scene.startMs, scene.endMs, scene.polarization],
    [scene.lookAngleDegrees, scene.incidenceAngleDegrees, scene.azimuthDegrees, scene.squintAngleDegrees],
    [scene.type, scene.center, scene.geometry],
  ];
  return createHash("sha256").update(JSON.stringify(picture)).digest("hex").slice(0, 32);
}
