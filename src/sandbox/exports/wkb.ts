import { boundsAround, type Bounds } from "../../geo/bounds.ts";
import type { Position, Region } from "../../geo/geojson.ts";
import { ringsOf } from "../../geo/polygon.ts";

const LITTLE_ENDIAN = 1;
const POLYGON = 3;
const MULTI_POLYGON = 6;

/** Returns the well-known binary of a footprint (ISO 19125), after `gap` bytes for the caller to fill. */
export function toWkb(geometry: Region, gap = 0): Buffer {
  const bytes = Buffer.alloc(gap + sizeOf(geometry));
  if (geometry.type === "Polygon") {
    writePolygon(bytes, gap, geometry.coordinates);
    return bytes;
  }
  let at = writeHead(bytes, gap, MULTI_POLYGON, geometry.coordinates.length);
  for (const rings of geometry.coordinates) at = writePolygon(bytes, at, rings);
  return bytes;
}

/** Returns the box around the coordinates. A footprint split at the antimeridian has a box around the globe. */
export const boundsOf = (geometry: Region): Bounds => boundsAround(ringsOf(geometry).flat(2));

/** Extends a box to contain another one. */
export function extend(box: Bounds, [west, south, east, north]: Bounds): void {
  box[0] = Math.min(box[0], west);
  box[1] = Math.min(box[1], south);
  box[2] = Math.max(box[2], east);
  box[3] = Math.max(box[3], north);
}

const polygonSize = (rings: Position[][]): number =>
  rings.reduce((size, ring) => size + 4 + ring.length * 16, 9);

const sizeOf = (geometry: Region): number =>
  ringsOf(geometry).reduce((size, rings) => size + polygonSize(rings), geometry.type === "Polygon" ? 0 : 9);

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
