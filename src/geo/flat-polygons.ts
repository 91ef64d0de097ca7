/**
 * Polygons as flat shapes in longitude and latitude, for those who lay one over another: no edge jumps across the
 * antimeridian, and what lies on the other turn of the globe is moved beside what it is compared with.
 */
import { toBoxes } from "./bbox.ts";
import type { Bounds } from "./bounds.ts";
import type { BBox, Geometry, MultiPolygon, Polygon, Position } from "./geojson.ts";
import { ringsOf } from "./polygon.ts";
import { takeShorterWay } from "./shorter-way.ts";
import { singleParts } from "./single-part.ts";

export type Region = Polygon | MultiPolygon;

/** One polygon: its outside, then its holes. Longitudes may run on past 180 degrees. */
export interface FlatPolygon {
  rings: readonly (readonly Position[])[];
  bounds: Bounds;
}

export function flatPolygons(region: Region): FlatPolygon[] {
  return ringsOf(takeShorterWay(region)).flatMap((rings) => {
    const plain = rings.map(closedRing).filter((ring) => ring.length >= 4);
    return plain[0] === undefined ? [] : [{ rings: plain, bounds: flatBounds(plain[0]) }];
  });
}

/** The polygon moved by whole turns, once for each turn on which it meets the bounds. */
export function copiesBeside(
  { rings, bounds }: FlatPolygon,
  [west, south, east, north]: Bounds,
): FlatPolygon[] {
  if (bounds[1] > north || bounds[3] < south) return [];
  const first = Math.ceil((west - bounds[2]) / 360);
  const last = Math.floor((east - bounds[0]) / 360);
  const copies: FlatPolygon[] = [];
  for (let turn = first; turn <= last; turn++)
    copies.push(turn === 0 ? { rings, bounds } : moved(rings, turn * 360));
  return copies;
}

function moved(rings: FlatPolygon["rings"], degrees: number): FlatPolygon {
  const turned = rings.map((ring) => ring.map(([x = 0, y = 0]): Position => [x + degrees, y]));
  return { rings: turned, bounds: flatBounds(turned[0]!) };
}

/** The polygons of a geometry; undefined when it has none. */
export function regionOf(geometry: Geometry): Region | undefined {
  const parts = singleParts(geometry).filter((part) => part.type === "Polygon");
  if (parts.length === 0) return undefined;
  if (parts.length === 1) return parts[0];
  return { type: "MultiPolygon", coordinates: parts.map(({ coordinates }) => coordinates) };
}

/** The widest box whose edges every reader takes for what they are: the shorter way is theirs. */
const WIDEST = 120;

/** A box as a region; undefined for one without width or height. A wide box is cut, so that no edge is read the short way round. */
export function regionOfBox(bbox: BBox): Region | undefined {
  const coordinates = toBoxes(bbox).flatMap(([west, south, east, north]) => {
    if (east <= west || north <= south) return [];
    const count = Math.ceil((east - west) / WIDEST);
    const meridian = (at: number): number => (at === count ? east : west + ((east - west) * at) / count);
    return Array.from({ length: count }, (_, at) => {
      const [from, to] = [meridian(at), meridian(at + 1)];
      return [
        [
          [from, south],
          [to, south],
          [to, north],
          [from, north],
          [from, south],
        ],
      ];
    });
  });
  return coordinates.length === 0 ? undefined : { type: "MultiPolygon", coordinates };
}

/** Positions of two numbers, without repeats on the spot, closed. */
function closedRing(ring: readonly Position[]): Position[] {
  const closed: Position[] = [];
  for (const [x = 0, y = 0] of ring) {
    const last = closed.at(-1);
    if (last?.[0] !== x || last[1] !== y) closed.push([x, y]);
  }
  const [first, last] = [closed[0], closed.at(-1)];
  if (first !== undefined && (first[0] !== last![0] || first[1] !== last![1])) closed.push(first);
  return closed;
}

export function flatBounds(ring: readonly Position[]): Bounds {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = NaN, y = NaN] of ring) {
    if (x < bounds[0]) bounds[0] = x;
    if (y < bounds[1]) bounds[1] = y;
    if (x > bounds[2]) bounds[2] = x;
    if (y > bounds[3]) bounds[3] = y;
  }
  return bounds;
}
