/** The shapes of GeoJSON (RFC 7946): degrees, longitude first, WGS84. */

/** `[longitude, latitude]` in degrees, sometimes with an altitude in metres as the third number. */
export type Position = number[];

export interface Point {
  type: "Point";
  coordinates: Position;
}

export interface MultiPoint {
  type: "MultiPoint";
  coordinates: Position[];
}

export interface LineString {
  type: "LineString";
  coordinates: Position[];
}

export interface MultiLineString {
  type: "MultiLineString";
  coordinates: Position[][];
}

/** The first ring is the outside, the others are holes; the last position of a ring repeats its first. */
export interface Polygon {
  type: "Polygon";
  coordinates: Position[][];
}

export interface MultiPolygon {
  type: "MultiPolygon";
  coordinates: Position[][][];
}

export interface GeometryCollection {
  type: "GeometryCollection";
  geometries: Geometry[];
}

export type SimpleGeometry = Point | MultiPoint | LineString | MultiLineString | Polygon | MultiPolygon;
export type Geometry = SimpleGeometry | GeometryCollection;
/** A geometry with a surface. */
export type Region = Polygon | MultiPolygon;

/** A box in degrees: west, south, east, north. With 6 numbers: west, south, lowest, east, north, highest. */
export type BBox =
  | [west: number, south: number, east: number, north: number]
  | [west: number, south: number, lowest: number, east: number, north: number, highest: number];

export interface Feature<G extends Geometry | null = Geometry | null> {
  type: "Feature";
  id?: string | number;
  bbox?: number[];
  geometry: G;
  properties: Record<string, unknown> | null;
  [member: string]: unknown;
}

export interface FeatureCollection<G extends Geometry | null = Geometry | null> {
  type: "FeatureCollection";
  features: Feature<G>[];
  [member: string]: unknown;
}
