/** Reads a Placemark of KML: its geometry and its properties. A part that cannot be read is refused with its line, never skipped. */
import type { Element, Node } from "@xmldom/xmldom";
import { inputError, type AppError } from "../errors.ts";
import type { Geometry, Position } from "./geojson.ts";
import { checkPosition } from "./position.ts";
import { readPositions } from "./position-text.ts";

/** The reading of one document. */
export interface KmlReading {
  /** Its name in errors. */
  what: string;
  notes: string[];
  /** Counts the elements that are neither an area nor a site, by name. */
  skipped: Map<string, number>;
}

export interface KmlPlacemark {
  /** Null without a geometry. */
  geometry: Geometry | null;
  hasModel: boolean;
  properties: Record<string, unknown>;
}

/** Any version of KML, and the extensions of Google (`gx:`). */
const KML_NAMESPACE = /\/kml(?:\/|$)/i;

/** Returns the name of an element of KML without its prefix; undefined for elements of other namespaces. Google Earth reads KML without one. */
export function kmlName({ localName, namespaceURI }: Element): string | undefined {
  const isKml = !namespaceURI || KML_NAMESPACE.test(namespaceURI);
  return isKml ? (localName ?? undefined) : undefined;
}

export const isElement = (node: Node): node is Element => node.nodeType === 1;

export const elementsIn = (node: Node): Element[] => [...node.childNodes].filter(isElement);

export function countSkipped({ skipped }: KmlReading, name: string): void {
  skipped.set(name, (skipped.get(name) ?? 0) + 1);
}

const isMulti = (name: string): boolean => name === "MultiGeometry" || name === "MultiTrack";

/** Reports whether an element of this name is a geometry. */
export const isKmlGeometry = (name: string): boolean =>
  isMulti(name) || Object.hasOwn(GEOMETRIES, name) || name === "Model";

/** Reads a placemark. Errors: GEOMETRY_COORDINATES_INVALID, with the line. */
export function readPlacemark(placemark: Element, reading: KmlReading): KmlPlacemark {
  const models = reading.skipped.get("Model");
  const geometries = geometriesIn(placemark, reading);
  const hasModel = reading.skipped.get("Model") !== models;
  const [only = null, ...others] = geometries;
  const geometry = others.length === 0 ? only : { type: "GeometryCollection" as const, geometries };
  return { geometry, hasModel, properties: propertiesOf(placemark) };
}

function geometriesIn(parent: Element, reading: KmlReading): Geometry[] {
  return elementsIn(parent).flatMap((element): Geometry[] => {
    const name = kmlName(element) ?? "";
    if (isMulti(name)) return geometriesIn(element, reading);
    if (Object.hasOwn(GEOMETRIES, name))
      return isEmpty(element, reading) ? [] : [GEOMETRIES[name as keyof typeof GEOMETRIES](element, reading)];
    if (name === "Model") countSkipped(reading, name);
    else requireNoGeometry(element, reading);
    return [];
  });
}

/**
 * Reports, with a note, whether all lists of positions in a geometry or a boundary are empty: programs write such ones for a place that was not
 * found. Nothing of it is read, so nothing can be at another place.
 */
function isEmpty(element: Element, reading: KmlReading): boolean {
  const lists = [...element.getElementsByTagNameNS("*", "*")].filter((below) =>
    ["coordinates", "coord"].includes(kmlName(below) ?? ""),
  );
  if (lists.length === 0 || !lists.every(isBlank)) return false;
  reading.notes.push(`skipped the ${element.localName} of line ${lineOf(element)}: it has no positions`);
  return true;
}

const isBlank = (element: Element): boolean => element.textContent?.trim() === "";

/** Refuses a geometry in an element that has none in KML: it would be missing in the result. */
function requireNoGeometry(parent: Element, reading: KmlReading): void {
  for (const element of elementsIn(parent)) {
    const name = kmlName(element) ?? "";
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
    const [coordinates = [], ...others] = coordinatesOf(element, reading);
    if (others.length === 0) return { type: "Point", coordinates };
    const message = `the Point has ${others.length + 1} positions, not one`;
    throw refuse(reading, element, message, "Separate the numbers of a position with commas, without blanks");
  },
  LineString: readLine,
  LinearRing: readLine,
  Polygon: (element, reading) => ({ type: "Polygon", coordinates: ringsOf(element, reading) }),
  // The times of a track are not needed.
  Track: (element, reading) => {
    // An empty position is one that was not measured: the line goes on to the next one.
    const measured = childrenCalled(element, "coord").filter((coord) => !isBlank(coord));
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
  const coordinates = coordinatesOf(element, reading);
  if (coordinates.length > 1) return { type: "LineString", coordinates };
  throw refuse(reading, element, `the ${element.localName} has only one position`, "Complete or delete it");
}

/** Returns the outside, then the holes, in whichever order the file has them. */
function ringsOf(polygon: Element, reading: KmlReading): Position[][] {
  const outside = [
    ...childrenCalled(polygon, "LinearRing"),
    ...childrenCalled(polygon, "outerBoundaryIs").flatMap((boundary) => boundaryRings(boundary, reading)),
  ];
  const [outer, ...others] = outside;
  if (outer === undefined || others.length > 0) {
    const message = `the Polygon has ${outside.length} outer boundaries, not one`;
    throw refuse(reading, others[0] ?? polygon, message, "Give each area a Polygon of its own");
  }
  const holes = childrenCalled(polygon, "innerBoundaryIs")
    .filter((boundary) => elementsIn(boundary).length > 0 && !isEmpty(boundary, reading))
    .flatMap((boundary) => boundaryRings(boundary, reading));
  return [outer, ...holes].map((ring) => closedRing(ring, reading));
}

function boundaryRings(boundary: Element, reading: KmlReading): Element[] {
  const rings = childrenCalled(boundary, "LinearRing");
  if (rings.length > 0) return rings;
  throw refuse(reading, boundary, `the ${boundary.localName} has no LinearRing`, "Complete or delete it");
}

function closedRing(ring: Element, reading: KmlReading): Position[] {
  const positions = coordinatesOf(ring, reading);
  const [first = [], last = []] = [positions[0], positions.at(-1)];
  if (first[0] === last[0] && first[1] === last[1]) return positions;
  reading.notes.push(`closed the ring of line ${lineOf(ring)}: its last position differed from its first`);
  return [...positions, first];
}

/** Returns the positions of the only <coordinates> of an element: one or more. */
function coordinatesOf(parent: Element, reading: KmlReading): Position[] {
  const [element, ...others] = childrenCalled(parent, "coordinates");
  if (element === undefined || others.length > 0) {
    const found = element === undefined ? "no <coordinates>" : `${others.length + 1} <coordinates>, not one`;
    throw refuse(reading, parent, `the ${parent.localName} has ${found}`, "Complete or delete it");
  }
  const { text, lineAt } = textOf(element, reading);
  const read = readPositions(text);
  if (!read.ok) throw refuse(reading, lineAt(read.offset), read.reason, read.next);
  if (read.positions.length === 0)
    throw refuse(reading, element, `the ${parent.localName} has no positions`, "Complete or delete it");
  for (const [at, position] of read.positions.entries())
    requireInRange(position, () => lineAt(offsetOf(text, at)), reading);
  return read.positions;
}

/** Reads `longitude latitude altitude`, which in a track have blanks between them. */
function trackPosition(coord: Element, reading: KmlReading): Position {
  const { text } = textOf(coord, reading);
  const read = readPositions(text.trim().replaceAll(/\s+/g, ","));
  const [position] = read.ok ? read.positions : [];
  if (!read.ok)
    throw refuse(reading, coord, read.reason, "A position of a track is: longitude latitude altitude");
  requireInRange(position!, () => lineOf(coord), reading);
  return position!;
}

function requireInRange(position: Position, line: () => number, reading: KmlReading): void {
  const checked = checkPosition(position);
  if (!checked.ok) throw refuse(reading, line(), `the position "${position.join(",")}" ${checked.reason}`);
}

/** Returns the offset of the nth word. */
const offsetOf = (text: string, at: number): number => [...text.matchAll(/\S+/g)][at]!.index;

/** Returns the text of an element, with the line of each offset. A comment within a word is refused: it is unclear where the word ends. */
function textOf(element: Element, reading: KmlReading): { text: string; lineAt: (offset: number) => number } {
  let text = "";
  const pieces: { offset: number; line: number }[] = [];
  for (const node of element.childNodes) {
    if (isElement(node))
      throw refuse(reading, node, `<${node.tagName}> is inside <${element.tagName}>`, "Delete it");
    const isText = node.nodeType === node.TEXT_NODE || node.nodeType === node.CDATA_SECTION_NODE;
    if (!isText && /\S$/.test(text) && /^\S/.test(node.nextSibling?.nodeValue ?? ""))
      throw refuse(reading, lineOf(node), "a comment is inside a position", "Delete the comment");
    pieces.push({ offset: text.length, line: lineOf(node) });
    text += isText ? (node.nodeValue ?? "") : "";
  }
  const lineAt = (offset: number): number => {
    const piece = pieces.findLast((one) => one.offset <= offset) ?? { offset: 0, line: lineOf(element) };
    return piece.line + text.slice(piece.offset, offset).split("\n").length - 1;
  };
  return { text, lineAt };
}

const childrenCalled = (parent: Node, name: string): Element[] =>
  elementsIn(parent).filter((element) => kmlName(element) === name);

const lineOf = ({ lineNumber }: Node): number => lineNumber ?? 1;

function refuse({ what }: KmlReading, place: Element | number, message: string, next?: string): AppError {
  const line = typeof place === "number" ? place : lineOf(place);
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
function propertiesOf(placemark: Element): Record<string, unknown> {
  const texts = elementsIn(placemark).flatMap((element): [string, string][] => {
    const name = kmlName(element) ?? "";
    const text = TEXTS.has(name) ? (element.textContent ?? "") : "";
    return text === "" ? [] : [[name, text]];
  });
  const data = childrenCalled(placemark, "ExtendedData").flatMap(extendedData);
  return Object.fromEntries([...texts, ...data]);
}

/** Reads `<Data name="..."><value>` and `<SimpleData name="...">`, which may be in a `<SchemaData>`. */
function extendedData(parent: Element): [string, string][] {
  return elementsIn(parent).flatMap((element): [string, string][] => {
    const name = kmlName(element);
    if (name === "SchemaData") return extendedData(element);
    const key = element.getAttribute("name") ?? "";
    if (name === "SimpleData") return [[key, element.textContent ?? ""]];
    return name === "Data" ? [[key, childrenCalled(element, "value")[0]?.textContent ?? ""]] : [];
  });
}
