/**
 * Compares items with the search that found them. A service may apply the filter to the first page only: its later pages
 * are then pages of the whole archive.
 */
import { readFootprint } from "../../contract/item-footprint.ts";
import { isJsonObject, toJsonObject } from "../../contract/json-object.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { readTimestampMs } from "../../contract/body-values.ts";
import { toAoiOfBox, toAoiOfParts } from "../../geo/area-of-interest.ts";
import { measureBounds, doBoundsMeet, type Bounds } from "../../geo/bounds.ts";
import type { BBox, Geometry } from "../../geo/geojson.ts";
import { listPositions, listSingleParts } from "../../geo/polygon.ts";
import { parseInterval } from "../../time/interval.ts";
import { holdsBound } from "../where.ts";

/** One filter of a search. */
export interface SearchCheck {
  /** The filter's name in the body: `collections`, `sar:product_type`. */
  name: string;
  /** True also for an item without the compared value. */
  isMet: (item: StacItem) => boolean;
  /** Returns the compared value of an item, for messages. */
  valueOf?: (item: StacItem) => unknown;
}

/** Returns the checks of a search body. A filter that cannot be compared here has no check. */
export function listChecks(body: Readonly<Record<string, unknown>>): SearchCheck[] {
  const { ids, collections, query } = body;
  // The service ignores every other filter beside ids.
  if (ids !== undefined) return isTexts(ids) ? [makeMemberCheck("ids", ids, ({ id }) => id)] : [];
  return [
    ...(isTexts(collections)
      ? [makeMemberCheck("collections", collections, ({ collection }) => collection)]
      : []),
    ...[makeTimeCheck(body), makeAreaCheck(body)].filter((check) => check !== undefined),
    ...Object.entries(toJsonObject(query))
      .filter(([, wanted]) => isComparable(wanted))
      .map(([name, wanted]) => makeQueryCheck(name, wanted)),
  ];
}

/** Returns the first property of which an item does not meet several bounds: a service may compare with one of them. */
export function findUnmetRange(
  { query }: Readonly<Record<string, unknown>>,
  items: readonly StacItem[],
): string | undefined {
  return Object.entries(toJsonObject(query))
    .filter(([, wanted]) => Object.keys(toJsonObject(wanted)).length > 1 && isComparable(wanted))
    .find(([name, wanted]) => !items.every(makeQueryCheck(name, wanted).isMet))?.[0];
}

/** Returns whether this program reads the comparison as the service does: a person may send other operators and values. */
const isComparable = (wanted: unknown): boolean =>
  Object.entries(toJsonObject(wanted)).every(([operator, bound]) =>
    operator === "in"
      ? Array.isArray(bound) && bound.every(isScalar)
      : ["eq", "lt", "lte", "gt", "gte"].includes(operator) && isScalar(bound),
  );

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

function makeMemberCheck(
  name: string,
  wanted: readonly string[],
  valueOf: (item: StacItem) => string | undefined,
): SearchCheck {
  const all = new Set(wanted.map((each) => each.toLowerCase()));
  const isMet = (item: StacItem): boolean => all.has((valueOf(item) ?? wanted[0] ?? "").toLowerCase());
  return { name, isMet, valueOf };
}

function makeQueryCheck(name: string, wanted: unknown): SearchCheck {
  const valueOf = ({ properties = {} }: StacItem): unknown => properties[name.replace(/^properties\./, "")];
  const isMet = (item: StacItem): boolean => {
    const value = valueOf(item);
    if (value === undefined || value === null || isJsonObject(value)) return true;
    return Array.isArray(value) ? value.some((each) => holdsBound(wanted, each)) : holdsBound(wanted, value);
  };
  return { name, isMet, valueOf };
}

/** The time of an item is a moment or an interval; either may be the one that the service compares. */
function makeTimeCheck({ datetime }: Readonly<Record<string, unknown>>): SearchCheck | undefined {
  const interval = typeof datetime === "string" ? parseInterval(datetime) : undefined;
  if (interval?.ok !== true) return undefined;
  const { startMs = -Infinity, endMs = Infinity } = interval;
  const valueOf = ({ properties = {} }: StacItem): unknown => properties["datetime"];
  const isMet = ({ properties = {} }: StacItem): boolean => {
    const times = ["datetime", "start_datetime", "end_datetime"].flatMap(
      (key) => readTimestampMs(properties[key]) ?? [],
    );
    return times.length === 0 || (Math.min(...times) <= endMs && Math.max(...times) >= startMs);
  };
  return { name: "datetime", isMet, valueOf };
}

/** Tolerance between a box and an item, in degrees: the service may compare other footprints than it shows. */
const MARGIN = 0.05;

/** Latitude from which on a footprint may be around the pole. */
const POLAR = 85;

/** Compares boxes only: whether a footprint meets an area exactly is up to the service. */
function makeAreaCheck(body: Readonly<Record<string, unknown>>): SearchCheck | undefined {
  const boxes = findBoxes(body);
  if (boxes === undefined) return undefined;
  const isMet = (item: StacItem): boolean => {
    const footprint = readFootprint(item);
    if (footprint === undefined || footprint.type === "GeometryCollection") return true;
    const [west, south, east, north] = measureBounds(listPositions(footprint));
    // A footprint on both sides of the antimeridian may be written in several ways, and one around a pole has no box.
    if (!(east - west < 180) || north > POLAR || south < -POLAR) return true;
    return [-360, 0, 360].some((shift) => {
      const box: Bounds = [west + shift - MARGIN, south - MARGIN, east + shift + MARGIN, north + MARGIN];
      return boxes.some((other) => doBoundsMeet(box, other));
    });
  };
  return { name: body["bbox"] === undefined ? "intersects" : "bbox", isMet };
}

function findBoxes(body: Readonly<Record<string, unknown>>): readonly Bounds[] | undefined {
  const { bbox, intersects } = body;
  // Another reference system is up to the service.
  if (bbox !== undefined && body["bbox-crs"] !== undefined) return undefined;
  try {
    if (bbox !== undefined) return toAoiOfBox(bbox as BBox).boxes;
    return intersects === undefined ? undefined : toAoiOfParts(listSingleParts(intersects as Geometry)).boxes;
  } catch {
    // A body that was sent without validation.
    return undefined;
  }
}
