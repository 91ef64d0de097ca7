/**
 * Reads placemarks of KML with a Point, a line, a Polygon or a track, at any depth of folders. Pictures, models and links
 * (`SKIPPED`) are neither an area nor a site. They are listed in a note, or in the error if there is nothing else.
 */
import type { Element, Node } from "@xmldom/xmldom";
import { countText } from "../counted.ts";
import { AppError, inputError } from "../errors.ts";
import type { Position, Geometry } from "./geojson.ts";
import { findGeometryFault } from "./sound-geometry.ts";
import { joinGeometries, KEEP_ONE, makeNotGeoJson, type Area, type Taking } from "./area-geojson.ts";
import { mapPositions } from "./polygon.ts";
import { readPositions } from "./position-text.ts";
import { checkPosition } from "./position.ts";
import { CONVERT, CONVERT_GPX } from "./ogr2ogr.ts";
import { quote } from "./quote.ts";
import { parseXml } from "./read-xml.ts";

const HINT = "Give a KML file with one Placemark that has a Point or Polygon";

/** Reads the single placemark of a KML document, or all of them. Altitudes of 0, which most programs write, are dropped silently. */
export async function readKmlArea(text: string, what: string, taking: Taking = "one"): Promise<Area> {
  const { placemarks, skipped, notes } = await readKmlFeatures(text, what);
  const placed = placemarks.filter(({ geometry }) => geometry !== null);
  const geometries = placed.flatMap(({ geometry }) => geometry ?? []);
  const [only, ...more] = geometries;
  if (only === undefined) {
    const others = skipped === "" ? "" : `with only ${skipped}, `;
    const found =
      placemarks.length > 0
        ? `KML with ${countText(placemarks.length, "placemark")}, none with a position`
        : `KML ${others}without a placemark that has a geometry`;
    throw makeNotGeoJson(what, found, HINT);
  }
  for (const geometry of geometries) {
    const fault = findGeometryFault(geometry, "");
    if (fault !== undefined) throw inputError([fault]);
  }
  if (more.length > 0) {
    if (taking === "one") throw makeNotGeoJson(what, `KML with ${geometries.length} placemarks`, KEEP_ONE);
    const joined = joinGeometries(
      placemarks.map(({ geometry }) => geometry && dropZeroAltitudes(geometry)),
      what,
      "placemark",
    );
    return { ...joined, notes: [...notes, ...joined.notes] };
  }
  const bare = placemarks.length - 1;
  return {
    geometry: dropZeroAltitudes(only),
    attributes: placed[0]!.properties,
    notes: [...notes, ...(bare > 0 ? [`skipped ${countText(bare, "placemark")} without a geometry`] : [])],
  };
}

interface KmlFeatures {
  placemarks: (KmlPlacemark & { number: number })[];
  /** The skipped elements as a list: "1 GroundOverlay and 2 NetworkLinks"; empty for none. */
  skipped: string;
  notes: string[];
}

/** Reads the placemarks of a KML document. Errors: INPUT_NOT_GEOJSON; GEOMETRY_COORDINATES_INVALID, with the line. */
export async function readKmlFeatures(text: string, what: string): Promise<KmlFeatures> {
  const head = text.slice(0, 10_000).replace(/<!--.*?-->/gs, "");
  const word = /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(head)?.[1]?.toLowerCase() ?? "";
  if (word !== "kml") {
    const isGml = /\bxmlns(?::\w+)?\s*=\s*["'][^"']*\/gml\b/.test(head);
    if (isGml) throw makeNotGeoJson(what, "GML", CONVERT);
    throw makeNotGeoJson(
      what,
      makeForeignXml(word),
      word === "gpx" ? CONVERT_GPX : "Give GeoJSON, WKT or KML",
    );
  }
  const parsed = await parseXml(text);
  if ("problem" in parsed) {
    const message = `${what} ${parsed.problem} (line ${parsed.line})`;
    throw new AppError("usage", "INPUT_NOT_GEOJSON", message, {
      next: "Correct the file, or save it as KML again",
    });
  }
  const root = parsed.document.documentElement!;
  if (readKmlName(root) === undefined)
    throw makeNotGeoJson(
      what,
      `XML of the namespace ${quote(root.namespaceURI ?? "", 60)}, which is not KML`,
      HINT,
    );
  const reading: KmlReading = { what, notes: [], skipped: new Map() };
  const placemarks = findPlacemarks(root, reading).map((one, at) => ({ ...one, number: at + 1 }));
  const skipped = [...reading.skipped].map(([name, count]) => countText(count, name)).join(" and ");
  return {
    // A model is not an area. The note lists it.
    placemarks: placemarks.filter(({ geometry, hasModel }) => geometry !== null || !hasModel),
    skipped,
    notes: [...reading.notes, ...(skipped === "" ? [] : [`skipped ${skipped}: only placemarks are read`])],
  };
}

/** Elements of KML that have no location, or whose location is not an area of interest. */
const SKIPPED = new Set([
  "GroundOverlay",
  "PhotoOverlay",
  "ScreenOverlay",
  "NetworkLink",
  "NetworkLinkControl",
  "Tour",
]);

function findPlacemarks(parent: Element, reading: KmlReading): KmlPlacemark[] {
  return listElements(parent).flatMap((element) => {
    const name = readKmlName(element) ?? "";
    if (name === "Placemark") return [readPlacemark(element, reading)];
    if (SKIPPED.has(name)) countSkipped(reading, name);
    else if (isKmlGeometry(name)) countSkipped(reading, `${name} outside a Placemark`);
    // A name in another case or namespace is not a placemark. Google Earth skips such elements also.
    else if (/^placemark$/i.test(element.localName ?? ""))
      countSkipped(reading, `<${element.tagName}> that is not KML's Placemark`);
    else return findPlacemarks(element, reading);
    return [];
  });
}

/** Drops altitudes of 0. */
export const dropZeroAltitudes = <G extends Geometry>(geometry: G): G =>
  mapPositions(geometry, dropZeroAltitude);

const dropZeroAltitude = (position: Position): Position =>
  position.length === 3 && position[2] === 0 ? position.slice(0, 2) : position;

function makeForeignXml(root: string): string {
  if (root === "gpx") return "GPX";
  if (root === "html") return "an HTML page";
  return "XML that is not KML";
}

// Reads the geometry and the properties of a placemark. An unreadable part is refused with its line, never skipped.

/** The state of reading one document. */
interface KmlReading {
  /** The name of the document in errors. */
  what: string;
  notes: string[];
  /** Counts the elements that are neither an area nor a site, by name. */
  skipped: Map<string, number>;
}

interface KmlPlacemark {
  /** Null without a geometry. */
  geometry: Geometry | null;
  hasModel: boolean;
  properties: Record<string, unknown>;
}

/** Any version of KML, and the extensions of Google (`gx:`). */
const KML_NAMESPACE = /\/kml(?:\/|$)/i;

/** Returns the name of an element without its prefix; undefined for other namespaces. An element without one is KML. */
function readKmlName({ localName, namespaceURI }: Element): string | undefined {
  const isKml = !namespaceURI || KML_NAMESPACE.test(namespaceURI);
  return isKml ? (localName ?? undefined) : undefined;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

const listElements = (node: Node): Element[] => [...node.childNodes].filter(isElement);

function countSkipped({ skipped }: KmlReading, name: string): void {
  skipped.set(name, (skipped.get(name) ?? 0) + 1);
}

const isMulti = (name: string): boolean => name === "MultiGeometry" || name === "MultiTrack";

/** Reports whether an element of this name is a geometry. */
const isKmlGeometry = (name: string): boolean =>
  isMulti(name) || Object.hasOwn(GEOMETRIES, name) || name === "Model";

/** Reads a placemark. Errors: GEOMETRY_COORDINATES_INVALID, with the line. */
function readPlacemark(placemark: Element, reading: KmlReading): KmlPlacemark {
  const models = reading.skipped.get("Model");
  const geometries = listGeometries(placemark, reading);
  const hasModel = reading.skipped.get("Model") !== models;
  const [only = null, ...others] = geometries;
  const geometry = others.length === 0 ? only : { type: "GeometryCollection" as const, geometries };
  return { geometry, hasModel, properties: readProperties(placemark) };
}

function listGeometries(parent: Element, reading: KmlReading): Geometry[] {
  return listElements(parent).flatMap((element): Geometry[] => {
    const name = readKmlName(element) ?? "";
    if (isMulti(name)) return listGeometries(element, reading);
    if (Object.hasOwn(GEOMETRIES, name))
      return isEmpty(element, reading) ? [] : [GEOMETRIES[name as keyof typeof GEOMETRIES](element, reading)];
    if (name === "Model") countSkipped(reading, name);
    else requireNoGeometry(element, reading);
    return [];
  });
}

/**
 * Reports whether all lists of positions in a geometry or a boundary are empty, and adds a note. Some programs write an
 * empty geometry for a place that they did not find.
 */
function isEmpty(element: Element, reading: KmlReading): boolean {
  const lists = [...element.getElementsByTagNameNS("*", "*")].filter((below) =>
    ["coordinates", "coord"].includes(readKmlName(below) ?? ""),
  );
  if (lists.length === 0 || !lists.every(isBlank)) return false;
  reading.notes.push(
    `skipped the ${element.localName} of line ${readLineNumber(element)}: it has no positions`,
  );
  return true;
}

const isBlank = (element: Element): boolean => element.textContent?.trim() === "";

/** Refuses a geometry in an element that must not have one, because the result would lack it silently. */
function requireNoGeometry(parent: Element, reading: KmlReading): void {
  for (const element of listElements(parent)) {
    const name = readKmlName(element) ?? "";
    if (isKmlGeometry(name) || name === "Placemark")
      throw refuse(
        reading,
        element,
        `a ${name} is inside <${parent.tagName}>, where KML has none`,
        "Put the geometry directly into its Placemark",
      );
    requireNoGeometry(element, reading);
  }
}

type ReadElement = (element: Element, reading: KmlReading) => Geometry;

const GEOMETRIES = {
  Point: (element, reading) => {
    const [coordinates = [], ...others] = readCoordinates(element, reading);
    if (others.length === 0) return { type: "Point", coordinates };
    const message = `the Point has ${others.length + 1} positions, not one`;
    throw refuse(reading, element, message, "Separate the numbers of a position with commas, without blanks");
  },
  LineString: readLine,
  LinearRing: readLine,
  Polygon: (element, reading) => ({ type: "Polygon", coordinates: readRings(element, reading) }),
  // The times of a track are not needed.
  Track: (element, reading) => {
    // An empty position was not measured, so the line continues at the next position.
    const measured = findChildren(element, "coord").filter((coord) => !isBlank(coord));
    const coordinates = measured.map((coord) => trackPosition(coord, reading));
    const [only] = coordinates;
    if (only === undefined)
      throw refuse(reading, element, "the Track has no positions", "Complete or delete it");
    return coordinates.length === 1
      ? { type: "Point", coordinates: only }
      : { type: "LineString", coordinates };
  },
} as const satisfies Record<string, ReadElement>;

function readLine(element: Element, reading: KmlReading): Geometry {
  const coordinates = readCoordinates(element, reading);
  if (coordinates.length > 1) return { type: "LineString", coordinates };
  throw refuse(reading, element, `the ${element.localName} has only one position`, "Complete or delete it");
}

/** Returns the outer ring, then the holes. The file may have them in another order. */
function readRings(polygon: Element, reading: KmlReading): Position[][] {
  const outside = [
    ...findChildren(polygon, "LinearRing"),
    ...findChildren(polygon, "outerBoundaryIs").flatMap((boundary) => readBoundaryRings(boundary, reading)),
  ];
  const [outer, ...others] = outside;
  if (outer === undefined || others.length > 0) {
    const message = `the Polygon has ${outside.length} outer boundaries, not one`;
    throw refuse(reading, others[0] ?? polygon, message, "Give each area a Polygon of its own");
  }
  const holes = findChildren(polygon, "innerBoundaryIs")
    .filter((boundary) => listElements(boundary).length > 0 && !isEmpty(boundary, reading))
    .flatMap((boundary) => readBoundaryRings(boundary, reading));
  return [outer, ...holes].map((ring) => closeKmlRing(ring, reading));
}

function readBoundaryRings(boundary: Element, reading: KmlReading): Element[] {
  const rings = findChildren(boundary, "LinearRing");
  if (rings.length > 0) return rings;
  throw refuse(reading, boundary, `the ${boundary.localName} has no LinearRing`, "Complete or delete it");
}

function closeKmlRing(ring: Element, reading: KmlReading): Position[] {
  const positions = readCoordinates(ring, reading);
  const [first = [], last = []] = [positions[0], positions.at(-1)];
  if (first[0] === last[0] && first[1] === last[1]) return positions;
  reading.notes.push(
    `closed the ring of line ${readLineNumber(ring)}: its last position differed from its first`,
  );
  return [...positions, first];
}

/** Returns the positions of the only <coordinates> of an element: one or more. */
function readCoordinates(parent: Element, reading: KmlReading): Position[] {
  const [element, ...others] = findChildren(parent, "coordinates");
  if (element === undefined || others.length > 0) {
    const found = element === undefined ? "no <coordinates>" : `${others.length + 1} <coordinates>, not one`;
    throw refuse(reading, parent, `the ${parent.localName} has ${found}`, "Complete or delete it");
  }
  const { text, lineAt } = readElementText(element, reading);
  const read = readPositions(text);
  if (!read.ok) throw refuse(reading, lineAt(read.offset), read.reason, read.next);
  if (read.positions.length === 0)
    throw refuse(reading, element, `the ${parent.localName} has no positions`, "Complete or delete it");
  for (const [at, position] of read.positions.entries())
    requireInRange(position, () => lineAt(readOffset(text, at)), reading);
  return read.positions;
}

/** Reads `longitude latitude altitude`, which in a track have blanks between them. */
function trackPosition(coord: Element, reading: KmlReading): Position {
  const { text } = readElementText(coord, reading);
  const read = readPositions(text.trim().replaceAll(/\s+/g, ","));
  const [position] = read.ok ? read.positions : [];
  if (!read.ok)
    throw refuse(reading, coord, read.reason, "A position of a track is: longitude latitude altitude");
  requireInRange(position!, () => readLineNumber(coord), reading);
  return position!;
}

function requireInRange(position: Position, line: () => number, reading: KmlReading): void {
  const checked = checkPosition(position);
  if (!checked.ok) throw refuse(reading, line(), `the position "${position.join(",")}" ${checked.reason}`);
}

/** Returns the offset of the nth word. */
const readOffset = (text: string, at: number): number => [...text.matchAll(/\S+/g)][at]!.index;

/** Returns the text of an element, with the line of each offset. Refuses a comment inside a word, whose end is unclear. */
function readElementText(
  element: Element,
  reading: KmlReading,
): { text: string; lineAt: (offset: number) => number } {
  let text = "";
  const pieces: { offset: number; line: number }[] = [];
  for (const node of element.childNodes) {
    if (isElement(node))
      throw refuse(reading, node, `<${node.tagName}> is inside <${element.tagName}>`, "Delete it");
    const isText = node.nodeType === node.TEXT_NODE || node.nodeType === node.CDATA_SECTION_NODE;
    if (!isText && /\S$/.test(text) && /^\S/.test(node.nextSibling?.nodeValue ?? ""))
      throw refuse(reading, readLineNumber(node), "a comment is inside a position", "Delete the comment");
    pieces.push({ offset: text.length, line: readLineNumber(node) });
    text += isText ? (node.nodeValue ?? "") : "";
  }
  const lineAt = (offset: number): number => {
    const piece = pieces.findLast((one) => one.offset <= offset) ?? {
      offset: 0,
      line: readLineNumber(element),
    };
    return piece.line + text.slice(piece.offset, offset).split("\n").length - 1;
  };
  return { text, lineAt };
}

const findChildren = (parent: Node, name: string): Element[] =>
  listElements(parent).filter((element) => readKmlName(element) === name);

const readLineNumber = ({ lineNumber }: Node): number => lineNumber ?? 1;

function refuse({ what }: KmlReading, place: Element | number, message: string, next?: string): AppError {
  const line = typeof place === "number" ? place : readLineNumber(place);
  return inputError([
    {
      code: "GEOMETRY_COORDINATES_INVALID",
      path: "",
      message: `${what}, line ${line}: ${message}`,
      ...(next !== undefined && { next }),
    },
  ]);
}

/** Texts directly in a placemark that are properties of its feature. */
const TEXTS = new Set(["name", "address", "phoneNumber", "description"]);

/** Returns the texts of a placemark, and its extended data, by name. */
function readProperties(placemark: Element): Record<string, unknown> {
  const texts = listElements(placemark).flatMap((element): [string, string][] => {
    const name = readKmlName(element) ?? "";
    const text = TEXTS.has(name) ? (element.textContent ?? "") : "";
    return text === "" ? [] : [[name, text]];
  });
  const data = findChildren(placemark, "ExtendedData").flatMap(readExtendedData);
  return Object.fromEntries([...texts, ...data]);
}

/** Reads `<Data name="..."><value>` and `<SimpleData name="...">`, which may be in a `<SchemaData>`. */
function readExtendedData(parent: Element): [string, string][] {
  return listElements(parent).flatMap((element): [string, string][] => {
    const name = readKmlName(element);
    if (name === "SchemaData") return readExtendedData(element);
    const key = element.getAttribute("name") ?? "";
    if (name === "SimpleData") return [[key, element.textContent ?? ""]];
    return name === "Data" ? [[key, findChildren(element, "value")[0]?.textContent ?? ""]] : [];
  });
}
