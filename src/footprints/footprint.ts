import type { Bounds } from "../geo/bounds.ts";
import type { MultiPolygon, Polygon } from "../geo/geojson.ts";

export type Attribute = string | number | boolean | null;
export type Attributes = Readonly<Record<string, Attribute>>;

/** One footprint of an export file: attributes under the names of the interface, empty texts as null. */
export interface Footprint {
  attributes: Attributes;
  geometry: Polygon | MultiPolygon;
  /** Milliseconds since 1970; undefined when the file has none that can be read. */
  timeMs: number | undefined;
}

/** What is wanted of a file. */
export interface Wish {
  /** Attributes to hand out, beside the geometry and the time. */
  columns: readonly string[];
  /** Flat boxes: a footprint beside all of them is not wanted. One of them may reach beyond 180 degrees. */
  boxes?: readonly Bounds[] | undefined;
  /** Both ends inclusive, milliseconds since 1970. The start may move on while a file is read. */
  startMs?: number | undefined;
  endMs?: number | undefined;
  /** What the attributes have to answer to, and which of them that takes. */
  where?: { columns: readonly string[]; holds: (attributes: Attributes) => boolean } | undefined;
}

/** An export file that is open. */
export interface FootprintFile {
  /** Attributes that the file has. */
  readonly names: readonly string[];
  /** Every footprint that is wanted and perhaps some beside the boxes, in the order of the file. Throws WrongFile. */
  read(wish: Wish): AsyncGenerator<Footprint>;
  close(): Promise<void>;
}

export const TIME_COLUMN = "datetime";

/** `2026-03-10T01:02:03.004Z`, `2026/03/10 01:02:03.004+00`, `20260310`. */
const MOMENT =
  /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The moment of an attribute, from what the three formats make of it. */
export function momentOf(value: unknown): number | undefined {
  const ms = value instanceof Date ? value.getTime() : typeof value === "string" ? textMs(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

function textMs(text: string): number {
  const [, year, month, day, time = "00:00", zone = "Z"] = MOMENT.exec(text.trim()) ?? [];
  // Spec silent: the zone of `datetime` in files that have none. We read UTC, as everywhere in the exports.
  return Date.parse(`${year}-${month}-${day}T${time}${zone.length === 3 ? `${zone}:00` : zone}`);
}

/** One cell of any format as an attribute. */
function attributeOf(value: unknown): Attribute {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Attributes of one row from its cells; the moment is written as the interface writes it, whatever the file does. */
export function attributesFrom(
  names: readonly string[],
  cellAt: (name: string, at: number) => unknown,
): Attributes {
  return Object.fromEntries(
    names.map((name, at) => {
      const cell = cellAt(name, at);
      const ms = name === TIME_COLUMN ? momentOf(cell) : undefined;
      return [name, ms === undefined ? attributeOf(cell) : new Date(ms).toISOString()];
    }),
  );
}

/** True when the time of a footprint is one that is wanted. */
export const isInTime = (ms: number | undefined, { startMs, endMs }: Wish): boolean =>
  (startMs === undefined && endMs === undefined) ||
  (ms !== undefined && ms >= (startMs ?? -Infinity) && ms <= (endMs ?? Infinity));

/** The columns to read for a wish, of those that there are. */
export const columnsOf = (names: readonly string[], { columns, where }: Wish): string[] =>
  [...new Set([TIME_COLUMN, ...(where?.columns ?? []), ...columns])].filter((name) => names.includes(name));
