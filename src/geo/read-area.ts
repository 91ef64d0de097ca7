import type { Area } from "./given-area.ts";
import { readGeoJsonArea } from "./area-geojson.ts";
import { readKmlArea } from "./area-kml.ts";
import { isWkt, readWktArea, refuseMisspelt } from "./area-wkt.ts";
import { describeDoubtfulNames, parseJsonText } from "./read-json.ts";
import { readText } from "./read-text.ts";
import { SINGLE_PART_NOTE, singlePart } from "./polygon.ts";

/** Returns the hint for a table, a picture or a bare file name: JSON syntax would not help its author. */
function areaHint(text: string): string | undefined {
  const start = text.trim();
  if (/^[[{]/u.test(start)) return undefined;
  // A file normally ends with a line break, so this was typed.
  if (/^[^\s(),\p{Cc}]{1,200}$/u.test(text))
    return `An area is GeoJSON, WKT or KML, or the name of a file after @: @${text}`;
  return "An area is GeoJSON, WKT or KML; ogr2ogr -f GeoJSON writes it from tables and other files";
}

/**
 * Reads one area from GeoJSON (a Feature, a bare geometry, a FeatureCollection of one), WKT or KML; the format is detected. Throws an AppError
 * with the content that was found instead. `what` is the name of the input: "area.json".
 */
export async function readArea(input: string | Uint8Array, what = "the area"): Promise<Area> {
  const { text, notes } = readText(input, what);
  const area = withoutParts(await readAny(text, what));
  return { ...area, notes: [...notes, ...area.notes] };
}

function withoutParts(area: Area): Area {
  const geometry = singlePart(area.geometry);
  if (geometry === undefined) return area;
  const feature = area.feature && { ...area.feature, geometry };
  return { ...area, geometry, ...(feature && { feature }), notes: [...area.notes, SINGLE_PART_NOTE] };
}

async function readAny(text: string, what: string): Promise<Area> {
  if (/^\s*</.test(text)) return readKmlArea(text, what);
  if (isWkt(text)) return readWktArea(text, what);
  refuseMisspelt(text, what);
  const area = readGeoJsonArea(parseJsonText(text, what, areaHint(text)), what);
  return { ...area, notes: [...area.notes, ...describeDoubtfulNames(text)] };
}
