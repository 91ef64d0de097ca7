import type { WhereClause } from "../domain/where.ts";
import type { Bounds } from "../geo/bounds.ts";
import type { Region } from "../geo/geojson.ts";
import type { BBoxSide } from "../geo/geoparquet.ts";
import { WrongFile } from "./random-access-file.ts";

type Attribute = string | number | boolean | null;
export type Attributes = Readonly<Record<string, Attribute>>;

/** One footprint of an export file. Its attributes have the names of the interface, and empty texts are null. */
export interface Footprint {
  attributes: Attributes;
  geometry: Region;
  /** Milliseconds since 1970; undefined when the file has no readable time. */
  timeMs: number | undefined;
}

/** The footprints that a caller wants to read. A reader may skip everything else without decoding it. */
export interface Wish {
  /** Attributes to return, in addition to the geometry and the time. */
  columns: readonly string[];
  /** Boxes of the area; their longitudes may exceed 180. A reader may skip footprints that meet none of the boxes. */
  boxes?: readonly Bounds[] | undefined;
  /** First wanted moment, in milliseconds since 1970, inclusive. The caller may increase it while a file is read. */
  startMs?: number | undefined;
  endMs?: number | undefined;
  /** The condition on attributes, and the columns that it reads. */
  where?: { columns: readonly string[]; holds: (attributes: Attributes) => boolean } | undefined;
  /** Called for a footprint without a time that the interval excludes. */
  onUntimed?: () => void;
  /** Stops the reading, even while no footprint is found. */
  signal?: AbortSignal;
}

/**
 * An open export file in any of the three formats. Commands read footprints through this interface only:
 *
 *     const file = await openFootprints("2026-W10.parquet");
 *     for await (const { geometry, attributes } of file.read({ columns: ["id"], boxes: [[9, 53, 11, 54]] })) ...
 *
 * Each format skips in its own way: GeoParquet by the statistics of row groups, GeoPackage by its R-tree, and a shapefile
 * by the box of each record. The skipping is coarse, so the caller still compares each geometry with the area. Without
 * this interface, a search would decode a million footprints to find ten. Files are untrusted: any fault is a WrongFile.
 */
export interface FootprintFile {
  /** The names of the attributes in the file. */
  readonly names: readonly string[];
  /** Yields every requested footprint, and perhaps some outside the boxes, in the order of the file. Throws WrongFile. */
  read(wish: Wish): AsyncGenerator<Footprint>;
  close(): Promise<void>;
}

export const TIME_COLUMN = "datetime";

/** Matches `2026-03-10T01:02:03.004Z`, `2026/03/10 01:02:03.004+00` and `20260310`. */
const MOMENT =
  /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Returns the moment of an attribute as read from any of the three formats. */
export function toMoment(value: unknown): number | undefined {
  const ms =
    value instanceof Date ? value.getTime() : typeof value === "string" ? parseTextMs(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

function parseTextMs(text: string): number {
  const [, year, month, day, time = "00:00", zone = "Z"] = MOMENT.exec(text.trim()) ?? [];
  // Spec silent: the zone of `datetime` in files without one. We read UTC.
  return Date.parse(`${year}-${month}-${day}T${time}${zone.length === 3 ? `${zone}:00` : zone}`);
}

/** Returns one cell of any format as an attribute. */
export function toAttribute(value: unknown): Attribute {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/**
 * Returns the attributes of one row from its cells; the time is converted to the notation of the interface. Throws
 * WrongFile for an unreadable time, because no search by time could find the footprint.
 */
export function readAttributes(
  names: readonly string[],
  cellAt: (name: string, at: number) => unknown,
): Attributes {
  return Object.fromEntries(
    names.map((name, at) => {
      const cell = cellAt(name, at);
      const attribute = toAttribute(cell);
      if (name !== TIME_COLUMN || (attribute === null && !(cell instanceof Date))) return [name, attribute];
      const ms = toMoment(cell);
      if (ms === undefined)
        throw new WrongFile(`the datetime ${JSON.stringify(cell)} of a footprint cannot be read`);
      return [name, new Date(ms).toISOString()];
    }),
  );
}

export const timeOf = (attributes: Attributes): number | undefined => toMoment(attributes[TIME_COLUMN]);

/** Reports whether the time is in the requested interval, and the attributes meet the condition. */
export function isWanted(attributes: Attributes, wish: Wish): boolean {
  const { startMs, endMs, where, onUntimed, signal } = wish;
  signal?.throwIfAborted();
  const ms = timeOf(attributes);
  if (ms === undefined && (startMs !== undefined || endMs !== undefined)) onUntimed?.();
  const isInTime =
    (startMs === undefined && endMs === undefined) ||
    (ms !== undefined && ms >= (startMs ?? -Infinity) && ms <= (endMs ?? Infinity));
  return isInTime && (where === undefined || where.holds(attributes));
}

/** Returns the existing columns that a wish requires. */
export const listWishColumns = (names: readonly string[], { columns, where }: Wish): string[] =>
  [...new Set([TIME_COLUMN, ...(where?.columns ?? []), ...columns])].filter((name) => names.includes(name));

export type Sides = Readonly<Record<BBoxSide, number>>;

/** Returns the whole degrees of latitude of a range. */
function listBands(south: number, north: number): number[] {
  const [first, last] = [south, north].map((latitude) => Math.floor(Math.min(90, Math.max(-90, latitude))));
  return Array.from({ length: Math.max(0, last! - first! + 1) }, (_, at) => first! + at);
}

/**
 * Returns a test whether the covering box of a row may meet one of the boxes. The covering box may cross the
 * antimeridian: then its west exceeds its east (GeoParquet 1.1). A row without a box, or with a null side, may meet any.
 * Boxes are found by latitude, so that a million rows are not compared with each of a thousand boxes.
 */
export function createNearFilter(
  boxes: readonly Bounds[],
): (sides: Partial<Sides> | null | undefined) => boolean {
  const bands = new Map<number, Bounds[]>();
  for (const box of boxes)
    for (const band of listBands(box[1], box[3])) {
      const own = bands.get(band);
      if (own === undefined) bands.set(band, [box]);
      else own.push(box);
    }
  return (sides) => {
    const { xmin, ymin, xmax, ymax } = sides ?? {};
    if (xmin == null || ymin == null || xmax == null || ymax == null) return true;
    if (Number.isNaN(ymin) || Number.isNaN(ymax)) return true;
    const meets = ([west, south, east, north]: Bounds): boolean => {
      if (ymax < south || ymin > north) return false;
      return xmin <= xmax ? xmax >= west && xmin <= east : xmax >= west || xmin <= east;
    };
    return listBands(ymin, ymax).some((band) => bands.get(band)?.some(meets) === true);
  };
}

/**
 * Returns a test of attributes against the conditions of `--where`. Numbers are compared with numbers and texts with
 * texts, as in the catalog. A missing attribute meets no condition.
 */
export const holdsAll =
  (conditions: readonly WhereClause[]) =>
  (attributes: Attributes): boolean =>
    conditions.every(({ name, operator, value }) => compare(attributes[name] ?? null, operator, value));

function compare(found: Attribute, operator: WhereClause["operator"], wanted: WhereClause["value"]): boolean {
  if (found === null) return false;
  const value = typeof found === "string" ? String(wanted) : wanted;
  if (typeof value !== typeof found) return false;
  switch (operator) {
    case "=":
    case "==":
      return found === value;
    case "<":
      return found < value;
    case "<=":
      return found <= value;
    case ">":
      return found > value;
    case ">=":
      return found >= value;
    case "^=":
      return String(found).startsWith(String(value));
    case "*=":
      return String(found).includes(String(value));
  }
}
