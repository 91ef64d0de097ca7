import { complexTiff, planSlantPlane } from "./complex-tiff.ts";
import { geocodedTiff } from "./geocoded-tiff.ts";
import type { GeoRaster } from "./geo-raster.ts";
import type { FileDescription } from "./product-file.ts";
import type { ImageryProduct, ImagerySize, Scene } from "./scene.ts";
import { jsonSegment } from "./segments.ts";
import { vesselDetections } from "./vessel-detections.ts";

export interface DataFile {
  description: Omit<FileDescription, "fileName" | "etag">;
  /** What follows the granule's name in the file name. */
  ending: string;
}

/** The file that the product is ordered for; undefined for product types that the sandbox does not make. */
export function dataFile(
  scene: Scene,
  product: ImageryProduct,
  size: ImagerySize,
  ground: GeoRaster,
): DataFile | undefined {
  if (product === "VS") return detectionsFile(scene, ground);
  if (product === "SLC") return complexFile(scene, size, ground);
  if (product === "GEO" || product === "GEC") return geocodedFile(scene, product, ground);
  return undefined;
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
