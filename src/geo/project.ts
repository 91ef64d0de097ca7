import { EQUATOR_RADIUS_KM } from "./earth.ts";
import type { BBox } from "./geojson.ts";

/** A supported reference system of a box. */
export type BBoxCrs = "CRS84" | "EPSG:4326" | "EPSG:3857";

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
export function bboxToLonLat(bbox: BBox, crs: BBoxCrs): BBox {
  if (crs === "CRS84") return bbox;
  const convert = crs === "EPSG:4326" ? swap : fromWebMercator;
  if (bbox.length === 4) return [...convert(bbox[0], bbox[1]), ...convert(bbox[2], bbox[3])];
  return [...convert(bbox[0], bbox[1]), bbox[2], ...convert(bbox[3], bbox[4]), bbox[5]];
}

function swap(latitude: number, longitude: number): [number, number] {
  return [longitude, latitude];
}

function fromWebMercator(x: number, y: number): [number, number] {
  const longitude = (x / WEB_MERCATOR_RADIUS) * DEGREES;
  const latitude = Math.atan(Math.sinh(y / WEB_MERCATOR_RADIUS)) * DEGREES;
  return [longitude, latitude];
}
