/** Reads a list of features: GeoJSON, WKT or KML. */
import { AppError } from "../errors.ts";
import { readGeoJsonArea, requireLongitudeLatitude } from "./area-geojson.ts";
import { readKmlFeatures, withoutZeroAltitudes } from "./area-kml.ts";
import { isWkt, readWktArea, refuseMisspelt } from "./area-wkt.ts";
import { findGeometryFault } from "./geometry-fault.ts";
import type { SimpleGeometry } from "./geojson.ts";
import { parseJsonText } from "./read-json.ts";
import { readText } from "./read-text.ts";

/** A feature as given: its geometry is not checked. */
export interface GivenFeature {
  geometry: unknown;
  properties: Readonly<Record<string, unknown>>;
  /** Its position in the document, such as `features[3]`; empty for a document with one geometry. */
  path: string;
}

interface GivenFeatures {
  features: GivenFeature[];
  isKml: boolean;
}

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads the features of a document; `what` is its name, such as "sites.geojson". Errors: INPUT_NOT_GEOJSON,
 * INPUT_NOT_JSON.
 */
export async function readFeatures(input: string | Uint8Array, what: string): Promise<GivenFeatures> {
  const { text } = readText(input, what);
  if (/^\s*</.test(text)) {
    const features = await readKmlFeatures(text, what);
    return {
      isKml: true,
      features: features.map(({ geometry, properties }, at) => ({
        geometry:
          findGeometryFault(geometry, "") === undefined
            ? withoutZeroAltitudes(geometry as SimpleGeometry)
            : geometry,
        properties,
        path: `placemark ${at + 1}`,
      })),
    };
  }
  if (isWkt(text)) {
    const { geometry } = await readWktArea(text, what);
    return { isKml: false, features: [{ geometry, properties: {}, path: "" }] };
  }
  refuseMisspelt(text, what);
  const value = parseJsonText(text, what);
  if (!isObject(value) || value["type"] !== "FeatureCollection") {
    const { geometry, feature } = readGeoJsonArea(value, what);
    const properties = feature?.properties ?? {};
    return { isKml: false, features: [{ geometry, properties, path: "" }] };
  }
  requireLongitudeLatitude(value, what);
  const { features } = value;
  if (!Array.isArray(features)) throw notFeatures(what, "no list of features");
  return {
    isKml: false,
    features: features.map((feature: unknown, at) => {
      if (!isObject(feature) || feature["type"] !== "Feature")
        throw notFeatures(what, `something other than a Feature: features[${at}]`);
      const { geometry, properties } = feature;
      return { geometry, properties: isObject(properties) ? properties : {}, path: `features[${at}]` };
    }),
  };
}

const notFeatures = (what: string, found: string): AppError =>
  new AppError("usage", "INPUT_NOT_GEOJSON", `the FeatureCollection in ${what} has ${found}`, {
    next: "Give a FeatureCollection of Features",
  });
