import type { FeatureCollection, Point } from "../../geo/geojson.ts";
import { degreesAt, type GeoRaster } from "./geo-raster.ts";
import { unitAt } from "./noise.ts";
import type { Scene } from "./scene.ts";
import { vesselsIn } from "./vessels.ts";

/** The VS product: a point for each ship that the collect's GEO shows. Over land that is an empty collection. */
export function vesselDetections(scene: Scene, geo: GeoRaster): FeatureCollection<Point> {
  return {
    type: "FeatureCollection",
    features: vesselsIn(geo).map((vessel, at) => ({
      type: "Feature",
      id: `${scene.id}-${at + 1}`,
      geometry: { type: "Point", coordinates: degreesAt(geo, vessel.x, vessel.y).map(toSevenDecimals) },
      properties: {
        collectId: scene.id,
        sourceProduct: "GEO",
        datetime: new Date(scene.datetimeMs).toISOString(),
        lengthMetres: vessel.lengthMetres,
        beamMetres: vessel.beamMetres,
        headingDegrees: vessel.headingDegrees,
        confidence: Math.round(60 + 39 * unitAt(geo.groundSeed, at, 77)) / 100,
      },
    })),
  };
}

/** About a centimetre on the ground. */
const toSevenDecimals = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
