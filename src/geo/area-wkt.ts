import { distance } from "fastest-levenshtein";
import { AppError, inputError } from "../errors.ts";
import { notGeoJson } from "./given-area.ts";
import type { Area } from "./given-area.ts";
import type { SimpleGeometry } from "./geojson.ts";
import { findGeometryFault } from "./geometry-fault.ts";
import { quote } from "./quote.ts";

const TYPES = [
  "POINT",
  "LINESTRING",
  "POLYGON",
  "MULTIPOINT",
  "MULTILINESTRING",
  "MULTIPOLYGON",
  "GEOMETRYCOLLECTION",
  "CIRCULARSTRING",
  "COMPOUNDCURVE",
  "CURVEPOLYGON",
  "TRIANGLE",
  "TIN",
  "POLYHEDRALSURFACE",
];

const START = new RegExp(`^\\s*(?:SRID\\s*=\\s*(\\d{1,9})\\s*;\\s*)?(${TYPES.join("|")})(?![a-z])`, "i");

/** A word before a bracket, which GeoJSON never begins with. */
const LIKE_WKT = /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(\p{L}+)(?:\s+[ZM]{1,2})?\s*[(<]/iu;

const HINT = 'WKT looks like "POLYGON((14.2 40.6, 14.5 40.6, 14.5 40.9, 14.2 40.6))", longitude first';

/**
 * Returns the start of a text. Its length is bounded: V8 overflows its stack when a class matches millions of
 * characters.
 */
const beginningOf = (text: string): string => text.trimStart().slice(0, 200);

/** Reports whether a text begins like WKT or EWKT. */
export function isWkt(text: string): boolean {
  return START.test(beginningOf(text));
}

/** Refuses a text that begins like WKT with an unknown word: as JSON it would be refused for its first letter. */
export function refuseMisspelt(text: string, what: string): void {
  const word = LIKE_WKT.exec(beginningOf(text))?.[1];
  if (word === undefined) return;
  const typed = word.toUpperCase();
  const [near] = TYPES.map((type) => ({ type, edits: distance(typed, type) })).sort(
    (a, b) => a.edits - b.edits,
  );
  const meant = near!.edits <= (typed.length <= 4 ? 1 : 2) ? `Did you mean ${near!.type}? ` : "";
  const message = `${what} is neither GeoJSON nor WKT nor KML: it begins with ${quote(text.trim())}`;
  throw new AppError("usage", "INPUT_NOT_GEOJSON", message, { next: meant + HINT });
}

/** Reads one WKT geometry; EWKT only with SRID 4326. */
export async function readWktArea(text: string, what: string): Promise<Area> {
  const [, srid, type] = START.exec(beginningOf(text))!;
  if (srid !== undefined && Number(srid) !== 4326) {
    throw notGeoJson(what, `EWKT in SRID ${srid}`, "Convert it to longitude and latitude, SRID 4326");
  }
  if (/^geometrycollection/i.test(type!)) {
    throw inputError([findGeometryFault({ type: "GeometryCollection" }, "")!]);
  }
  const rest = afterGeometry(text);
  if (rest !== "")
    throw notGeoJson(what, `WKT with more text after it (${quote(rest)})`, "Give one geometry");
  const { wktToGeoJSON } = await import("betterknown");
  let geometry: unknown;
  try {
    geometry = wktToGeoJSON(withDimension(text.replace(/^\s*SRID[^;]*;/i, "")));
  } catch (cause) {
    throw notGeoJson(what, `WKT that cannot be read (${quote(text.trim())})`, HINT, cause);
  }
  if (geometry === null) throw notGeoJson(what, "an empty WKT geometry", HINT);
  const fault = findGeometryFault(geometry, "");
  if (fault !== undefined) throw inputError([fault]);
  return { geometry: geometry as SimpleGeometry, notes: [] };
}

/**
 * Adds the letter of a third dimension. Many programs write `POINT(1 2 3)` for `POINT Z(1 2 3)`; the parser
 * requires the letter.
 */
function withDimension(text: string): string {
  const isDeep = /^\s*[a-z]+\s*\([\s(]*[^\s(),]+\s+[^\s(),]+\s+[^\s(),]+\s*[,)]/i.test(text);
  return isDeep ? text.replace("(", " Z (") : text;
}

/** Returns the text after the geometry's closing bracket; the parser would skip it silently. */
function afterGeometry(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    if (char === ")" && depth === 0)
      return text
        .slice(at + 1)
        .trim()
        .replace(/^;$/, "");
  }
  return "";
}
