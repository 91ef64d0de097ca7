import type { MultiPolygon, Polygon, Position } from "../../geo/geojson.ts";

const LITTLE_ENDIAN = 1;
const POLYGON = 3;
const MULTI_POLYGON = 6;

/**
 * Returns the well-known binary of a footprint (ISO 19125, two dimensions), after `gap` bytes for the caller to fill.
 */
export function toWkb(geometry: Polygon | MultiPolygon, gap = 0): Buffer {
  const bytes = Buffer.alloc(gap + sizeOf(geometry));
  if (geometry.type === "Polygon") {
    writePolygon(bytes, gap, geometry.coordinates);
    return bytes;
  }
  let at = writeHead(bytes, gap, MULTI_POLYGON, geometry.coordinates.length);
  for (const rings of geometry.coordinates) at = writePolygon(bytes, at, rings);
  return bytes;
}

/**
 * Returns west, south, east, north of the coordinates as plain numbers; a footprint split at the antimeridian spans
 * the globe.
 */
export function boundsOf(geometry: Polygon | MultiPolygon): [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [outer = []] of polygonsOf(geometry)) {
    for (const [x = 0, y = 0] of outer) {
      west = Math.min(west, x);
      south = Math.min(south, y);
      east = Math.max(east, x);
      north = Math.max(north, y);
    }
  }
  return [west, south, east, north];
}

/** Returns the parts of a footprint, each a list of rings. */
export const polygonsOf = (geometry: Polygon | MultiPolygon): Position[][][] =>
  geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;

const polygonSize = (rings: Position[][]): number =>
  rings.reduce((size, ring) => size + 4 + ring.length * 16, 9);

const sizeOf = (geometry: Polygon | MultiPolygon): number =>
  polygonsOf(geometry).reduce(
    (size, rings) => size + polygonSize(rings),
    geometry.type === "Polygon" ? 0 : 9,
  );

function writeHead(bytes: Buffer, at: number, type: number, count: number): number {
  bytes.writeUInt8(LITTLE_ENDIAN, at);
  bytes.writeUInt32LE(type, at + 1);
  return bytes.writeUInt32LE(count, at + 5);
}

function writePolygon(bytes: Buffer, start: number, rings: Position[][]): number {
  let at = writeHead(bytes, start, POLYGON, rings.length);
  for (const ring of rings) {
    at = bytes.writeUInt32LE(ring.length, at);
    for (const [x = 0, y = 0] of ring) at = bytes.writeDoubleLE(y, bytes.writeDoubleLE(x, at));
  }
  return at;
}
