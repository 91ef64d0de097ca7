import type { Polygon, Position } from "../../geo/geojson.ts";
import { groundPoint, type GroundPoint, meetGround, POLE_KM } from "../../orbit/ellipsoid.ts";
import { addScaled, dot, subtract, type Vector } from "../../orbit/vector.ts";

/** The square pieces of an area, in typed arrays because there are tens of thousands. */
export interface AreaCells {
  count: number;
  /** Kilometres from the area's centre, in its tangent plane. */
  east: Float64Array;
  north: Float64Array;
  /** x, y and z of each centre on the ground, earth-fixed. */
  positions: Float64Array;
  sizeKm: number;
  /** A strip that contains a cell's centre, at least this far from its edges, contains the whole cell. */
  marginKm: number;
  /** Minimum ratio of a distance in the plane to the distance on the ground. */
  leastScale: number;
}

const CELLS_ACROSS = 96;
const LARGEST_KM = 1.5;
/** Maximum length of an edge that is straight enough both on the map and in the plane. */
const PIECE_DEGREES = 0.1;

/** Returns the squares of a grid, on the tangent plane of the centre, that the polygon touches. */
export function cellsOf({ coordinates }: Polygon, center: readonly [number, number]): AreaCells {
  const origin = groundPoint(center[0], center[1]);
  const ring = outline(coordinates[0] ?? [], origin);
  const west = ring.reduce((least, [east]) => Math.min(least, east), Infinity);
  const south = ring.reduce((least, [, north]) => Math.min(least, north), Infinity);
  const width = ring.reduce((most, [east]) => Math.max(most, east), -Infinity) - west;
  const height = ring.reduce((most, [, north]) => Math.max(most, north), -Infinity) - south;
  const sizeKm = Math.min(LARGEST_KM, Math.max(width, height) / CELLS_ACROSS) || 1e-3;
  const rows = new Map<number, Set<number>>();
  const mark = (column: number, row: number): void => {
    const columns = rows.get(row) ?? new Set();
    rows.set(row, columns.add(column));
  };
  markEdges(ring, sizeKm, (east, north) =>
    mark(Math.floor((east - west) / sizeKm), Math.floor((north - south) / sizeKm)),
  );
  for (const row of rows.keys()) {
    for (const [from, to] of insideSpans(ring, south + (row + 0.5) * sizeKm)) {
      const last = Math.floor((to - west) / sizeKm);
      for (let column = Math.floor((from - west) / sizeKm); column <= last; column++) mark(column, row);
    }
  }
  const count = rows.values().reduce((sum, columns) => sum + columns.size, 0);
  const [east, north] = [new Float64Array(count), new Float64Array(count)];
  const positions = new Float64Array(3 * count);
  let at = 0;
  for (const [row, columns] of [...rows].toSorted(([a], [b]) => a - b)) {
    for (const column of [...columns].toSorted((a, b) => a - b)) {
      east[at] = west + (column + 0.5) * sizeKm;
      north[at] = south + (row + 0.5) * sizeKm;
      const { x, y, z } = groundBelow(origin, east[at]!, north[at]!);
      positions.set([x, y, z], 3 * at);
      at += 1;
    }
  }
  // Half a diagonal is 0.71; the rest covers the part of a corner that an edge cuts off between two marks.
  return { count, east, north, positions, sizeKm, marginKm: sizeKm * 0.85, leastScale: leastScaleOf(ring) };
}

/** Returns the scale at the vertex farthest from the centre, where projected distances shrink most. */
function leastScaleOf(ring: readonly Flat[]): number {
  const farthest = ring.reduce((most, [east, north]) => Math.max(most, Math.hypot(east, north)), 0);
  return Math.sqrt(Math.max(0, 1 - (farthest / POLE_KM) ** 2));
}

/** Returns the ground straight below a point of the tangent plane. */
export function groundBelow(origin: GroundPoint, east: number, north: number): Vector {
  const flat = addScaled(addScaled(origin.position, origin.east, east), origin.north, north);
  // Beyond the horizon of the centre there is no ground below, and no pass over the centre reaches that far.
  return meetGround(flat, addScaled({ x: 0, y: 0, z: 0 }, origin.up, -1)) ?? flat;
}

type Flat = readonly [east: number, north: number];

/** Returns the closed ring in the tangent plane, with long edges split. */
function outline(ring: readonly Position[], origin: GroundPoint): Flat[] {
  const points: Flat[] = [];
  for (const [at, [longitude = 0, latitude = 0]] of ring.entries()) {
    const [fromLongitude = longitude, fromLatitude = latitude] = ring[at - 1] ?? [];
    // The shorter way round the globe, on whichever side of the antimeridian the two ends are written.
    const lon = ((((longitude - fromLongitude + 540) % 360) + 360) % 360) - 180;
    const lat = latitude - fromLatitude;
    const pieces = Math.max(1, Math.ceil(Math.hypot(lon, lat) / PIECE_DEGREES));
    for (let piece = 1; piece <= pieces; piece++) {
      const share = piece / pieces;
      const way = subtract(
        groundPoint(fromLongitude + lon * share, fromLatitude + lat * share).position,
        origin.position,
      );
      points.push([dot(way, origin.east), dot(way, origin.north)]);
    }
  }
  return points;
}

function markEdges(ring: readonly Flat[], sizeKm: number, mark: (east: number, north: number) => void): void {
  for (const [at, [east, north]] of ring.entries()) {
    const [fromEast, fromNorth] = ring[at - 1] ?? [east, north];
    const steps = Math.ceil((Math.hypot(east - fromEast, north - fromNorth) / sizeKm) * 4) || 1;
    for (let step = 0; step <= steps; step++) {
      mark(fromEast + ((east - fromEast) * step) / steps, fromNorth + ((north - fromNorth) * step) / steps);
    }
  }
}

/** Returns the parts of a line from west to east inside the ring. */
function insideSpans(ring: readonly Flat[], north: number): [number, number][] {
  const crossings: number[] = [];
  for (const [at, [toEast, toNorth]] of ring.entries()) {
    const [fromEast, fromNorth] = ring[at - 1] ?? [toEast, toNorth];
    if (fromNorth > north === toNorth > north) continue;
    crossings.push(fromEast + ((north - fromNorth) / (toNorth - fromNorth)) * (toEast - fromEast));
  }
  crossings.sort((a, b) => a - b);
  const spans: [number, number][] = [];
  for (let at = 1; at < crossings.length; at += 2) spans.push([crossings[at - 1]!, crossings[at]!]);
  return spans;
}
