import { AppError } from "../errors.ts";
import { readGeoJsonArea, requireLongitudeLatitude, type Area } from "./area-geojson.ts";
import { readKmlArea, readKmlFeatures, dropZeroAltitudes } from "./area-kml.ts";
import { isWkt, readWktArea, refuseMisspelt } from "./area-wkt.ts";
import { SINGLE_PART_NOTE, toSinglePart } from "./polygon.ts";
import { describeDoubtfulNames, parseJsonText } from "./read-json.ts";
import { readText } from "./read-text.ts";

/** Returns the hint for a table, a picture or a bare file name: JSON syntax would not help its author. */
function findAreaHint(text: string): string | undefined {
  const start = text.trim();
  if (/^[[{]/u.test(start)) return undefined;
  return "An area is GeoJSON, WKT or KML; ogr2ogr -f GeoJSON writes it from tables and other files";
}

/**
 * Reads one area from GeoJSON (a Feature, a bare geometry, a FeatureCollection of one), WKT or KML; the format is
 * detected. Throws an AppError that describes any other content. `what` is the name of the input, such as "area.json".
 */
export async function readArea(input: string | Uint8Array, what = "the area"): Promise<Area> {
  const { text, notes } = readText(input, what);
  const area = dropParts(await readAny(text, what));
  return { ...area, notes: [...notes, ...area.notes] };
}

function dropParts(area: Area): Area {
  const geometry = toSinglePart(area.geometry);
  if (geometry === undefined) return area;
  const feature = area.feature && { ...area.feature, geometry };
  return { ...area, geometry, ...(feature && { feature }), notes: [...area.notes, SINGLE_PART_NOTE] };
}

async function readAny(text: string, what: string): Promise<Area> {
  if (/^\s*</.test(text)) return readKmlArea(text, what);
  if (isWkt(text)) return readWktArea(text, what);
  refuseMisspelt(text, what);
  const area = readGeoJsonArea(parseJsonText(text, what, findAreaHint(text)), what);
  return { ...area, notes: [...area.notes, ...describeDoubtfulNames(text)] };
}

/** A feature as given. Its geometry is not checked yet. */
export interface GivenFeature {
  geometry: unknown;
  properties: Readonly<Record<string, unknown>>;
  /** The path in the document, such as `features[3]`; empty for a document with one geometry. */
  path: string;
}

interface GivenFeatures {
  features: GivenFeature[];
  isKml: boolean;
  /** Notes on tolerated or skipped parts. */
  notes: string[];
}

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads the features of a GeoJSON, WKT or KML document; `what` is its name, such as "sites.geojson". Errors:
 * INPUT_NOT_GEOJSON, INPUT_NOT_JSON.
 */
export async function readFeatures(input: string | Uint8Array, what: string): Promise<GivenFeatures> {
  const { text, notes } = readText(input, what);
  if (/^\s*</.test(text)) {
    const kml = await readKmlFeatures(text, what);
    return {
      isKml: true,
      notes: [...notes, ...kml.notes],
      features: kml.placemarks.map(({ geometry, properties, number }) => ({
        geometry:
          geometry === null || geometry.type === "GeometryCollection"
            ? geometry
            : dropZeroAltitudes(geometry),
        properties,
        path: `placemark ${number}`,
      })),
    };
  }
  if (isWkt(text)) {
    const { geometry } = readWktArea(text, what);
    return { isKml: false, notes, features: [{ geometry, properties: {}, path: "" }] };
  }
  refuseMisspelt(text, what);
  const value = parseJsonText(text, what);
  if (!isObject(value) || value["type"] !== "FeatureCollection") {
    const { geometry, feature } = readGeoJsonArea(value, what);
    const properties = feature?.properties ?? {};
    return { isKml: false, notes, features: [{ geometry, properties, path: "" }] };
  }
  requireLongitudeLatitude(value, what);
  const { features } = value;
  if (!Array.isArray(features)) throw makeNotFeatures(what, "no list of features");
  return {
    isKml: false,
    notes,
    features: features.map((feature: unknown, at) => {
      if (!isObject(feature) || feature["type"] !== "Feature")
        throw makeNotFeatures(what, `something other than a Feature: features[${at}]`);
      const { geometry, properties } = feature;
      return { geometry, properties: isObject(properties) ? properties : {}, path: `features[${at}]` };
    }),
  };
}

const makeNotFeatures = (what: string, found: string): AppError =>
  new AppError("usage", "INPUT_NOT_GEOJSON", `the FeatureCollection in ${what} has ${found}`, {
    next: "Give a FeatureCollection of Features",
  });
