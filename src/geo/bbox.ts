import { countText } from "../counted.ts";
import type { Bounds } from "./bounds.ts";
import { EQUATOR_RADIUS_KM } from "./great-circle.ts";
import type { BBox, Polygon, Region } from "./geojson.ts";
import { wrapLongitude } from "./position.ts";

type BBoxResult = { ok: true; bbox: BBox } | { ok: false; reason: string };

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
    return refuse(`has latitude ${beyond} outside -90..90; the order is ${describeOrder(bbox)}`);
  if (south > north)
    return refuse(
      `has its south (${south}) north of its north (${north}); the order is ${describeOrder(bbox)}`,
    );
  if (bbox.length === 6 && bbox[2] > bbox[5]) {
    return refuse(
      `has its lowest altitude (${bbox[2]}) above its highest (${bbox[5]}); the order is ${describeOrder(bbox)}`,
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

/** Maximum width in degrees of a box across the antimeridian that is taken without a question. */
const MAX_CROSSING_DEGREES = 180;

/** Describes a box in degrees that crosses the antimeridian and is so wide that its west and east look swapped. */
export function findSwappedSides(bbox: readonly number[]): string | undefined {
  const [west, east] = [bbox[0], bbox[bbox.length / 2]];
  if (west === undefined || east === undefined || west <= east) return undefined;
  const degrees = Math.round((360 - (west - east)) * 1e4) / 1e4;
  if (degrees <= MAX_CROSSING_DEGREES) return undefined;
  return `the box ${bbox.join(",")} crosses 180 degrees and spans ${degrees} degrees of longitude: are west and east swapped?`;
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

/** Maximum width of a box in degrees. Some readers would take a longer edge for the shorter way round the globe. */
const MAX_EDGE_DEGREES = 120;

/** Returns a box as a region; undefined for one without width or height. A wide box is cut. */
export function toRegion(bbox: BBox): Region | undefined {
  const coordinates = toBoxes(bbox).flatMap(([west, south, east, north]) => {
    if (east <= west || north <= south) return [];
    const count = Math.ceil((east - west) / MAX_EDGE_DEGREES);
    const meridian = (at: number): number => (at === count ? east : west + ((east - west) * at) / count);
    return Array.from(
      { length: count },
      (_, at) => boxToPolygon([meridian(at), south, meridian(at + 1), north]).coordinates,
    );
  });
  return coordinates.length === 0 ? undefined : { type: "MultiPolygon", coordinates };
}

function describeOrder(bbox: BBox): string {
  return bbox.length === 4 ? "west, south, east, north" : "west, south, lowest, east, north, highest";
}

function refuse(reason: string): BBoxResult {
  return { ok: false, reason };
}

/** A supported reference system of a box. */
type BBoxCrs = "CRS84" | "EPSG:4326" | "EPSG:3857";

/** Radius of the sphere of web maps, in metres. */
const WEB_MERCATOR_RADIUS = EQUATOR_RADIUS_KM * 1000;
const DEGREES = 180 / Math.PI;

/** Returns the system of a name: short (`EPSG:3857`), OGC URI or URN, in any case; undefined for all others. */
export function readCrs(name: string): BBoxCrs | undefined {
  const code = name
    .trim()
    .toUpperCase()
    .replace(/^HTTPS?:\/\/(WWW\.)?OPENGIS\.NET\/DEF\/CRS\/(OGC|EPSG)\/[\d.]*\//, "$2:")
    .replace(/^URN:OGC:DEF:CRS:(OGC|EPSG):[\d.]*:/, "$1:");
  if (["CRS84", "OGC:CRS84", "CRS84H", "OGC:CRS84H"].includes(code)) return "CRS84";
  return code === "EPSG:4326" || code === "EPSG:3857" ? code : undefined;
}

/**
 * Converts a box in a supported system to longitude and latitude in degrees, altitudes unchanged. EPSG:4326 has latitude first, by its
 * definition. Takes boxes that `checkBBoxNumbers` accepted; `checkBBox` checks the result.
 */
export function toLonLatBox(bbox: BBox, crs: BBoxCrs): BBox {
  if (crs === "CRS84") return bbox;
  const convert = crs === "EPSG:4326" ? swap : convertWebMercator;
  if (bbox.length === 4) return [...convert(bbox[0], bbox[1]), ...convert(bbox[2], bbox[3])];
  return [...convert(bbox[0], bbox[1]), bbox[2], ...convert(bbox[3], bbox[4]), bbox[5]];
}

function swap(latitude: number, longitude: number): [number, number] {
  return [longitude, latitude];
}

function convertWebMercator(x: number, y: number): [number, number] {
  const longitude = (x / WEB_MERCATOR_RADIUS) * DEGREES;
  const latitude = Math.atan(Math.sinh(y / WEB_MERCATOR_RADIUS)) * DEGREES;
  return [longitude, latitude];
}
