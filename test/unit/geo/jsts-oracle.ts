// The JavaScript port of JTS: slow to load, but the reference for valid polygons.
import GeometryFactory from "jsts/org/locationtech/jts/geom/GeometryFactory.js";
import GeoJSONReader from "jsts/org/locationtech/jts/io/GeoJSONReader.js";
import RelateOp from "jsts/org/locationtech/jts/operation/relate/RelateOp.js";
import IsValidOp from "jsts/org/locationtech/jts/operation/valid/IsValidOp.js";
import type { Geometry, Position } from "../../../src/geo/geojson.ts";

const reader = new GeoJSONReader(new GeometryFactory());

/** JTS's verdict on a closed ring; a ring that JTS cannot build is not valid. */
export function isValidRing(ring: Position[]): boolean {
  return isValidGeometry({ type: "Polygon", coordinates: [ring] });
}

export function isValidGeometry(geometry: Geometry): boolean {
  try {
    return IsValidOp.isValid(reader.read(geometry));
  } catch {
    return false;
  }
}

/** Reports whether two valid geometries share at least one point. */
export function doIntersect(a: Geometry, b: Geometry): boolean {
  return RelateOp.intersects(reader.read(a), reader.read(b)) as boolean;
}
