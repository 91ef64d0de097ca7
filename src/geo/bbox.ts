import { countText } from "../counted.ts";
import type { Bounds } from "./bounds.ts";
import type { BBox, Polygon, Region } from "./geojson.ts";
import { wrapLongitude } from "./position.ts";

export type BBoxResult = { ok: true; bbox: BBox } | { ok: false; reason: string };

/**
 * Checks a box in degrees: 4 numbers (west, south, east, north) or 6 (with the lowest and highest altitude after each corner). Longitudes are
 * never an error: west greater than east means the box crosses the antimeridian.
 */
export function checkBBox(value: unknown): BBoxResult {
  const shape = checkBBoxNumbers(value);
  if (!shape.ok) return shape;
  const { bbox } = shape;
  const [south, north] = bbox.length === 4 ? [bbox[1], bbox[3]] : [bbox[1], bbox[4]];
  const beyond = [south, north].find((latitude) => Math.abs(latitude) > 90);
  if (beyond !== undefined)
    return refuse(`has latitude ${beyond} outside -90..90; the order is ${orderOf(bbox)}`);
  if (south > north)
    return refuse(`has its south (${south}) north of its north (${north}); the order is ${orderOf(bbox)}`);
  if (bbox.length === 6 && bbox[2] > bbox[5]) {
    return refuse(
      `has its lowest altitude (${bbox[2]}) above its highest (${bbox[5]}); the order is ${orderOf(bbox)}`,
    );
  }
  return shape;
}

/** Checks only that there are 4 or 6 finite numbers, as in every reference system. */
export function checkBBoxNumbers(value: unknown): BBoxResult {
  if (!Array.isArray(value)) return refuse("is not an array of 4 or 6 numbers");
  const numbers: unknown[] = value;
  if (numbers.length !== 4 && numbers.length !== 6)
    return refuse(`has ${countText(numbers.length, "number")}, not 4 or 6`);
  const at = numbers.findIndex((number) => typeof number !== "number" || !Number.isFinite(number));
  if (at !== -1) return refuse(`has no finite number in place ${at + 1}`);
  return { ok: true, bbox: numbers as BBox };
}

/** Returns the box without altitudes as one or two boxes within -180..180, none across the antimeridian. */
// Spec silent: which values show that a box with 6 numbers crosses the antimeridian. We compare west with east.
export function toBoxes(bbox: BBox): Bounds[] {
  const [west, south, east, north] = bbox.length === 4 ? bbox : [bbox[0], bbox[1], bbox[3], bbox[4]];
  if (east - west >= 360) return [[-180, south, 180, north]];
  const [from, to] = [wrapLongitude(west), wrapLongitude(east)];
  if (from <= to) return [[from, south, to, north]];
  // 180 and -180 are one meridian: a box that ends or begins there needs no sliver on the other side.
  if (from === 180) return [[-180, south, to, north]];
  if (to === -180) return [[from, south, 180, north]];
  return [
    [from, south, 180, north],
    [-180, south, to, north],
  ];
}

/** Returns a box as a polygon, counter-clockwise. */
export function boxToPolygon([west, south, east, north]: Bounds): Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}

/** The widest box that every reader interprets alike: a longer edge would be read as the shorter way round the globe. */
const WIDEST = 120;

/** Returns a box as a region; undefined for one without width or height. A wide box is cut. */
export function regionOfBox(bbox: BBox): Region | undefined {
  const coordinates = toBoxes(bbox).flatMap(([west, south, east, north]) => {
    if (east <= west || north <= south) return [];
    const count = Math.ceil((east - west) / WIDEST);
    const meridian = (at: number): number => (at === count ? east : west + ((east - west) * at) / count);
    return Array.from(
      { length: count },
      (_, at) => boxToPolygon([meridian(at), south, meridian(at + 1), north]).coordinates,
    );
  });
  return coordinates.length === 0 ? undefined : { type: "MultiPolygon", coordinates };
}

function orderOf(bbox: BBox): string {
  return bbox.length === 4 ? "west, south, east, north" : "west, south, lowest, east, north, highest";
}

function refuse(reason: string): BBoxResult {
  return { ok: false, reason };
}
