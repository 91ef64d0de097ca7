import { createHash } from "node:crypto";
import type { ItemProduct } from "../archive/collect.ts";
import { makeCphdProduct } from "./cphd-product.ts";
import { planGeoRaster, type GeoRaster } from "./geo-raster.ts";
import { makeNitfProduct, SICD, SIDD, type NitfProduct } from "./nitf-products.ts";
import {
  makeJsonSection,
  sumLengths,
  memoize,
  makeLazySection,
  computeDigests,
  hasDigests,
  type ProductFile,
} from "./product-file.ts";
import { makeQuicklook } from "./quicklook.ts";
import { makeComplexTiff, planSlantPlane, makeGeocodedTiff } from "./tiff-products.ts";
import { detectVessels } from "./vessels.ts";
import type { ImagerySize, Scene } from "./view-geometry.ts";

/** Incremented whenever a collect's bytes change, so that the entity tags change with them. */
const BYTES_VERSION = 7;

const THUMBNAIL_SIDE_PIXELS = 256;
const PREVIEW_SIDE_PIXELS = 512;
const LARGE_PREVIEW_SIDE_PIXELS = 1024;

/**
 * Returns the files of one product of one collect: its data (keyed by polarization, or `detections`), `metadata`,
 * `thumbnail` and `preview`. The result depends only on the arguments; no pixel is drawn. File names start with
 * `granuleName`.
 */
export function listProductFiles(
  scene: Scene,
  product: ItemProduct,
  size: ImagerySize = "tiny",
  granuleName = `${scene.id}_${product}`,
): ProductFile[] {
  const ground = planGeoRaster(scene, product, size);
  const tag = memoize(() => makeVersionTag(scene, product, size));
  const files: FileContent[] = [
    makeDataFile(scene, product, size, ground, granuleName),
    {
      ending: "_metadata.json",
      assetKey: "metadata",
      title: "Collection metadata",
      mediaType: "application/json",
      roles: ["metadata"],
      sections: [makeJsonSection(makeProductMetadata(scene, product, ground))],
    },
    {
      ending: "_thumbnail.png",
      assetKey: "thumbnail",
      title: "Thumbnail",
      mediaType: "image/png",
      roles: ["thumbnail"],
      sections: [makeQuicklook(ground, THUMBNAIL_SIDE_PIXELS)],
    },
    {
      ending: "_preview.png",
      assetKey: "preview",
      title: "Preview",
      mediaType: "image/png",
      roles: ["overview"],
      sections: [makeQuicklook(ground, size === "tiny" ? PREVIEW_SIDE_PIXELS : LARGE_PREVIEW_SIDE_PIXELS)],
    },
  ];
  return files.map(({ ending, fields = {}, ...content }) => ({
    ...content,
    fields,
    fileName: `${granuleName}${ending}`,
    // Only a request for the file needs its tag.
    get etag() {
      return `"${tag()}-${content.assetKey}"`;
    },
    length: sumLengths(content.sections),
  }));
}

/** One file apart from its granule. */
interface FileContent extends Pick<ProductFile, "assetKey" | "title" | "mediaType" | "roles" | "sections"> {
  /** The part of the file name after the granule's name. */
  ending: string;
  fields?: ProductFile["fields"];
}

function makeVersionTag(scene: Scene, product: ItemProduct, size: ImagerySize): string {
  // Fields are listed one by one, because the holdback and the row in the archive must not change the tag.
  const picture = [
    [BYTES_VERSION, product, size],
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

/** Returns the data file of the product. `granuleName` is its title. */
function makeDataFile(
  scene: Scene,
  product: ItemProduct,
  size: ImagerySize,
  ground: GeoRaster,
  granuleName: string,
): FileContent {
  switch (product) {
    case "VS":
      return makeDetectionsFile(scene, ground);
    case "SLC":
      return makeComplexFile(scene, size, ground);
    case "SICD":
      return makeNitfFile(scene, SICD.label, makeNitfProduct(SICD, scene, size, ground, granuleName));
    case "SIDD":
      return makeNitfFile(scene, SIDD.label, makeNitfProduct(SIDD, scene, size, ground, granuleName));
    case "CPHD":
      return signalFile(scene, size);
    default:
      return makeGeocodedFile(scene, product, ground);
  }
}

function makeGeocodedFile(scene: Scene, product: "GEO" | "GEC", ground: GeoRaster): FileContent {
  const { originX, originY, spacingMetres } = ground;
  return {
    ending: `_${scene.polarization}.tif`,
    assetKey: scene.polarization,
    title: `${product}: detected amplitudes on a map, ${scene.polarization}`,
    mediaType: "image/tiff; application=geotiff; profile=cloud-optimized",
    roles: ["data"],
    fields: {
      "proj:epsg": ground.frame.epsg,
      "proj:shape": [ground.height, ground.width],
      "proj:transform": [spacingMetres, 0, originX, 0, -spacingMetres, originY, 0, 0, 1],
    },
    sections: makeGeocodedTiff(scene, product, ground),
  };
}

function makeComplexFile(scene: Scene, size: ImagerySize, ground: GeoRaster): FileContent {
  const plane = planSlantPlane(scene, size);
  return {
    ending: `_${scene.polarization}.tif`,
    assetKey: scene.polarization,
    title: `SLC: complex samples in the slant plane, ${scene.polarization}`,
    mediaType: "image/tiff; application=geotiff",
    roles: ["data"],
    fields: { "proj:epsg": null, "proj:shape": [plane.azimuthCount, plane.rangeCount] },
    sections: makeComplexTiff(scene, size, plane, ground),
  };
}

function makeNitfFile(
  { polarization }: Scene,
  label: string,
  { sections, rangeCount, azimuthCount }: NitfProduct,
): FileContent {
  return {
    ending: `_${polarization}.ntf`,
    assetKey: polarization,
    title: `${label} in NITF 2.1, ${polarization}`,
    mediaType: "application/vnd.nitf",
    roles: ["data"],
    fields: { "proj:epsg": null, "proj:shape": [rangeCount, azimuthCount] },
    sections,
  };
}

function signalFile(scene: Scene, size: ImagerySize): FileContent {
  const { polarization } = scene;
  return {
    ending: `_${polarization}.cphd`,
    assetKey: polarization,
    title: `CPHD: compensated phase history, ${polarization}`,
    mediaType: "application/octet-stream",
    roles: ["data"],
    sections: makeCphdProduct(scene, size),
  };
}

function makeDetectionsFile(scene: Scene, ground: GeoRaster): FileContent {
  return {
    ending: "_detections.geojson",
    assetKey: "detections",
    title: "VS: vessels detected in the GEO product",
    mediaType: "application/geo+json",
    roles: ["data"],
    sections: [makeJsonSection(detectVessels(scene, ground))],
  };
}

/** Returns the content of the `metadata` asset, which for a geocoded product includes the place on the map. */
function makeProductMetadata(scene: Scene, product: ItemProduct, raster: GeoRaster): object {
  const isGeocoded = product === "GEO" || product === "GEC";
  return {
    simulated: true,
    collectId: scene.id,
    productType: product,
    platform: scene.platform,
    orbitalPlane: scene.orbitalPlane,
    orbitState: scene.orbitState,
    startTime: new Date(scene.startMs).toISOString(),
    endTime: new Date(scene.endMs).toISOString(),
    collectionType: scene.type.name,
    collectMode: scene.type.collectMode,
    polarization: scene.polarization,
    observationDirection: scene.observationDirection,
    lookAngleDegrees: scene.lookAngleDegrees,
    incidenceAngleDegrees: scene.incidenceAngleDegrees,
    azimuthDegrees: scene.azimuthDegrees,
    squintAngleDegrees: scene.squintAngleDegrees,
    resolutionRangeMetres: scene.type.resolutionRangeMetres,
    resolutionAzimuthMetres: scene.type.resolutionAzimuthMetres,
    center: scene.center,
    footprint: scene.geometry,
    ...(isGeocoded && {
      raster: {
        epsg: raster.frame.epsg,
        crs: raster.frame.name,
        width: raster.width,
        height: raster.height,
        pixelSpacingMetres: raster.spacingMetres,
        originX: raster.originX,
        originY: raster.originY,
        noData: 0,
      },
    }),
  };
}

// The files of a product as recorded deployments deliver them (setting `itemForm`).

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

const toHex = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest("hex");

/**
 * Returns the files of one product with the names and types of a recorded deployment, and the digests of them all.
 * `granuleName` names the product; `shownId` is the id in the file names.
 */
export function listRecordedFiles(
  scene: Scene,
  product: ItemProduct,
  size: ImagerySize,
  granuleName: string,
  shownId: string,
): ProductFile[] {
  const files = listProductFiles(scene, product, size, granuleName).map((file) => {
    const { assetKey, fileName } = file;
    const ending = ENDINGS[assetKey] ?? fileName.slice(fileName.lastIndexOf("."));
    return tagFile({
      ...file,
      ...(assetKey === "preview" && mapPreview(scene)),
      fileName: `${shownId}${ending}`,
      title: TITLES[assetKey] ?? "Data file",
      ...(assetKey === scene.polarization && {
        fields: { ...file.fields, "sar:polarizations": [assetKey] },
      }),
    });
  });
  return [...files, tagFile(digestFile(files, shownId))];
}

/** Returns the content of a preview: a map of few pixels. */
function mapPreview(scene: Scene): Pick<ProductFile, "mediaType" | "sections" | "length"> {
  const sections = makeGeocodedTiff(scene, "GEO", planGeoRaster(scene, "GEO", PREVIEW_BYTES));
  const mediaType = "image/tiff; application=geotiff; profile=cloud-optimized";
  return { mediaType, sections, length: sumLengths(sections) };
}

/** Returns a file with the entity tag of an upload in parts. */
const tagFile = (file: ProductFile): ProductFile => ({
  ...file,
  etag: `"${toHex("md5", `${file.etag} ${file.fileName}`)}-${Math.max(1, Math.ceil(file.length / PART_BYTES))}"`,
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
          { name: notDelivered, md5: toHex("md5", notDelivered), sha256: toHex("sha256", notDelivered) },
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
    etag: `"${toHex("md5", listed.map(({ etag }) => etag).join(" "))}"`,
    sections: [makeLazySection(length, () => contentWith(computeDigests))],
  };
}
