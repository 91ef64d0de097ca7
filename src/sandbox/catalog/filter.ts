import { AppError } from "../../errors.ts";
import { toAoiOfBox, toAoiOfParts, type AreaOfInterest } from "../../geo/area-of-interest.ts";
import { checkBBox, checkBBoxNumbers, toLonLatBox, readCrs } from "../../geo/bbox.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { listSingleParts } from "../../geo/polygon.ts";
import { parseInterval } from "../../time/interval.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import type { Collect, ItemProduct } from "../archive/collect.ts";
import {
  RECORDED_ONLY,
  RECORDED_PROPERTIES,
  ITEM_PROPERTIES,
  type ItemContext,
  type StacItem,
  type ItemProperty,
} from "../archive/stac-item.ts";

/** One product of one collect, as found by a search. */
export interface CatalogGranule {
  collect: Collect;
  productType: ItemProduct;
}

/** Validated body of `POST /catalog/search`, merged with the parameters of the query string. */
export interface CatalogSearch {
  bbox?: readonly number[] | undefined;
  "bbox-crs"?: string | undefined;
  /** A geometry, or a Feature with one. The interface allows three types, STAC all. */
  intersects?: unknown;
  datetime?: string | undefined;
  collections?: readonly string[] | undefined;
  ids?: readonly string[] | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  sortby?: string | readonly { field: string; direction: string }[] | undefined;
  limit?: number | undefined;
  /** Page number from 1. It cannot be combined with `token`. */
  page?: number | undefined;
  /** `next` of the previous page: the position at its end. */
  token?: unknown;
}

export interface CatalogContext extends ItemContext {
  /** Undefined: public items only. */
  viewerOrganizationId: string | undefined;
  nowMs: number;
}

export interface CatalogPage {
  items: StacItem[];
  /** Number of matching items on all pages. */
  numberMatched: number;
  /** `token` of the next page; undefined on the last. */
  next: string | undefined;
}

/** The parsed conditions of a search. */
export interface Filter {
  fromMs: number;
  toMs: number;
  collections: ReadonlySet<string> | undefined;
  area: AreaOfInterest | undefined;
  /** Conditions with the same result for all items of a collect, and all other conditions. */
  perCollect: readonly Condition[];
  perProduct: readonly Condition[];
}

/** Returns the filter of a search; undefined when nothing can match. Errors: CRS_UNSUPPORTED, BBOX_INVALID. */
export function readFilter(search: CatalogSearch): Filter | undefined {
  // Spec silent: the time that `datetime` refers to. The sandbox uses the item's `datetime`, the middle of the
  // collect.
  const interval = search.datetime === undefined ? undefined : parseInterval(search.datetime);
  if (interval?.ok === false) throw new Error(`unchecked interval ${search.datetime}`);
  const area = makeAreaFilter(search);
  const conditions = readConditions(search.query ?? {});
  if (conditions === undefined) return undefined;
  return {
    fromMs: interval?.startMs ?? -Infinity,
    toMs: interval?.endMs ?? Infinity,
    collections: search.collections === undefined ? undefined : new Set(search.collections),
    area,
    perCollect: conditions.filter(({ isPerProduct }) => !isPerProduct),
    perProduct: conditions.filter(({ isPerProduct }) => isPerProduct),
  };
}

/** Returns the area of a search. Errors: CRS_UNSUPPORTED, BBOX_INVALID. */
function makeAreaFilter(search: CatalogSearch): AreaOfInterest | undefined {
  if (search.bbox !== undefined) return makeBoxFilter(search.bbox, search["bbox-crs"] ?? "CRS84");
  if (search.intersects === undefined) return undefined;
  const given = search.intersects as { type: string; geometry?: unknown };
  const geometry = (given.type === "Feature" ? given.geometry : given) as Geometry;
  return toAoiOfParts(listSingleParts(geometry));
}

function makeBoxFilter(values: readonly number[], crs: string): AreaOfInterest {
  const system = readCrs(crs);
  if (system === undefined) {
    throw new AppError("local", "CRS_UNSUPPORTED", `bbox-crs ${crs.slice(0, 80)} is not supported`, {
      next: "Use CRS84, EPSG:4326 or EPSG:3857",
    });
  }
  const numbers = checkBBoxNumbers([...values]);
  const checked = numbers.ok ? checkBBox(toLonLatBox(numbers.bbox, system)) : numbers;
  if (!checked.ok) throw new AppError("local", "BBOX_INVALID", `bbox ${values.join(",")} ${checked.reason}`);
  return toAoiOfBox(checked.bbox);
}

/** Compares one property with one value. */
interface Condition {
  /** False when the result is the same for all items of a collect. */
  isPerProduct: boolean;
  holds: (collect: Collect, productType: ItemProduct) => boolean;
}

/** Returns the property for a name in `query` or `sortby`; the prefix `properties.` is optional. */
export function findProperty(name: string): ItemProperty | undefined {
  const plain = name.startsWith("properties.") ? name.slice("properties.".length) : name;
  // A common term, although STAC's view extension does not define it.
  const known = plain === "view:look_angle" ? "view:off_nadir" : plain;
  return ITEM_PROPERTIES.get(known) ?? findRecordedProperty(known);
}

const findRecordedProperty = (name: string): ItemProperty | undefined =>
  name.startsWith(RECORDED_ONLY) ? RECORDED_PROPERTIES.get(name.slice(RECORDED_ONLY.length)) : undefined;

/**
 * Returns all comparisons of a validated `query`; all must be true. Returns undefined when no item has a property,
 * because then nothing matches.
 */
// Spec silent: operators of a catalog query. The sandbox combines several with AND, refuses `in` (except with the
// dialect `queryIn`), finds nothing for an unknown property, and matches arrays by any element.
function readConditions(query: Readonly<Record<string, unknown>>): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const [name, comparison] of Object.entries(query)) {
    const property = findProperty(name);
    if (property === undefined) return undefined;
    for (const [operator, operand] of Object.entries(comparison as Record<string, unknown>)) {
      conditions.push(
        operator === "in"
          ? makeAnyCondition(property, operand as readonly unknown[])
          : makeCondition(property, operand, HOLDS_IN_ORDER[operator]!),
      );
    }
  }
  return conditions;
}

/** Returns the condition of `in`: equal to one of several values. */
function makeAnyCondition(property: ItemProperty, operands: readonly unknown[]): Condition {
  const choices = operands.map((operand) => makeCondition(property, operand, (order) => order === 0));
  return {
    isPerProduct: property.isPerProduct ?? false,
    holds: (collect, productType) => choices.some(({ holds }) => holds(collect, productType)),
  };
}

function makeCondition(
  property: ItemProperty,
  operand: unknown,
  accepts: (order: number) => boolean,
): Condition {
  const { instantMs, isPerProduct = false } = property;
  if (instantMs !== undefined) {
    const ms = readMoment(operand);
    return { isPerProduct, holds: (collect) => !Number.isNaN(ms) && accepts(instantMs(collect) - ms) };
  }
  const number = toNumber(operand);
  // No operator accepts NaN.
  const orderOf = (value: unknown): number => {
    if (typeof value === "number") return value - (number ?? NaN);
    return typeof value === "string" && typeof operand === "string" ? compareTexts(value, operand) : NaN;
  };
  return {
    isPerProduct,
    holds(collect, productType) {
      const value = property.value(collect, productType);
      return Array.isArray(value)
        ? value.some((element) => accepts(orderOf(element)))
        : accepts(orderOf(value));
    },
  };
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Returns an operand in milliseconds, NaN when it is not a time; a date alone means its midnight UTC. */
// Spec silent: strings for numbers and dates in a catalog query. The sandbox compares them as numbers and dates.
function readMoment(operand: unknown): number {
  if (typeof operand !== "string") return NaN;
  const time = parseTimestamp(DATE.test(operand) ? `${operand}T00:00:00Z` : operand);
  return time.ok ? time.ms : NaN;
}

/** The standard query operators. `order` is below 0 when the value is below the operand, 0 when equal. */
export const HOLDS_IN_ORDER: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Returns a number, also from a text. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMBER.test(value.trim()) ? Number(value) : undefined;
}

export const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
