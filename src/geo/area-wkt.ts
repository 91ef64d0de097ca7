import { distance } from "fastest-levenshtein";
import { AppError, inputError } from "../errors.ts";
import { notGeoJson } from "./given-area.ts";
import type { Area } from "./given-area.ts";
import { findGeometryFault, SIMPLE_GEOMETRY_TYPES } from "./geometry-fault.ts";
import { quote } from "./quote.ts";
import { WKT_HINT, WktReader } from "./wkt-reader.ts";

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

const START = new RegExp(
  `^\\s*(?:SRID\\s*=\\s*(\\d{1,9})\\s*;\\s*)?(${TYPES.join("|")})(?=(?:ZM|Z|M)?(?![a-z]))`,
  "i",
);

/** A word before a bracket, which GeoJSON never begins with. */
const LIKE_WKT = /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(\p{L}+)(?:\s+[ZM]{1,2})?\s*[(<]/iu;

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
  throw new AppError("usage", "INPUT_NOT_GEOJSON", message, { next: meant + WKT_HINT });
}

/** Reads one WKT geometry; EWKT only with SRID 4326. */
export function readWktArea(text: string, what: string): Area {
  const body = text.trimStart();
  const [start, srid, word = ""] = START.exec(beginningOf(body))!;
  if (srid !== undefined && Number(srid) !== 4326) {
    throw notGeoJson(what, `EWKT in SRID ${srid}`, "Convert it to longitude and latitude, SRID 4326");
  }
  if (/^geometrycollection/i.test(word)) {
    throw inputError([findGeometryFault({ type: "GeometryCollection" }, "")!]);
  }
  const type = SIMPLE_GEOMETRY_TYPES.find((name) => name.toUpperCase() === word.toUpperCase());
  if (type === undefined) throw notGeoJson(what, `WKT that cannot be read (${quote(body)})`, WKT_HINT);
  return { geometry: new WktReader(body.slice(start.length), what).read(type), notes: [] };
}
