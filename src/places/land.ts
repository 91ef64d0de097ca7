/** Land and sea from Natural Earth 1:50m: coasts are accurate to a few kilometres, and islands below some square kilometres are missing. */
import { KM_PER_DEGREE } from "../geo/earth.ts";
import type { Position } from "../geo/geojson.ts";
import { distanceKm } from "../geo/great-circle.ts";
import { LAND } from "./data/land.generated.ts";
import { readPolygons } from "./coded-ring.ts";

/**
 * The outer ring of a polygon, then its holes. Edges are straight in longitude and latitude. The longitudes of a ring across the antimeridian
 * continue past 180, up to 190.
 */
export type LandPolygon = readonly (readonly Position[])[];

const RADIANS = Math.PI / 180;

/** Wraps a longitude, or a difference of longitudes, to -180..180. */
const turn = (degrees: number): number =>
  degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;

let polygons: LandPolygon[] | undefined;

export const landPolygons = (): readonly LandPolygon[] => (polygons ??= readPolygons(LAND));

export { LAND as codedLand };

/** The edges of all coasts: x and y of both ends, in hundredths of a degree; and the edges per degree of latitude. */
interface Coast {
  edges: Int16Array;
  /** Numbers of the edges per whole degree, from -90. */
  bands: number[][];
}

let coast: Coast | undefined;

function readCoast(): Coast {
  const rings = landPolygons().flat();
  const edges = new Int16Array(4 * rings.reduce((sum, ring) => sum + ring.length - 1, 0));
  const bands: number[][] = Array.from({ length: 181 }, () => []);
  let edge = 0;
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at++, edge++) {
      const [from, to] = [ring[at - 1]!, ring[at]!];
      edges[edge * 4] = Math.round(from[0]! * 100);
      edges[edge * 4 + 1] = Math.round(from[1]! * 100);
      edges[edge * 4 + 2] = Math.round(to[0]! * 100);
      edges[edge * 4 + 3] = Math.round(to[1]! * 100);
      const north = bandOf(Math.max(from[1]!, to[1]!));
      for (let band = bandOf(Math.min(from[1]!, to[1]!)); band <= north; band++) bands[band]!.push(edge);
    }
  }
  return { edges, bands };
}

const bandOf = (latitude: number): number => Math.max(0, Math.min(180, Math.floor(latitude) + 90));

/** True on land and on lakes; false at sea and on the Caspian. Takes some microseconds after the first call. */
export function isLand(longitude: number, latitude: number): boolean {
  const x = turn(longitude);
  // Longitudes of rings across the antimeridian continue past 180.
  return isInside(x, latitude) || (x < MOST_EAST - 360 && isInside(x + 360, latitude));
}

const MOST_EAST = 200;

function isInside(longitude: number, latitude: number): boolean {
  const { edges, bands } = (coast ??= readCoast());
  // The ring of the Antarctic follows -90.
  const [x, y] = [longitude * 100, Math.max(latitude, -89.99) * 100];
  let inside = false;
  for (const edge of bands[bandOf(y / 100)]!) {
    const [fromY, toY] = [edges[edge * 4 + 1]!, edges[edge * 4 + 3]!];
    if (fromY > y === toY > y) continue;
    const [fromX, toX] = [edges[edge * 4]!, edges[edge * 4 + 2]!];
    if (x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) inside = !inside;
  }
  return inside;
}

/** Edges along the antimeridian and the South Pole close rings on a flat map. They are not coasts. */
const isSeam = (fromX: number, fromY: number, toX: number, toY: number): boolean =>
  (fromY < -8900 && toY < -8900) || (fromX === toX && Math.abs(fromX) === 18_000);

/**
 * Returns the edges of coasts that may touch a box. `west` is at most `east`, and both may exceed 180: the longitudes of the edges are those of
 * the box.
 */
export function coastEdges(
  west: number,
  south: number,
  east: number,
  north: number,
): (readonly [from: Position, to: Position])[] {
  const { edges, bands } = (coast ??= readCoast());
  const numbers = new Set<number>();
  for (let band = bandOf(south); band <= bandOf(north); band++)
    for (const edge of bands[band]!) numbers.add(edge);
  const found: [Position, Position][] = [];
  for (const edge of numbers) {
    const [fromX, fromY, toX, toY] = edges.subarray(edge * 4, edge * 4 + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    if (Math.max(fromY, toY) < south * 100 || Math.min(fromY, toY) > north * 100) continue;
    if (isSeam(fromX, fromY, toX, toY)) continue;
    for (const shift of [-36_000, 0, 36_000]) {
      if (Math.max(fromX, toX) + shift < west * 100 || Math.min(fromX, toX) + shift > east * 100) continue;
      found.push([
        [(fromX + shift) / 100, fromY / 100],
        [(toX + shift) / 100, toY / 100],
      ]);
    }
  }
  return found;
}

export interface CoastPoint {
  km: number;
  longitude: number;
  latitude: number;
}

/** Returns the nearest point of a coast, on a sphere. Takes a few milliseconds. */
export function nearestCoast(longitude: number, latitude: number): CoastPoint {
  const { edges } = (coast ??= readCoast());
  const cosine = Math.max(0.001, Math.cos(latitude * RADIANS));
  let best: CoastPoint = { km: Infinity, longitude: Number.NaN, latitude: Number.NaN };
  for (let at = 0; at < edges.length; at += 4) {
    // The margin in latitude alone excludes most edges.
    const south = Math.min(edges[at + 1]!, edges[at + 3]!) / 100;
    const north = Math.max(edges[at + 1]!, edges[at + 3]!) / 100;
    const away = latitude < south ? south - latitude : latitude > north ? latitude - north : 0;
    if (away * KM_PER_DEGREE >= best.km) continue;
    const [x, y] = [turn(edges[at]! / 100 - longitude) * cosine, edges[at + 1]! / 100 - latitude];
    const [dx, dy] = [
      ((edges[at + 2]! - edges[at]!) / 100) * cosine,
      (edges[at + 3]! - edges[at + 1]!) / 100,
    ];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / length));
    const [atX, atY] = [longitude + (x + along * dx) / cosine, latitude + y + along * dy];
    const km = distanceKm([longitude, latitude], [atX, atY]);
    if (km < best.km) best = { km, longitude: turn(atX), latitude: atY };
  }
  return best;
}
