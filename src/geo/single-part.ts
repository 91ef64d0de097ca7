import type { Geometry, LineString, MultiPolygon, Point, Polygon } from "./geojson.ts";

/** The polygons of a MultiPolygon, each as a geometry of its own. */
export const partsOf = ({ coordinates }: MultiPolygon): Polygon[] =>
  coordinates.map((rings) => ({ type: "Polygon", coordinates: rings }));

export type SinglePart = Point | LineString | Polygon;

/** The points, lines and polygons that a geometry of any type is made of. */
export function singleParts(geometry: Geometry): SinglePart[] {
  switch (geometry.type) {
    case "MultiPoint":
      return geometry.coordinates.map((coordinates) => ({ type: "Point", coordinates }));
    case "MultiLineString":
      return geometry.coordinates.map((coordinates) => ({ type: "LineString", coordinates }));
    case "MultiPolygon":
      return partsOf(geometry);
    case "GeometryCollection":
      return geometry.geometries.flatMap(singleParts);
    default:
      return [geometry];
  }
}

/** A MultiPolygon of one part is that polygon, as many programs write one; anything else is undefined. */
export function singlePart(geometry: Geometry): Polygon | undefined {
  if (geometry.type !== "MultiPolygon" || !Array.isArray(geometry.coordinates)) return undefined;
  return geometry.coordinates.length === 1 ? partsOf(geometry)[0] : undefined;
}

export const SINGLE_PART_NOTE = "took the only part of the MultiPolygon";
