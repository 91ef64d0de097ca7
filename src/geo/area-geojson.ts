import { countText } from "../counted.ts";
import { inputError, AppError } from "../errors.ts";
import type { Feature, Geometry } from "./geojson.ts";
import { findGeometryFault, SIMPLE_GEOMETRY_TYPES } from "./sound-geometry.ts";
import { readCrs } from "./bbox.ts";
import { CONVERT, CONVERT_TOPOJSON } from "./ogr2ogr.ts";
import { quote } from "./quote.ts";
import type { Hint } from "../hint.ts";

type JsonObject = Record<string, unknown>;

const WANTED = "Give a GeoJSON Feature or geometry";

/** Whether an area is the only feature of its input, or all of its features together. */
export type Taking = "one" | "all";

/** Returns the area of parsed GeoJSON. Refuses other JSON, no features, and several unless all are taken. */
export function readGeoJsonArea(value: unknown, what: string, taking: Taking = "one"): Area {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw makeNotGeoJson(what, readName(value), hintFor(value));
  }
  const members = value as JsonObject;
  requireLongitudeLatitude(members, what);
  if (members["type"] === "Feature") return readFeature(members, what, "");
  if (members["type"] === "FeatureCollection") return readCollection(members, what, taking);
  if (!isLikeGeometry(members)) throw makeNotGeoJson(what, readName(members), hintFor(members));
  return { geometry: readGeometry(members, ""), notes: [] };
}

/** The next step after an error about several features where one area is needed. */
export const KEEP_ONE = "Keep the one feature you mean";

function readFeature(members: JsonObject, what: string, path: string): Area {
  requireLongitudeLatitude(members, what);
  const geometry = readGeometry(members["geometry"], `${path}geometry`);
  return { geometry, feature: members as unknown as Feature<Geometry>, notes: [] };
}

function readCollection(members: JsonObject, what: string, taking: Taking): Area {
  const { features } = members;
  if (!Array.isArray(features))
    throw makeNotGeoJson(what, "a FeatureCollection without a list of features", WANTED);
  const [only, ...others] = features as unknown[];
  if (others.length > 0 && taking === "all") return joinFeatures(features as unknown[], what);
  if (others.length > 0 || only === undefined) {
    const count = features.length === 0 ? "no features" : `${features.length} features`;
    throw makeNotGeoJson(what, `a FeatureCollection with ${count}`, only === undefined ? WANTED : KEEP_ONE);
  }
  if (typeof only !== "object" || only === null || (only as JsonObject)["type"] !== "Feature") {
    throw makeNotGeoJson(what, `a FeatureCollection with ${readName(only)} in it`, WANTED);
  }
  const area = readFeature(only as JsonObject, what, "features[0].");
  return { ...area, notes: ["took the only feature of the FeatureCollection"] };
}

/** Returns the geometries of all features as one area. */
function joinFeatures(features: readonly unknown[], what: string): Area {
  const geometries = features.map((feature, at): Geometry | null => {
    const members = (feature ?? {}) as JsonObject;
    if (members["type"] !== "Feature")
      throw makeNotGeoJson(what, `a FeatureCollection with ${readName(feature)} in it`, WANTED);
    return members["geometry"] === null ? null : readFeature(members, what, `features[${at}].`).geometry;
  });
  return joinGeometries(geometries, what, "feature");
}

/** Returns the geometries of several features as one area, of which a search takes each part. */
export function joinGeometries(given: readonly (Geometry | null)[], what: string, noun: string): Area {
  const geometries = given.filter((geometry) => geometry !== null);
  const [first, ...others] = geometries;
  if (first === undefined) throw makeNotGeoJson(what, `${given.length} ${noun}s without a geometry`, WANTED);
  const bare = given.length - geometries.length;
  const joined = others.length === 0 ? first : { type: "GeometryCollection" as const, geometries };
  return {
    geometry: joined,
    notes: [
      ...(others.length === 0 ? [] : [`took all ${countText(geometries.length, noun)} as one area`]),
      ...(bare > 0 ? [`skipped ${countText(bare, noun)} without a geometry`] : []),
    ],
  };
}

function readGeometry(value: unknown, path: string): Geometry {
  const fault = findGeometryFault(value, path);
  if (fault !== undefined) throw inputError([fault]);
  return value as Geometry;
}

/**
 * Refuses another reference system, which old GeoJSON could have; only longitude and latitude are supported.
 */
export function requireLongitudeLatitude(members: JsonObject, what: string): void {
  const crs = members["crs"] as { properties?: { name?: unknown } | null } | null | undefined;
  const name = crs?.properties?.name;
  if (typeof name !== "string" || (readCrs(name) ?? "EPSG:3857") !== "EPSG:3857") return;
  throw makeNotGeoJson(what, `GeoJSON in another reference system (${quote(name, 60)})`, CONVERT);
}

function isLikeGeometry({ type, ...members }: JsonObject): boolean {
  if (typeof type !== "string") return false;
  const isNamed = SIMPLE_GEOMETRY_TYPES.some((name) => name.toLowerCase() === type.toLowerCase());
  return isNamed || type === "GeometryCollection" || "coordinates" in members;
}

function readName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== "object") return `a ${typeof value}`;
  const members = value as JsonObject;
  if (isTopology(members)) return "TopoJSON";
  if ("rings" in members || "spatialReference" in members) return "Esri JSON";
  if (typeof members["type"] === "string") return `an object of type ${quote(members["type"])}`;
  return "geometry" in members ? "an object with a geometry but without type" : "an object without type";
}

const isTopology = (value: unknown): boolean => (value as JsonObject | null)?.["type"] === "Topology";

function hintFor(value: unknown): string {
  if (isTopology(value)) return CONVERT_TOPOJSON;
  const isPair =
    Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === "number");
  return isPair ? `For a place write {"type":"Point","coordinates":[${value.join(",")}]}` : WANTED;
}

/** An area or point from the user. The rules of its request are checked later. */
export interface Area {
  geometry: Geometry;
  /** The complete feature with its properties, if the input was a feature or a collection of one. */
  feature?: Feature<Geometry>;
  /** The attributes of a placemark or of a row of a table. */
  attributes?: Readonly<Record<string, unknown>>;
  /** Notes on tolerated or changed parts. */
  notes: string[];
}

/** Returns the error for a readable input that is not a single area: the content that was found, and a next step. */
export function makeNotGeoJson(what: string, found: string, hint: Hint, cause?: unknown): AppError {
  return new AppError("usage", "INPUT_NOT_GEOJSON", `${what} contains ${found}, not one area`, {
    next: hint,
    cause,
  });
}
