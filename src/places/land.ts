/** Land and sea from Natural Earth 1:50m: coasts are accurate to a few kilometres, and islands below some square kilometres are missing. */
import type { Position } from "../geo/geojson.ts";
import { KM_PER_DEGREE, measureDistanceKm } from "../geo/great-circle.ts";
import { isInside, makePart, type Part } from "../geo/intersects.ts";
import { wrapLongitude } from "../geo/position.ts";
import { readPolygons } from "./coded-ring.ts";
import { COASTS } from "./data/coasts.generated.ts";
import { LAND } from "./data/land.generated.ts";

/**
 * The outer ring of a polygon, then its holes. Edges are straight in longitude and latitude. The longitudes of a ring across the antimeridian
 * continue past 180, up to 190.
 */
export type LandPolygon = readonly (readonly Position[])[];

const RADIANS = Math.PI / 180;

let polygons: LandPolygon[] | undefined;

export const loadLandPolygons = (): readonly LandPolygon[] => (polygons ??= readPolygons(LAND));

export { LAND as codedLand };

let land: Part | undefined;

/** Returns all rings as one area with an index of their edges. */
const loadIndexedLand = (): Part => (land ??= makePart(loadLandPolygons().flat(), true));

/**
 * Reports whether a position is on land or on a lake; the Caspian counts as sea. Takes tens of microseconds
 * after the first call.
 */
export function isLand(longitude: number, latitude: number): boolean {
  const x = wrapLongitude(longitude);
  // The ring of the Antarctic follows -90.
  const y = Math.max(latitude, -89.99);
  // Longitudes of rings across the antimeridian continue past 180.
  return (
    isInside([x, y], loadIndexedLand()) || (x < MAX_EAST - 360 && isInside([x + 360, y], loadIndexedLand()))
  );
}

const MAX_EAST = 200;

type Edge = readonly [from: Position, to: Position];

/** Edges along the antimeridian and the South Pole close rings on a flat map. They are not coasts. */
const isSeam = ([[fromX = 0, fromY = 0], [toX = 0, toY = 0]]: Edge): boolean =>
  (fromY < -89 && toY < -89) || (fromX === toX && Math.abs(fromX) === 180);

/**
 * Returns the edges of coasts that may touch a box. `west` is at most `east`, and both may exceed 180: the longitudes of the edges are those of
 * the box.
 */
export function loadCoastEdges(west: number, south: number, east: number, north: number): Edge[] {
  const found: Edge[] = [];
  for (const shift of [-360, 0, 360]) {
    const moved = ([x = 0, y = 0]: Position): Position => [x + shift, y];
    loadIndexedLand().edges.some([west - shift, south, east - shift, north], (from, to) => {
      if (!isSeam([from, to])) found.push([moved(from), moved(to)]);
      return false;
    });
  }
  return found;
}

export interface CoastPoint {
  km: number;
  /** ISO 3166 code of the country that the coast belongs to. */
  country?: string | undefined;
  longitude: number;
  latitude: number;
}

/** Returns the nearest point of a coast, on a sphere. Takes a few milliseconds. */
export function findNearestCoast(longitude: number, latitude: number): CoastPoint {
  const cosine = Math.max(0.001, Math.cos(latitude * RADIANS));
  let best: CoastPoint = { km: Infinity, longitude: Number.NaN, latitude: Number.NaN };
  let edge = [0, 0];
  for (const [ringAt, ring] of loadLandPolygons().flat().entries()) {
    for (let at = 1; at < ring.length; at++) {
      const [[fromX = 0, fromY = 0], [toX = 0, toY = 0]] = [ring[at - 1]!, ring[at]!];
      // The margin in latitude alone excludes most edges.
      const away = Math.max(Math.min(fromY, toY) - latitude, latitude - Math.max(fromY, toY));
      if (away * KM_PER_DEGREE >= best.km) continue;
      const [x, y] = [wrapLongitude(fromX - longitude) * cosine, fromY - latitude];
      const [dx, dy] = [(toX - fromX) * cosine, toY - fromY];
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / length));
      const [atX, atY] = [longitude + (x + along * dx) / cosine, latitude + y + along * dy];
      const km = measureDistanceKm([longitude, latitude], [atX, atY]);
      if (km >= best.km || isSeam([ring[at - 1]!, ring[at]!])) continue;
      best = { km, longitude: wrapLongitude(atX), latitude: atY };
      edge = [ringAt, at - 1];
    }
  }
  return { ...best, country: findCountryOfEdge(edge[0]!, edge[1]!) };
}

/** Returns the country of an edge, by the number of its ring among all rings. */
function findCountryOfEdge(ringAt: number, edgeAt: number): string | undefined {
  let end = 0;
  for (const [, code, count] of COASTS.split(/[\n;]/)[ringAt]!.matchAll(/([A-Z]{2})(\d*)/g)) {
    end += count === "" ? Infinity : Number(count);
    if (edgeAt < end) return code;
  }
  return undefined;
}
