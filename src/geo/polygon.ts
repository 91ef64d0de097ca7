import type {
  Geometry,
  LineString,
  MultiPolygon,
  Point,
  Polygon,
  Position,
  Region,
  SimpleGeometry,
} from "./geojson.ts";

/** Reports whether a geometry is a Polygon or a MultiPolygon. */
export const isRegion = (geometry: Geometry | undefined | null): geometry is Region =>
  geometry?.type === "Polygon" || geometry?.type === "MultiPolygon";

/** Returns the rings of each polygon of a region. */
export function listRings(geometry: Region): Position[][][] {
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

/** Returns the polygons of a MultiPolygon as geometries. */
export const listParts = ({ coordinates }: MultiPolygon): Polygon[] =>
  coordinates.map((rings) => ({ type: "Polygon", coordinates: rings }));

export type SinglePart = Point | LineString | Polygon;

/** Returns the points, lines and polygons of any geometry. */
export function listSingleParts(geometry: Geometry): SinglePart[] {
  switch (geometry.type) {
    case "MultiPoint":
      return geometry.coordinates.map((coordinates) => ({ type: "Point", coordinates }));
    case "MultiLineString":
      return geometry.coordinates.map((coordinates) => ({ type: "LineString", coordinates }));
    case "MultiPolygon":
      return listParts(geometry);
    case "GeometryCollection":
      return geometry.geometries.flatMap(listSingleParts);
    default:
      return [geometry];
  }
}

/** Returns the polygon of a MultiPolygon with only one, as many programs write it; undefined for anything else. */
export function toSinglePart(geometry: Geometry): Polygon | undefined {
  if (geometry.type !== "MultiPolygon" || !Array.isArray(geometry.coordinates)) return undefined;
  return geometry.coordinates.length === 1 ? listParts(geometry)[0] : undefined;
}

export const SINGLE_PART_NOTE = "took the only part of the MultiPolygon";

/** Returns the polygons of a geometry; undefined when it has none. */
export function toPolygonRegion(geometry: Geometry): Region | undefined {
  const parts = listSingleParts(geometry).filter((part) => part.type === "Polygon");
  if (parts.length === 0) return undefined;
  if (parts.length === 1) return parts[0];
  return { type: "MultiPolygon", coordinates: parts.map(({ coordinates }) => coordinates) };
}

/** Returns all positions of a geometry, in order. */
export function listPositions(geometry: SimpleGeometry): Position[] {
  switch (geometry.type) {
    case "Point":
      return [geometry.coordinates];
    case "MultiPoint":
    case "LineString":
      return geometry.coordinates;
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates.flat();
    default:
      return geometry.coordinates.flat(2);
  }
}

/** Returns the geometry with each of its positions converted. */
export function mapPositions<G extends Geometry>(geometry: G, convert: (position: Position) => Position): G {
  if (geometry.type === "GeometryCollection")
    return { ...geometry, geometries: geometry.geometries.map((part) => mapPositions(part, convert)) };
  const converted = (value: unknown[]): unknown =>
    typeof value[0] === "number" ? convert(value as Position) : (value as unknown[][]).map(converted);
  return { ...geometry, coordinates: converted(geometry.coordinates) };
}

/**
 * Returns twice the signed area of a ring in square degrees, positive if the ring runs counter-clockwise. The origin is
 * the first position, so that small rings far from 0,0 keep their digits.
 */
export function computeSignedArea(ring: readonly Position[]): number {
  const [originX, originY] = ring[0] ?? [0, 0];
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1]!, ring[at]!];
    sum += (from[0]! - originX!) * (to[1]! - originY!) - (to[0]! - originX!) * (from[1]! - originY!);
  }
  return sum;
}
