import type { BBoxResult } from "./bbox.ts";
import { EQUATOR_RADIUS_KM } from "./earth.ts";
import type { BBox } from "./geojson.ts";

/** Supported reference systems of a box. */
export const BBOX_CRS = ["CRS84", "EPSG:4326", "EPSG:3857"] as const;

export type BBoxCrs = (typeof BBOX_CRS)[number];

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
 * definition. Takes boxes that `checkBBoxNumbers` accepted, and checks the result with `checkBBox`.
 */
export function bboxToLonLat(bbox: BBox, crs: string): BBoxResult {
  const system = readCrs(crs);
  if (system === undefined) {
    return {
      ok: false,
      reason: `is in ${crs.slice(0, 80)}, which cannot be read; use one of ${BBOX_CRS.join(", ")}`,
    };
  }
  if (system === "CRS84") return { ok: true, bbox };
  const convert = system === "EPSG:4326" ? swap : fromWebMercator;
  if (bbox.length === 4) {
    return { ok: true, bbox: [...convert(bbox[0], bbox[1]), ...convert(bbox[2], bbox[3])] };
  }
  const [lower, upper] = [convert(bbox[0], bbox[1]), convert(bbox[3], bbox[4])];
  return { ok: true, bbox: [...lower, bbox[2], ...upper, bbox[5]] };
}

function swap(latitude: number, longitude: number): [number, number] {
  return [longitude, latitude];
}

function fromWebMercator(x: number, y: number): [number, number] {
  const longitude = (x / WEB_MERCATOR_RADIUS) * DEGREES;
  const latitude = Math.atan(Math.sinh(y / WEB_MERCATOR_RADIUS)) * DEGREES;
  return [longitude, latitude];
}
