import type { Geometry, Position } from "./geojson.ts";
import { listSingleParts, type SinglePart } from "./polygon.ts";

const LITTLE_ENDIAN = 1;

const CODES: Readonly<Record<Geometry["type"], number>> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
};

/** Returns the well-known binary of a geometry (ISO 19125) without heights, after `gap` bytes for the caller to fill. */
export function toWkb(geometry: Geometry, gap = 0): Buffer {
  const bytes = Buffer.alloc(gap + sizeOf(geometry));
  write(bytes, gap, geometry);
  return bytes;
}

/** Returns the parts of a geometry that WKB writes as complete geometries, such as the polygons of a MultiPolygon. */
function listWkbParts(geometry: Geometry): readonly Geometry[] | undefined {
  if (geometry.type === "GeometryCollection") return geometry.geometries;
  return geometry.type.startsWith("Multi") ? listSingleParts(geometry) : undefined;
}

function sizeOf(geometry: Geometry): number {
  const parts = listWkbParts(geometry);
  if (parts !== undefined) return parts.reduce((size, part) => size + sizeOf(part), 9);
  const single = geometry as SinglePart;
  if (single.type === "Point") return 21;
  if (single.type === "LineString") return 9 + 16 * single.coordinates.length;
  return single.coordinates.reduce((size, ring) => size + 4 + 16 * ring.length, 9);
}

/** Writes a geometry and returns the offset after it. */
function write(bytes: Buffer, start: number, geometry: Geometry): number {
  bytes.writeUInt8(LITTLE_ENDIAN, start);
  let at = bytes.writeUInt32LE(CODES[geometry.type], start + 1);
  const parts = listWkbParts(geometry);
  if (parts !== undefined) {
    at = bytes.writeUInt32LE(parts.length, at);
    for (const part of parts) at = write(bytes, at, part);
    return at;
  }
  const single = geometry as SinglePart;
  if (single.type === "Point") return writePosition(bytes, at, single.coordinates);
  if (single.type === "LineString") return writeLine(bytes, at, single.coordinates);
  at = bytes.writeUInt32LE(single.coordinates.length, at);
  for (const ring of single.coordinates) at = writeLine(bytes, at, ring);
  return at;
}

function writeLine(bytes: Buffer, start: number, line: readonly Position[]): number {
  let at = bytes.writeUInt32LE(line.length, start);
  for (const position of line) at = writePosition(bytes, at, position);
  return at;
}

const writePosition = (bytes: Buffer, at: number, [x = 0, y = 0]: Position): number =>
  bytes.writeDoubleLE(y, bytes.writeDoubleLE(x, at));
