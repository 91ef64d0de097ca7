import { AppError } from "../errors.ts";
import { readGeoJsonArea, requireLongitudeLatitude, type Area, type Taking } from "./area-geojson.ts";
import { readKmlArea, readKmlFeatures, dropZeroAltitudes } from "./area-kml.ts";
import { isWkt, readWktArea, refuseMisspelt } from "./area-wkt.ts";
import { SINGLE_PART_NOTE, toSinglePart } from "./polygon.ts";
import { describeDoubtfulNames, parseJsonText } from "./read-json.ts";
import { readText } from "./read-text.ts";

/** Returns the hint for a table, a picture or a bare file name: JSON syntax would not help its author. */
function findAreaHint(text: string): string | undefined {
  const start = text.trim();
  if (/^[[{]/u.test(start)) return undefined;
  return "An area is GeoJSON, WKT, KML, GeoPackage or a shapefile; ogr2ogr -f GeoJSON writes it from other files";
}

/**
 * Reads one area from GeoJSON (a Feature, a bare geometry, a FeatureCollection), WKT or KML; the format is
 * detected, and several features are refused unless all are taken. Throws an AppError that describes any other content. `what` is the name of the input, such as "area.json".
 */
export async function readAreaText(
  input: string | Uint8Array,
  what = "the area",
  taking: Taking = "one",
): Promise<Area> {
  const { text, notes } = readText(input, what);
  const area = dropParts(await readAny(text, what, taking));
  return { ...area, notes: [...notes, ...area.notes] };
}

/** Returns an area whose MultiPolygon of one part is that part. */
export function dropParts(area: Area): Area {
  const geometry = toSinglePart(area.geometry);
  if (geometry === undefined) return area;
  const feature = area.feature && { ...area.feature, geometry };
  return { ...area, geometry, ...(feature && { feature }), notes: [...area.notes, SINGLE_PART_NOTE] };
}

async function readAny(text: string, what: string, taking: Taking): Promise<Area> {
  if (/^\s*</.test(text)) return readKmlArea(text, what, taking);
  if (isWkt(text)) return readWktArea(text, what);
  refuseMisspelt(text, what);
  const area = readGeoJsonArea(parseJsonText(text, what, findAreaHint(text)), what, taking);
  return { ...area, notes: [...area.notes, ...describeDoubtfulNames(text)] };
}

/** A feature as given. Its geometry is not checked yet. */
export interface GivenFeature {
  geometry: unknown;
  properties: Readonly<Record<string, unknown>>;
  /** The path in the document, such as `features[3]`; empty for a document with one geometry. */
  path: string;
  /** The complete feature of GeoJSON. */
  feature?: Readonly<Record<string, unknown>>;
}

export interface GivenFeatures {
  features: GivenFeature[];
  /** A table is a layer of a GeoPackage or a shapefile. */
  format: "GeoJSON" | "WKT" | "KML" | "table";
  /** Notes on tolerated or skipped parts. */
  notes: string[];
}

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads the features of a GeoJSON, WKT or KML document, also a bare list of Features; `what` is its name, such as
 * "sites.geojson". Errors: INPUT_NOT_GEOJSON, INPUT_NOT_JSON.
 */
export async function readFeaturesText(input: string | Uint8Array, what: string): Promise<GivenFeatures> {
  const { text, notes } = readText(input, what);
  if (/^\s*</.test(text)) {
    const kml = await readKmlFeatures(text, what);
    return {
      format: "KML",
      notes: [...notes, ...kml.notes],
      features: kml.placemarks.map(({ geometry, properties, number }) => ({
        geometry: geometry && dropZeroAltitudes(geometry),
        properties,
        path: `placemark ${number}`,
      })),
    };
  }
  if (isWkt(text)) {
    const { geometry } = readWktArea(text, what);
    return { format: "WKT", notes, features: [{ geometry, properties: {}, path: "" }] };
  }
  refuseMisspelt(text, what);
  const value = parseJsonText(text, what, findAreaHint(text));
  notes.push(...describeDoubtfulNames(text));
  const isList = Array.isArray(value) && value.some(isObject);
  const features = isList ? (value as unknown[]) : readCollection(value, what);
  if (features === undefined) {
    const { geometry, feature } = readGeoJsonArea(value, what);
    const properties = feature?.properties ?? {};
    return {
      format: "GeoJSON",
      notes,
      features: [{ geometry, properties, path: "", ...(feature && { feature: { ...feature } }) }],
    };
  }
  return {
    format: "GeoJSON",
    notes,
    features: features.map((feature: unknown, at) => {
      if (!isObject(feature) || feature["type"] !== "Feature")
        throw makeNotFeatures(what, `something other than a Feature: features[${at}]`);
      requireLongitudeLatitude(feature, what);
      const { geometry, properties } = feature;
      return {
        geometry,
        properties: isObject(properties) ? properties : {},
        path: `features[${at}]`,
        feature,
      };
    }),
  };
}

/** Returns the members of a FeatureCollection; undefined for anything else. */
function readCollection(value: unknown, what: string): unknown[] | undefined {
  if (!isObject(value) || value["type"] !== "FeatureCollection") return undefined;
  requireLongitudeLatitude(value, what);
  const { features } = value;
  if (!Array.isArray(features)) throw makeNotFeatures(what, "no list of features");
  return features;
}

const makeNotFeatures = (what: string, found: string): AppError =>
  new AppError("usage", "INPUT_NOT_GEOJSON", `the list of features in ${what} has ${found}`, {
    next: "Give a FeatureCollection of Features",
  });
