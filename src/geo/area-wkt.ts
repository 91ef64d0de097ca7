import { distance } from "fastest-levenshtein";
import { AppError, inputError } from "../errors.ts";
import type { Geometry, Position, SimpleGeometry } from "./geojson.ts";
import { SIMPLE_GEOMETRY_TYPES, COORDINATE_LEVELS, MAX_DEPTH } from "./sound-geometry.ts";
import { makeNotGeoJson, type Area } from "./area-geojson.ts";
import { readDecimal } from "./position-text.ts";
import { findPositionFault } from "./position.ts";
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

const START = new RegExp(
  `^\\s*(?:SRID\\s*=\\s*(\\d{1,9})\\s*;\\s*)?(${TYPES.join("|")})(?=(?:ZM|Z|M)?(?![a-z]))`,
  "i",
);

/** Matches a word before a bracket at the start of a text. GeoJSON never begins in this way. */
const LIKE_WKT = /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(\p{L}+)(?:\s+[ZM]{1,2})?\s*[(<]/iu;

/**
 * Returns the start of a text for a regular expression. On millions of characters, a character class would overflow the
 * stack of V8.
 */
const quoteBeginning = (text: string): string => text.trimStart().slice(0, 200);

/** Reports whether a text begins like WKT or EWKT. */
export function isWkt(text: string): boolean {
  return START.test(quoteBeginning(text));
}

/** Refuses a text that begins like WKT with an unknown word. Read as JSON, its first letter would be the reported fault. */
export function refuseMisspelt(text: string, what: string): void {
  const word = LIKE_WKT.exec(quoteBeginning(text))?.[1];
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
  const [start, srid, word = ""] = START.exec(quoteBeginning(body))!;
  if (srid !== undefined && Number(srid) !== 4326) {
    throw makeNotGeoJson(what, `EWKT in SRID ${srid}`, "Convert it to longitude and latitude, SRID 4326");
  }
  const type = findWktType(word);
  if (type === undefined) throw makeNotGeoJson(what, `WKT that cannot be read (${quote(body)})`, WKT_HINT);
  return { geometry: new WktReader(body.slice(start.length), what).read(type), notes: [] };
}

const findWktType = (word: string): Geometry["type"] | undefined =>
  ([...SIMPLE_GEOMETRY_TYPES, "GeometryCollection"] as const).find(
    (name) => name.toUpperCase() === word.toUpperCase(),
  );

// Reads the text of a WKT geometry (OGC 06-103). An unreadable number is an error, and so is a number too many.

const WKT_HINT = 'WKT looks like "POLYGON((14.2 40.6, 14.5 40.6, 14.5 40.9, 14.2 40.6))", longitude first';

type Coordinates = Position | Coordinates[];

/** Brackets, commas, and the words between them. */
const TOKEN = /\s*([(),]|[^\s(),]+)/y;

/** Reads one WKT text from its start to its end. `what` is the name of the text in errors. */
class WktReader {
  #at = 0;
  readonly #text: string;
  readonly #what: string;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  /** Reads the rest of the text after the word of the type. Errors: INPUT_NOT_GEOJSON, GEOMETRY_COORDINATES_INVALID. */
  read(type: Geometry["type"]): Geometry {
    const geometry = this.#geometry(type, 0);
    const rest = this.#text.slice(this.#at).trim().replace(/^;$/, "");
    if (rest !== "") throw this.#refuse(`WKT with more text after it (${quote(rest)})`, "Give one geometry");
    return geometry;
  }

  #geometry(type: Geometry["type"], depth: number): Geometry {
    const [, letters, isEmpty] = this.#match(/\s*(?:(ZM|Z|M)\b)?\s*(EMPTY\b)?/iy);
    if (isEmpty !== undefined) throw this.#refuse("an empty WKT geometry");
    if (/m/i.test(letters ?? "")) {
      const message = `${this.#what} contains WKT with measures (${letters}), which a position on the globe does not have`;
      const next = `Write each position as longitude latitude, without ${letters}`;
      throw inputError([{ code: "GEOMETRY_COORDINATES_INVALID", path: "", message, next }]);
    }
    if (type === "GeometryCollection") return { type, geometries: this.#members(depth + 1) };
    const coordinates =
      type === "Point" ? this.#only(this.#list(0)) : this.#list(COORDINATE_LEVELS[type] - 1, type);
    return { type, coordinates } as SimpleGeometry;
  }

  /** Reads the geometries of a collection, each with its word. */
  #members(depth: number): Geometry[] {
    if (depth > MAX_DEPTH) throw this.#refuse(`WKT that nests deeper than ${MAX_DEPTH} levels`);
    this.#expect("(");
    const members: Geometry[] = [];
    do {
      const [, word = ""] = this.#match(/\s*([a-z]*?)(?=(?:ZM|Z|M)?(?![a-z]))/iy);
      const type = findWktType(word);
      if (type === undefined) throw this.makeUnreadable();
      members.push(this.#geometry(type, depth));
    } while (this.#take(","));
    this.#expect(")");
    return members;
  }

  /** Reads a list in brackets; `levels` is the depth of the lists within it. */
  #list(levels: number, type?: SimpleGeometry["type"]): Coordinates[] {
    this.#expect("(");
    const items: Coordinates[] = [];
    do items.push(this.#item(levels, type));
    while (this.#take(","));
    this.#expect(")");
    return items;
  }

  #item(levels: number, type?: SimpleGeometry["type"]): Coordinates {
    if (levels > 0) return this.#list(levels - 1);
    // Each point of a MultiPoint may be in brackets.
    return type === "MultiPoint" && this.#peek() === "(" ? this.#only(this.#list(0)) : this.#position();
  }

  #only([item, ...others]: Coordinates[]): Coordinates {
    if (others.length > 0) throw this.#refuse(`WKT with ${others.length + 1} positions in place of one`);
    return item!;
  }

  #position(): Position {
    this.#match(/\s*/y);
    const start = this.#at;
    const words: string[] = [];
    for (let word = this.#peek(); word !== undefined && !/[(),]/.test(word); word = this.#peek()) {
      words.push(word);
      this.#take(word);
    }
    if (words.length === 0) throw this.makeUnreadable();
    const numbers = words.map(readDecimal);
    const known = numbers.filter((number) => number !== undefined);
    const bad = words[numbers.indexOf(undefined)];
    const fault =
      bad === undefined ? findPositionFault(known, words) : `has ${quote(bad)}, not a decimal number`;
    if (fault === undefined) return known;
    const position = words.join(" ");
    const message = `${this.#what}: the WKT position ${quote(position, 60)} ${fault}`;
    const next = suggestDecimalPoints(this.#text.slice(start, start + 60)) ?? WKT_HINT;
    throw inputError([{ code: "GEOMETRY_COORDINATES_INVALID", path: "", message, next }]);
  }

  #peek(): string | undefined {
    TOKEN.lastIndex = this.#at;
    return TOKEN.exec(this.#text)?.[1];
  }

  #take(token: string): boolean {
    TOKEN.lastIndex = this.#at;
    if (TOKEN.exec(this.#text)?.[1] !== token) return false;
    this.#at = TOKEN.lastIndex;
    return true;
  }

  #expect(token: string): void {
    if (!this.#take(token)) throw this.makeUnreadable();
  }

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)!;
    this.#at = pattern.lastIndex;
    return found;
  }

  makeUnreadable(): AppError {
    const rest = this.#text.slice(this.#at).trim();
    return this.#refuse(`WKT that cannot be read${rest === "" ? ": it breaks off" : ` at ${quote(rest)}`}`);
  }

  #refuse(found: string, hint = WKT_HINT): AppError {
    return makeNotGeoJson(this.#what, found, hint);
  }
}

/** Returns numbers that have decimal commas with decimal points: `14.2 40.6` for `14,2 40,6`. */
function suggestDecimalPoints(text: string): string | undefined {
  const [, x, xs, y, ys] =
    /^([+-]?\d{1,3}),(\d{1,15})\s+([+-]?\d{1,3}),(\d{1,15})(?=\s*[,)]|$)/.exec(text) ?? [];
  return x === undefined ? undefined : `Decimal comma? Write a decimal point: ${x}.${xs} ${y}.${ys}`;
}
