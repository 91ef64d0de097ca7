/** Compares a value of a request with the value of a record, in each spelling that services use. */
import { isJsonObject, toJsonObject } from "../../contract/json-object.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { fold } from "../closest.ts";
import { toDaySpans } from "./local-time.ts";

export type Comparison = "same" | "unclear" | "different";

const ALIASES: Readonly<Record<string, string>> = { ascdsc: "ascdesc", repetitionend: "repeatend" };

/** Returns one name for all spellings of a field in the interface and in the field. */
export function toCanonicalField(name: string): string {
  const plain = name.replaceAll("_", "").toLowerCase();
  return ALIASES[plain] ?? plain;
}

/** Envelopes whose fields count as the request's own, at any level. */
const ENVELOPES: ReadonlySet<string> = new Set([
  "properties",
  "repetitionproperties",
  "collectconstraints",
  "processingconfig",
]);

/** A field of a body or a record. */
export interface RequestField {
  /** Its canonical name. */
  field: string;
  /** The name as it is written. */
  name: string;
  value: unknown;
  /** The canonical name of the innermost object around it; empty at the root. */
  envelope: string;
}

/** Yields every field that has a value, also those inside the envelopes. */
export function* listRequestFields(value: unknown, envelope = "", depth = 0): Generator<RequestField> {
  if (!isJsonObject(value) || depth > ENVELOPES.size) return;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || member === null) continue;
    const field = toCanonicalField(name);
    if (ENVELOPES.has(field)) yield* listRequestFields(member, field, depth + 1);
    else yield { field, name, value: member, envelope };
  }
}

/** Returns the values of each field: the root and `properties` may have different ones. */
export function groupByField(value: unknown): Map<string, unknown[]> {
  const values = new Map<string, unknown[]>();
  for (const { field, value: member } of listRequestFields(value))
    values.set(field, [...(values.get(field) ?? []), member]);
  return values;
}

/** Compares a sent field with the record's values of the field. The field is the same if one value is equal. */
export function compareField(
  field: string,
  sent: unknown,
  found: readonly unknown[] | undefined,
): Comparison {
  if (found === undefined) return "unclear";
  const all = found.map((value) => compareValue(field, sent, value));
  return all.find((one) => one === "same") ?? all.find((one) => one === "unclear") ?? "different";
}

/** Compares two values of a field by the rule of the field, if it has one. */
export const compareValue = (field: string, sent: unknown, found: unknown): Comparison =>
  (RULES[field] ?? isSameValue)(sent, found);

const toComparison = (isSame: boolean): Comparison => (isSame ? "same" : "different");

/** Free texts are equal as texts only: the name `007` is not `7`. */
function compareTexts(sent: unknown, found: unknown): Comparison {
  const [left, right] = [sent, found].map((value) => (typeof value === "number" ? String(value) : value));
  if (typeof left !== "string" || typeof right !== "string") return "unclear";
  return toComparison(left.trim().normalize() === right.trim().normalize());
}

/** Words of a vocabulary are equal without case, `-` and `_`. */
function compareWords(sent: unknown, found: unknown): Comparison {
  if (typeof sent !== "string" || typeof found !== "string") return "unclear";
  return toComparison(fold(sent) === fold(found));
}

/** Local times are equal in all forms: `day`, `[21600, 64800]`, `[[21600, 64800]]`. */
function compareLocalTimes(sent: unknown, found: unknown): Comparison {
  const [left, right] = [toDaySpans(sent), toDaySpans(found)];
  if (left === undefined || right === undefined) return isSameValue(sent, found);
  const isEqual = left.length === right.length;
  return toComparison(
    isEqual && left.every(([from, to], at) => from === right[at]?.[0] && to === right[at]?.[1]),
  );
}

/** A service may add product types that it or the organization requires. */
function compareProductTypes(sent: unknown, found: unknown): Comparison {
  if (!Array.isArray(sent) || !Array.isArray(found)) return "unclear";
  const made = new Set(found.map((type) => fold(String(type))));
  return toComparison(sent.every((type) => made.has(fold(String(type)))));
}

/** An empty list allows all planes. */
function comparePlanes(sent: unknown, found: unknown): Comparison {
  if (!Array.isArray(sent) || !Array.isArray(found)) return "unclear";
  const [left, right] = [sent, found].map((planes) => [...new Set(planes.map(Number))].sort((a, b) => a - b));
  return toComparison(JSON.stringify(left) === JSON.stringify(right));
}

/** Services round positions: degrees, about a metre on the ground. */
const PLACE_TOLERANCE = 1e-5;

type Place = readonly [number, number];

/** Geometries are equal at the same place, from whichever corner and in whichever direction a ring is written. */
function compareGeometries(sent: unknown, found: unknown): Comparison {
  const [left, right] = [readRing(sent), readRing(found)];
  if (left === undefined || right === undefined) return isSameValue(sent, found);
  if (left.length !== right.length) return "different";
  const isAt = (turned: readonly Place[], start: number): boolean =>
    left.every((place, at) => isSamePlace(place, turned[(start + at) % turned.length]!));
  const rings = [right, right.toReversed()];
  return toComparison(rings.some((ring) => ring.some((_place, start) => isAt(ring, start))));
}

/** Returns the corners of a polygon, or a point as the only corner; undefined for other geometries. */
function readRing(geometry: unknown): Place[] | undefined {
  const { type, coordinates } = toJsonObject(geometry);
  if (type === "Point") return readPlaces([coordinates]);
  const polygons: unknown = type === "Polygon" ? [coordinates] : type === "MultiPolygon" ? coordinates : [];
  if (!Array.isArray(polygons) || polygons.length !== 1) return undefined;
  const [rings] = polygons as unknown[];
  if (!Array.isArray(rings) || rings.length !== 1 || !Array.isArray(rings[0])) return undefined;
  const places = readPlaces(rings[0] as unknown[]);
  // The last position repeats the first one.
  return places?.filter((place, at) => !isSamePlace(place, places[(at + 1) % places.length]!));
}

function readPlaces(positions: readonly unknown[]): Place[] | undefined {
  const places = positions.map((position) => (Array.isArray(position) ? position.map(Number) : []));
  return places.every(([lon, lat]) => Number.isFinite(lon) && Number.isFinite(lat))
    ? (places as unknown as Place[])
    : undefined;
}

function isSamePlace([lon, lat]: Place, [otherLon, otherLat]: Place): boolean {
  const turn = Math.abs(lon - otherLon) % 360;
  return Math.min(turn, 360 - turn) <= PLACE_TOLERANCE && Math.abs(lat - otherLat) <= PLACE_TOLERANCE;
}

type Rule = (sent: unknown, found: unknown) => Comparison;

const makeRules = (rule: Rule, ...fields: readonly string[]): Record<string, Rule> =>
  Object.fromEntries(fields.map((field) => [field, rule]));

const RULES: Readonly<Record<string, Rule | undefined>> = {
  ...makeRules(compareTexts, "taskingrequestname", "taskingrequestdescription", "repeatrequestname"),
  ...makeRules(compareTexts, "repeatrequestdescription", "retaskrequestname", "retaskrequestdescription"),
  ...makeRules(compareTexts, "contractid", "customattribute1", "customattribute2"),
  ...makeRules(
    compareWords,
    "collectiontier",
    "collectiontype",
    "archiveholdback",
    "lookdirection",
    "ascdesc",
  ),
  ...makeRules(compareWords, "squint", "polarization", "collectmode", "productcategory"),
  localtime: compareLocalTimes,
  producttypes: compareProductTypes,
  orbitalplanes: comparePlanes,
  geometry: compareGeometries,
};

/** Tolerance for a service that rounds to single precision; it equals a hundredth of a millimetre on the ground. */
const TOLERANCE = 1e-6;

export const toPlainNumber = (value: unknown): number | undefined => {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
};

const isNear = (left: number, right: number): boolean =>
  Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left), Math.abs(right));

const toBoolean = (value: unknown): boolean | undefined =>
  typeof value === "boolean" ? value : value === "true" ? true : value === "false" ? false : undefined;

/** Times are equal if they agree to the second, which is the precision of some services. */
function compareTimes(left: string, right: string): Comparison | undefined {
  const [a, b] = [parseTimestamp(left), parseTimestamp(right)];
  if (!a.ok || !b.ok) return undefined;
  return toComparison(Math.abs(a.ms - b.ms) < 1000);
}

function isSameValue(sent: unknown, found: unknown): Comparison {
  const [left, right] = [toPlainNumber(sent), toPlainNumber(found)];
  if (left !== undefined && right !== undefined) return toComparison(isNear(left, right));
  const [isSent, isFound] = [toBoolean(sent), toBoolean(found)];
  if (isSent !== undefined && isFound !== undefined) return toComparison(isSent === isFound);
  if (typeof sent === "string" && typeof found === "string")
    return compareTimes(sent, found) ?? toComparison(sent === found);
  if (Array.isArray(sent) && Array.isArray(found)) return compareLists(sent, found);
  if (isJsonObject(sent) && isJsonObject(found)) return compareMembers(sent, found);
  return "unclear";
}

/** Lists of words are sets to which a service may add its own; others are compared in order. */
function compareLists(sent: readonly unknown[], found: readonly unknown[]): Comparison {
  if (sent.length > 0 && sent.every((element) => typeof element === "string"))
    return toComparison(sent.every((element) => found.includes(element)));
  if (sent.length !== found.length) return "different";
  return findWorst(sent.map((element, index) => isSameValue(element, found[index])));
}

function compareMembers(
  sent: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
): Comparison {
  return findWorst(
    Object.entries(sent)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => (found[name] === undefined ? "unclear" : isSameValue(value, found[name]))),
  );
}

export const findWorst = (all: readonly Comparison[]): Comparison =>
  all.find((one) => one === "different") ?? all.find((one) => one === "unclear") ?? "same";
