import type { Feature, SimpleGeometry } from "./geojson.ts";
import { readGeoJsonArea } from "./area-geojson.ts";
import { readKmlArea } from "./area-kml.ts";
import { isWkt, readWktArea } from "./area-wkt.ts";
import { parseJsonText } from "./read-json.ts";
import { readText } from "./read-text.ts";

/** An area or place as somebody gave it, still to be judged by the rules of the request that it goes into. */
export interface Area {
  geometry: SimpleGeometry;
  /** The whole feature, with its other members, when the text was one (or a collection of one). */
  feature?: Feature<SimpleGeometry>;
  format: "feature" | "geometry" | "collection" | "wkt" | "kml";
  /** What was tolerated or changed on the way, in words. */
  notes: string[];
}

/**
 * Reads one area from GeoJSON (a Feature, a bare geometry, a FeatureCollection of one), WKT or KML; the text itself
 * tells which. Throws an AppError that names what was found instead. `what` names the input: "area.json".
 */
export async function readArea(input: string | Uint8Array, what = "the area"): Promise<Area> {
  const { text, notes } = readText(input, what);
  const area = await readAny(text, what);
  return { ...area, notes: [...notes, ...area.notes] };
}

async function readAny(text: string, what: string): Promise<Area> {
  if (/^\s*</.test(text)) return readKmlArea(text, what);
  if (isWkt(text)) return readWktArea(text, what);
  return readGeoJsonArea(parseJsonText(text, what), what);
}
