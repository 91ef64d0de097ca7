import type { WhereClause } from "../domain/where.ts";
import type { Bounds } from "../geo/bounds.ts";
import type { Region } from "../geo/geojson.ts";
import type { BBoxSide } from "../geo/geoparquet.ts";
import { WrongFile } from "./random-access-file.ts";

type Attribute = string | number | boolean | null;
export type Attributes = Readonly<Record<string, Attribute>>;

/** One footprint of an export file, with the attribute names of the interface; empty texts are null. */
export interface Footprint {
  attributes: Attributes;
  geometry: Region;
  /** Milliseconds since 1970; undefined when the file has no readable time. */
  timeMs: number | undefined;
}

/** The requested footprints of a file. */
export interface Wish {
  /** Attributes to return, in addition to the geometry and the time. */
  columns: readonly string[];
  /** Flat boxes: footprints outside all of them are skipped. One of them may exceed 180 degrees. */
  boxes?: readonly Bounds[] | undefined;
  /** Both ends inclusive, milliseconds since 1970. The start may increase while a file is read. */
  startMs?: number | undefined;
  endMs?: number | undefined;
  /** The condition on attributes, and the columns that it reads. */
  where?: { columns: readonly string[]; holds: (attributes: Attributes) => boolean } | undefined;
  /** Called for a footprint without a time that the interval excludes. */
  onUntimed?: () => void;
  /** Ends the reading, also of a file in which nothing is found. */
  signal?: AbortSignal;
}

/** An open export file. */
export interface FootprintFile {
  /** Attributes in the file. */
  readonly names: readonly string[];
  /** Yields every requested footprint, and perhaps some outside the boxes, in the order of the file. Throws WrongFile. */
  read(wish: Wish): AsyncGenerator<Footprint>;
  close(): Promise<void>;
}

export const TIME_COLUMN = "datetime";

/** `2026-03-10T01:02:03.004Z`, `2026/03/10 01:02:03.004+00`, `20260310`. */
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
function toAttribute(value: unknown): Attribute {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/**
 * Returns the attributes of one row from its cells; the time is converted to the notation of the interface. Throws WrongFile for a time that cannot
 * be read: no interval could find the footprint.
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
 * Returns a test whether the covering box of a row may meet one of the boxes. Its west may exceed its east
 * (GeoParquet 1.1). A missing box or a null side does not exclude the group. A million rows are not compared with each of a thousand
 * boxes, but with those in their latitudes.
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

// Compares the attributes of a footprint with the conditions of `--where`.

/** Compares like the catalog: numbers with numbers, text with text; a missing attribute meets no condition. */
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
