import { createHash } from "node:crypto";
import { cphdProduct } from "./cphd-product.ts";
import { planGeoRaster, type GeoRaster } from "./geo-raster.ts";
import { nitfProduct, type NitfProduct, SICD, SIDD } from "./nitf-products.ts";
import type { ProductFile } from "./product-file.ts";
import { quicklook } from "./quicklook.ts";
import type { ImagerySize, Scene } from "./scene.ts";
import type { ItemProduct } from "../archive/collect.ts";
import { jsonSection, lengthOf, once } from "./file-sections.ts";
import { complexTiff, planSlantPlane, geocodedTiff } from "./tiff-products.ts";
import { vesselDetections } from "./vessels.ts";

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
export function productFiles(
  scene: Scene,
  product: ItemProduct,
  size: ImagerySize = "tiny",
  granuleName = `${scene.id}_${product}`,
): ProductFile[] {
  const ground = planGeoRaster(scene, product, size);
  const tag = once(() => versionTag(scene, product, size));
  const files: FileContent[] = [
    dataFile(scene, product, size, ground, granuleName),
    {
      ending: "_metadata.json",
      assetKey: "metadata",
      title: "Collection metadata",
      mediaType: "application/json",
      roles: ["metadata"],
      sections: [jsonSection(productMetadata(scene, product, ground))],
    },
    {
      ending: "_thumbnail.png",
      assetKey: "thumbnail",
      title: "Thumbnail",
      mediaType: "image/png",
      roles: ["thumbnail"],
      sections: [quicklook(ground, THUMBNAIL_SIDE_PIXELS)],
    },
    {
      ending: "_preview.png",
      assetKey: "preview",
      title: "Preview",
      mediaType: "image/png",
      roles: ["overview"],
      sections: [quicklook(ground, size === "tiny" ? PREVIEW_SIDE_PIXELS : LARGE_PREVIEW_SIDE_PIXELS)],
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
    length: lengthOf(content.sections),
  }));
}

/** One file apart from its granule. */
interface FileContent extends Pick<ProductFile, "assetKey" | "title" | "mediaType" | "roles" | "sections"> {
  /** The part of the file name after the granule's name. */
  ending: string;
  fields?: ProductFile["fields"];
}

function versionTag(scene: Scene, product: ItemProduct, size: ImagerySize): string {
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
function dataFile(
  scene: Scene,
  product: ItemProduct,
  size: ImagerySize,
  ground: GeoRaster,
  granuleName: string,
): FileContent {
  switch (product) {
    case "VS":
      return detectionsFile(scene, ground);
    case "SLC":
      return complexFile(scene, size, ground);
    case "SICD":
      return nitfFile(scene, SICD.label, nitfProduct(SICD, scene, size, ground, granuleName));
    case "SIDD":
      return nitfFile(scene, SIDD.label, nitfProduct(SIDD, scene, size, ground, granuleName));
    case "CPHD":
      return signalFile(scene, size);
    default:
      return geocodedFile(scene, product, ground);
  }
}

function geocodedFile(scene: Scene, product: "GEO" | "GEC", ground: GeoRaster): FileContent {
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
    sections: geocodedTiff(scene, product, ground),
  };
}

function complexFile(scene: Scene, size: ImagerySize, ground: GeoRaster): FileContent {
  const plane = planSlantPlane(scene, size);
  return {
    ending: `_${scene.polarization}.tif`,
    assetKey: scene.polarization,
    title: `SLC: complex samples in the slant plane, ${scene.polarization}`,
    mediaType: "image/tiff; application=geotiff",
    roles: ["data"],
    fields: { "proj:epsg": null, "proj:shape": [plane.azimuthCount, plane.rangeCount] },
    sections: complexTiff(scene, size, plane, ground),
  };
}

function nitfFile(
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
    sections: cphdProduct(scene, size),
  };
}

function detectionsFile(scene: Scene, ground: GeoRaster): FileContent {
  return {
    ending: "_detections.geojson",
    assetKey: "detections",
    title: "VS: vessels detected in the GEO product",
    mediaType: "application/geo+json",
    roles: ["data"],
    sections: [jsonSection(vesselDetections(scene, ground))],
  };
}

/** Returns the content of the `metadata` asset; that of a geocoded product includes its place on the map. */
function productMetadata(scene: Scene, product: ItemProduct, raster: GeoRaster): object {
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
