import type { SimpleGeometry } from "../geo/geojson.ts";

export type Attribute = string | number | null;

/** One footprint of an export file: attributes under the names of the interface, empty texts as null. */
export interface Footprint {
  attributes: Readonly<Record<string, Attribute>>;
  geometry: SimpleGeometry;
  /** Milliseconds since 1970; undefined when the file says none that can be read. */
  timeMs: number | undefined;
}

/** What a reader may use to read less. A reader may hand out more than was asked for, never less. */
export interface Hints {
  /** None of them crosses the antimeridian. */
  boxes: readonly (readonly [west: number, south: number, east: number, north: number])[] | undefined;
  startMs: number | undefined;
  endMs: number | undefined;
}

/** The moment of an attribute, from what the three formats make of it. */
export function momentOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (typeof value !== "string") return undefined;
  const text = value.trim().replace(/^(\d{4})[/-](\d\d)[/-](\d\d)[T ]/, "$1-$2-$3T");
  // Spec silent: the zone of `datetime` in files that have none. We read UTC, as everywhere in the exports.
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** One cell of any format as an attribute. */
export function attributeOf(value: unknown): Attribute {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
