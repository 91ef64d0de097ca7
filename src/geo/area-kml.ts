/**
 * Reads KML by namespace: Placemarks with a Point, a line, a Polygon or a track, in any depth of folders. Pictures, models and links
 * (`SKIPPED`) are neither an area nor a site: a note names them, or the error if there is nothing else.
 */
import type { Element } from "@xmldom/xmldom";
import { countText } from "../counted.ts";
import { AppError, inputError } from "../errors.ts";
import { notGeoJson, type Area } from "./given-area.ts";
import type { Position, SimpleGeometry } from "./geojson.ts";
import { findGeometryFault } from "./geometry-fault.ts";
import {
  countSkipped,
  elementsIn,
  isKmlGeometry,
  kmlName,
  readPlacemark,
  type KmlPlacemark,
  type KmlReading,
} from "./kml-placemark.ts";
import { mapPositions } from "./polygon.ts";
import { quote } from "./quote.ts";
import { parseXml } from "./read-xml.ts";

const HINT = "Give a KML file with one Placemark that has a Point or Polygon";

/** Reads the single placemark of a KML document. Altitudes of 0, which most programs write, are dropped silently. */
export async function readKmlArea(text: string, what: string): Promise<Area> {
  const { placemarks, skipped, notes } = await readKmlFeatures(text, what);
  const geometries = placemarks.flatMap(({ geometry }) => geometry ?? []);
  const [only, ...others] = geometries;
  if (only === undefined) {
    const found =
      placemarks.length > 0
        ? `KML with ${countText(placemarks.length, "placemark")}, none with a position`
        : `KML ${skipped === "" ? "" : `with only ${skipped}, `}without a placemark that has a geometry`;
    throw notGeoJson(what, found, HINT);
  }
  if (others.length > 0) throw notGeoJson(what, `KML with ${geometries.length} placemarks`, HINT);
  const fault = findGeometryFault(only, "");
  if (fault !== undefined) throw inputError([fault]);
  const bare = placemarks.length - 1;
  return {
    geometry: withoutZeroAltitudes(only as SimpleGeometry),
    notes: [...notes, ...(bare > 0 ? [`skipped ${countText(bare, "placemark")} without a geometry`] : [])],
  };
}

export interface KmlFeatures {
  placemarks: (KmlPlacemark & { number: number })[];
  /** The skipped elements as a list: "1 GroundOverlay and 2 NetworkLinks"; empty for none. */
  skipped: string;
  notes: string[];
}

/** Reads the placemarks of a KML document. Errors: INPUT_NOT_GEOJSON; GEOMETRY_COORDINATES_INVALID, with the line. */
export async function readKmlFeatures(text: string, what: string): Promise<KmlFeatures> {
  const head = text.slice(0, 10_000).replace(/<!--.*?-->/gs, "");
  const word = /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(head)?.[1]?.toLowerCase() ?? "";
  if (word !== "kml") throw notGeoJson(what, foreignXml(word), "Give GeoJSON, WKT or KML");
  const parsed = await parseXml(text);
  if ("problem" in parsed) {
    const message = `${what} ${parsed.problem} (line ${parsed.line})`;
    throw new AppError("usage", "INPUT_NOT_GEOJSON", message, {
      next: "Correct the file, or save it as KML again",
    });
  }
  const root = parsed.document.documentElement!;
  if (kmlName(root) === undefined)
    throw notGeoJson(
      what,
      `XML of the namespace ${quote(root.namespaceURI ?? "", 60)}, which is not KML`,
      HINT,
    );
  const reading: KmlReading = { what, notes: [], skipped: new Map() };
  const placemarks = placemarksIn(root, reading).map((one, at) => ({ ...one, number: at + 1 }));
  const skipped = [...reading.skipped].map(([name, count]) => countText(count, name)).join(" and ");
  return {
    // A model is no area, and a note names it.
    placemarks: placemarks.filter(({ geometry, hasModel }) => geometry !== null || !hasModel),
    skipped,
    notes: [...reading.notes, ...(skipped === "" ? [] : [`skipped ${skipped}: only placemarks are read`])],
  };
}

/** Features and commands of KML that have no place of their own, or one that is not an area of interest. */
const SKIPPED = new Set([
  "GroundOverlay",
  "PhotoOverlay",
  "ScreenOverlay",
  "NetworkLink",
  "NetworkLinkControl",
  "Tour",
]);

function placemarksIn(parent: Element, reading: KmlReading): KmlPlacemark[] {
  return elementsIn(parent).flatMap((element) => {
    const name = kmlName(element) ?? "";
    if (name === "Placemark") return [readPlacemark(element, reading)];
    if (SKIPPED.has(name)) countSkipped(reading, name);
    else if (isKmlGeometry(name)) countSkipped(reading, `${name} outside a Placemark`);
    // A name in other letters, or of another namespace, is not KML's, and Google Earth skips it as well.
    else if (/^placemark$/i.test(element.localName ?? ""))
      countSkipped(reading, `<${element.tagName}> that is not KML's Placemark`);
    else return placemarksIn(element, reading);
    return [];
  });
}

/** Drops altitudes of 0. */
export const withoutZeroAltitudes = <G extends SimpleGeometry>(geometry: G): G =>
  mapPositions(geometry, withoutZeroAltitude);

const withoutZeroAltitude = (position: Position): Position =>
  position.length === 3 && position[2] === 0 ? position.slice(0, 2) : position;

function foreignXml(root: string): string {
  if (root === "gpx") return "a GPX track";
  if (root === "html") return "an HTML page";
  return "XML that is not KML";
}
