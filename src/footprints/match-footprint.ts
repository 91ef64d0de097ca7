/** Which footprints are meant: place, time and attributes. */
import { boundsOf } from "../geo/bounds.ts";
import { boxToPolygon, toBoxes } from "../geo/bbox.ts";
import type { BBox, SimpleGeometry } from "../geo/geojson.ts";
import { prepareIntersects } from "../geo/intersects.ts";
import type { Attribute, Footprint, Hints } from "./footprint.ts";

export interface Comparison {
  /** An attribute under its name in the file. */
  name: string;
  operator: "=" | "==" | "<" | "<=" | ">" | ">=" | "^=" | "*=";
  value: string | number | boolean;
}

export interface FootprintQuery {
  bbox?: BBox | undefined;
  /** Cut at the antimeridian where it crosses it. */
  area?: SimpleGeometry | undefined;
  startMs?: number | undefined;
  /** Inclusive, as is the start. */
  endMs?: number | undefined;
  where: readonly Comparison[];
}

/** What a reader may use to read less. */
export function hintsOf({ bbox, area, startMs, endMs }: FootprintQuery): Hints {
  const box = bbox ?? (area && boundsOf(area));
  return { boxes: box && toBoxes(box), startMs, endMs };
}

/** The test for one footprint after another, prepared once. */
export function matcherOf(query: FootprintQuery): (footprint: Footprint) => boolean {
  const { bbox, area, startMs = -Infinity, endMs = Infinity, where } = query;
  const places = [
    ...(bbox === undefined ? [] : [toBoxes(bbox).map((box) => prepareIntersects(boxToPolygon(box)))]),
    ...(area === undefined ? [] : [[prepareIntersects(area)]]),
  ];
  const isTimed = Number.isFinite(startMs) || Number.isFinite(endMs);
  return ({ attributes, geometry, timeMs }) =>
    (!isTimed || (timeMs !== undefined && timeMs >= startMs && timeMs <= endMs)) &&
    where.every(({ name, operator, value }) => compare(attributes[name] ?? null, operator, value)) &&
    places.every((tests) => tests.some((isMet) => isMet(geometry)));
}

/** As the catalog compares: numbers with numbers, text with text, and nothing with what is missing. */
function compare(found: Attribute, operator: Comparison["operator"], wanted: Comparison["value"]): boolean {
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
