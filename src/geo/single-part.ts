import type { Geometry, MultiPolygon, Polygon } from "./geojson.ts";

/** The polygons of a MultiPolygon, each as a geometry of its own. */
export const partsOf = ({ coordinates }: MultiPolygon): Polygon[] =>
  coordinates.map((rings) => ({ type: "Polygon", coordinates: rings }));

/** A MultiPolygon of one part is that polygon, as many programs write one; anything else is undefined. */
export function singlePart(geometry: Geometry): Polygon | undefined {
  if (geometry.type !== "MultiPolygon" || !Array.isArray(geometry.coordinates)) return undefined;
  return geometry.coordinates.length === 1 ? partsOf(geometry)[0] : undefined;
}

export const SINGLE_PART_NOTE = "took the only part of the MultiPolygon";
