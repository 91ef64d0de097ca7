import type { GeoRaster } from "./geo-raster.ts";
import type { ImageryProduct, Scene } from "./scene.ts";

/** What the `metadata` asset says: how the image was taken and, for a geocoded product, how it lies on the map. */
export function productMetadata(scene: Scene, product: ImageryProduct, raster: GeoRaster): object {
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
