import { complexTiff, planSlantPlane } from "./complex-tiff.ts";
import { cphdProduct } from "./cphd-product.ts";
import { geocodedTiff } from "./geocoded-tiff.ts";
import type { GeoRaster } from "./geo-raster.ts";
import { type NitfProduct, sicdProduct, siddProduct } from "./nitf-products.ts";
import type { FileDescription } from "./product-file.ts";
import type { ImageryProduct, ImagerySize, Scene } from "./scene.ts";
import { jsonSegment } from "./segments.ts";
import { vesselDetections } from "./vessel-detections.ts";

interface DataFile {
  description: Omit<FileDescription, "fileName" | "etag">;
  /** What follows the granule's name in the file name. */
  ending: string;
}

/** The file that the product is ordered for. `granuleName` is its title. */
export function dataFile(
  scene: Scene,
  product: ImageryProduct,
  size: ImagerySize,
  ground: GeoRaster,
  granuleName: string,
): DataFile {
  switch (product) {
    case "VS":
      return detectionsFile(scene, ground);
    case "SLC":
      return complexFile(scene, size, ground);
    case "SICD":
      return nitf(scene, sicdProduct(scene, size, ground, granuleName), "SICD: complex samples");
    case "SIDD":
      return nitf(scene, siddProduct(scene, size, ground, granuleName), "SIDD: detected amplitudes");
    case "CPHD":
      return signalFile(scene, size, ground);
    default:
      return geocodedFile(scene, product, ground);
  }
}

function geocodedFile(scene: Scene, product: "GEO" | "GEC", ground: GeoRaster): DataFile {
  const { originX, originY, spacingMetres } = ground;
  return {
    ending: `_${scene.polarization}.tif`,
    description: {
      assetKey: scene.polarization,
      title: `${product}: detected amplitudes on a map, ${scene.polarization}`,
      mediaType: "image/tiff; application=geotiff; profile=cloud-optimized",
      roles: ["data"],
      fields: {
        "proj:epsg": ground.frame.epsg,
        "proj:shape": [ground.height, ground.width],
        "proj:transform": [spacingMetres, 0, originX, 0, -spacingMetres, originY, 0, 0, 1],
      },
      segments: geocodedTiff(scene, product, ground),
    },
  };
}

function complexFile(scene: Scene, size: ImagerySize, ground: GeoRaster): DataFile {
  const plane = planSlantPlane(scene, size);
  return {
    ending: `_${scene.polarization}.tif`,
    description: {
      assetKey: scene.polarization,
      title: `SLC: complex samples in the slant plane, ${scene.polarization}`,
      mediaType: "image/tiff; application=geotiff",
      roles: ["data"],
      fields: { "proj:epsg": null, "proj:shape": [plane.height, plane.width] },
      segments: complexTiff(scene, plane, ground),
    },
  };
}

function nitf(
  { polarization }: Scene,
  { segments, rangeCount, azimuthCount }: NitfProduct,
  what: string,
): DataFile {
  return {
    ending: `_${polarization}.ntf`,
    description: {
      assetKey: polarization,
      title: `${what} in NITF 2.1, ${polarization}`,
      mediaType: "application/vnd.nitf",
      roles: ["data"],
      fields: { "proj:epsg": null, "proj:shape": [rangeCount, azimuthCount] },
      segments,
    },
  };
}

function signalFile(scene: Scene, size: ImagerySize, ground: GeoRaster): DataFile {
  const { polarization } = scene;
  return {
    ending: `_${polarization}.cphd`,
    description: {
      assetKey: polarization,
      title: `CPHD: compensated phase history, ${polarization}`,
      mediaType: "application/octet-stream",
      roles: ["data"],
      segments: cphdProduct(scene, size, ground),
    },
  };
}

function detectionsFile(scene: Scene, ground: GeoRaster): DataFile {
  return {
    ending: "_detections.geojson",
    description: {
      assetKey: "detections",
      title: "VS: vessels detected in the GEO product",
      mediaType: "application/geo+json",
      roles: ["data"],
      segments: [jsonSegment(vesselDetections(scene, ground))],
    },
  };
}
