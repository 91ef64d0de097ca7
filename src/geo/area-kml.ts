import { inputError } from "../errors.ts";
import { notGeoJson, type Area } from "./given-area.ts";
import type { Position, SimpleGeometry } from "./geojson.ts";
import { findGeometryFault } from "./geometry-fault.ts";
import { mapPositions } from "./polygon.ts";

const HINT = "Give a KML file with one Placemark that has a Point or Polygon";

/** Reads the single placemark of a KML document. Altitudes of 0, which most programs write, are dropped silently. */
export async function readKmlArea(text: string, what: string): Promise<Area> {
  const geometries = (await readKmlFeatures(text, what)).flatMap(({ geometry }) => geometry ?? []);
  const [only, ...others] = geometries;
  if (only === undefined) throw notGeoJson(what, "KML without a placemark that has a geometry", HINT);
  if (others.length > 0) throw notGeoJson(what, `KML with ${geometries.length} placemarks`, HINT);
  const fault = findGeometryFault(only, "");
  if (fault !== undefined) throw inputError([fault]);
  return { geometry: withoutZeroAltitudes(only as SimpleGeometry), notes: [] };
}

/** Reads the placemarks of a KML document as GeoJSON features; one without a geometry has null. */
export async function readKmlFeatures(
  text: string,
  what: string,
): Promise<{ geometry: unknown; properties: Record<string, unknown> }[]> {
  const head = text.slice(0, 10_000).replace(/<!--.*?-->/gs, "");
  const root = /<(?:\w+:)?([A-Za-z][\w.-]*)/.exec(head)?.[1]?.toLowerCase() ?? "";
  if (root !== "kml") throw notGeoJson(what, foreignXml(root), "Give GeoJSON, WKT or KML");
  const hostile = findXmlFault(text);
  if (hostile !== undefined) throw notGeoJson(what, `KML that ${hostile}`, HINT);
  const features = await parseKml(text, what);
  return features.map(({ geometry, properties }) => ({ geometry, properties: properties ?? {} }));
}

/** Drops altitudes of 0. */
export const withoutZeroAltitudes = <G extends SimpleGeometry>(geometry: G): G =>
  mapPositions(geometry, withoutZeroAltitude);

async function parseKml(text: string, what: string) {
  const [{ DOMParser }, { kml }] = await Promise.all([import("@xmldom/xmldom"), import("@tmcw/togeojson")]);
  try {
    const parser = new DOMParser({
      onError: (level, message) => {
        if (level !== "warning") throw new SyntaxError(message);
      },
    });
    return kml(parser.parseFromString(text, "text/xml")).features;
  } catch (cause) {
    throw notGeoJson(what, "KML that is not well-formed XML", HINT, cause);
  }
}

const withoutZeroAltitude = (position: Position): Position =>
  position.length === 3 && position[2] === 0 ? position.slice(0, 2) : position;

function foreignXml(root: string): string {
  if (root === "gpx") return "a GPX track";
  if (root === "html") return "an HTML page";
  return "XML that is not KML";
}

/** Maximum depth of elements; KML with nested folders stays far below. */
const DEEPEST = 64;

/** Describes why a parser must not get an XML text: entity declarations, or nesting that would exhaust it. */
export function findXmlFault(text: string): string | undefined {
  let depth = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    if (text.startsWith("<!--", at)) at = after(text, "-->", at);
    else if (text.startsWith("<![CDATA[", at)) at = after(text, "]]>", at);
    else if (text.startsWith("<!", at)) return "declares a document type";
    else if (text.startsWith("<?", at)) at = after(text, "?>", at);
    else {
      const end = after(text, ">", at);
      if (text[at + 1] === "/") depth -= 1;
      else if (text[end - 2] !== "/") depth += 1;
      if (depth > DEEPEST) return `nests deeper than ${DEEPEST} levels`;
      at = end;
    }
  }
  return undefined;
}

function after(text: string, mark: string, at: number): number {
  const found = text.indexOf(mark, at);
  return found === -1 ? text.length : found + mark.length;
}
