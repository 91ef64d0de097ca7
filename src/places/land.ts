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

const NO_COAST: CoastPoint = { km: Infinity, longitude: Number.NaN, latitude: Number.NaN };

/** Degrees around a position in which its coast is looked for, the next only if the one before has none that near. */
const SEARCHED_DEGREES = [1, 4, 16, 180];

/** Returns the nearest point of a coast, on a sphere. Takes tens of microseconds near a coast, and a millisecond or two in an ocean. */
export function findNearestCoast(longitude: number, latitude: number): CoastPoint {
  let best = NO_COAST;
  for (const degrees of SEARCHED_DEGREES) {
    best = findCoastWithin(degrees, longitude, latitude);
    if (best.km <= degrees * KM_PER_DEGREE) break;
  }
  return best;
}

/** Returns the nearest point among the edges that are within some degrees, and perhaps among others. */
function findCoastWithin(degrees: number, longitude: number, latitude: number): CoastPoint {
  const cosine = Math.max(0.001, Math.cos(latitude * RADIANS));
  let best = NO_COAST;
  let edge = -1;
  // A circle over a pole has all longitudes.
  const sine = Math.sin(degrees * RADIANS) / cosine;
  const width = degrees + Math.abs(latitude) >= 90 ? 180 : Math.asin(Math.min(1, sine)) / RADIANS;
  for (const shift of [-360, 0, 360]) {
    const x = longitude + shift;
    loadIndexedLand().edges.some(
      [x - width, latitude - degrees, x + width, latitude + degrees],
      (from, to, at) => {
        // The margin in latitude alone excludes most edges.
        const away = Math.max(Math.min(from[1]!, to[1]!) - latitude, latitude - Math.max(from[1]!, to[1]!));
        if (away * KM_PER_DEGREE >= best.km) return false;
        const [toEast, toNorth] = [(from[0]! - x) * cosine, from[1]! - latitude];
        const [dx, dy] = [(to[0]! - from[0]!) * cosine, to[1]! - from[1]!];
        const length = dx * dx + dy * dy;
        const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(toEast * dx + toNorth * dy) / length));
        const [atX, atY] = [longitude + (toEast + along * dx) / cosine, latitude + toNorth + along * dy];
        const km = measureDistanceKm([longitude, latitude], [atX, atY]);
        if (km >= best.km || isSeam([from, to])) return false;
        best = { km, longitude: wrapLongitude(atX), latitude: atY };
        edge = at;
        return false;
      },
    );
  }
  return { ...best, country: findCountryOfEdge(edge) };
}

/** Returns the country of an edge, by its number among the edges of all rings. */
function findCountryOfEdge(edgeAt: number): string | undefined {
  const rings = loadLandPolygons().flat();
  let ringAt = 0;
  let edgeOfRing = edgeAt;
  for (; edgeOfRing >= rings[ringAt]!.length - 1; ringAt++) edgeOfRing -= rings[ringAt]!.length - 1;
  let end = 0;
  for (const [, code, count] of COASTS.split(/[\n;]/)[ringAt]!.matchAll(/([A-Z]{2})(\d*)/g)) {
    end += count === "" ? Infinity : Number(count);
    if (edgeOfRing < end) return code;
  }
  return undefined;
}
