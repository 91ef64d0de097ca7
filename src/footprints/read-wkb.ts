import type { Geometry, Position, Region } from "../geo/geojson.ts";
import { isRegion } from "../geo/polygon.ts";
import { MAX_DEPTH } from "../geo/sound-geometry.ts";
import { WrongFile } from "./random-access-file.ts";

const TYPES = {
  1: "Point",
  2: "LineString",
  3: "Polygon",
  4: "MultiPoint",
  5: "MultiLineString",
  6: "MultiPolygon",
  7: "GeometryCollection",
} as const satisfies Record<number, Geometry["type"]>;

/** Maximum size of one footprint: a million corners. Its decoded form takes many times the memory. */
export const MAX_GEOMETRY_BYTES = 16 * 1024 * 1024;

/** Flags in the type code of extended WKB; ISO WKB adds 1000 or 2000 to the code. */
const HAS_HEIGHT = 0x80000000;
const HAS_MEASURE = 0x40000000;
const HAS_SRID = 0x20000000;

/** Reads a footprint, which is one or more polygons. Throws WrongFile for anything else. */
export function readWkbRegion(bytes: Uint8Array): Region {
  const geometry = readWkb(bytes);
  if (isRegion(geometry)) return geometry;
  throw new WrongFile(`a footprint is not a polygon but a ${geometry.type}`);
}

/**
 * Reads a geometry in well-known binary (OGC 06-103r4, clause 8), longitude first; drops heights and measures (Polygon Z is 1003). Throws
 * WrongFile for curves, and for bytes that break off.
 */
export function readWkb(bytes: Uint8Array): Geometry {
  if (bytes.byteLength > MAX_GEOMETRY_BYTES)
    throw new WrongFile(
      `it has a geometry of ${bytes.byteLength} bytes; at most ${MAX_GEOMETRY_BYTES} are read`,
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let isLittle = true;
  let numbers = 2;
  const count = (): number => {
    const value = view.getUint32(at, isLittle);
    at += 4;
    return value;
  };
  const type = (): (typeof TYPES)[keyof typeof TYPES] => {
    isLittle = view.getUint8(at) === 1;
    at += 1;
    const code = count();
    const plain = code % HAS_SRID;
    const family = Math.floor(plain / 1000);
    const hasHeight = (code & HAS_HEIGHT) !== 0 || family === 1 || family === 3;
    const hasMeasure = (code & HAS_MEASURE) !== 0 || family === 2 || family === 3;
    numbers = 2 + Number(hasHeight) + Number(hasMeasure);
    if ((code & HAS_SRID) !== 0) at += 4;
    const kind = family > 3 ? code : plain % 1000;
    if (Object.hasOwn(TYPES, kind)) return TYPES[kind as keyof typeof TYPES];
    throw new WrongFile(`a geometry is not a point, line or polygon but WKB type ${kind}`);
  };
  const times = <T>(work: () => T): T[] => {
    const length = count();
    if (length > view.byteLength) throw new RangeError("more parts than bytes");
    return Array.from({ length }, work);
  };
  const position = (): Position => {
    const place = [view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle)];
    at += 8 * numbers;
    return place;
  };
  const line = (): Position[] => times(position);
  const rings = (): Position[][] => times(line);
  /** Reads the parts of a multiple geometry, each with a type of its own. */
  const parts = <T>(read: () => T): T[] => times(() => (type(), read()));
  const geometry = (depth: number): Geometry => {
    if (depth > MAX_DEPTH) throw new WrongFile(`a geometry nests deeper than ${MAX_DEPTH} levels`);
    const kind = type();
    switch (kind) {
      case "Point":
        return { type: kind, coordinates: position() };
      case "LineString":
        return { type: kind, coordinates: line() };
      case "Polygon":
        return { type: kind, coordinates: rings() };
      case "MultiPoint":
        return { type: kind, coordinates: parts(position) };
      case "MultiLineString":
        return { type: kind, coordinates: parts(line) };
      case "MultiPolygon":
        return { type: kind, coordinates: parts(rings) };
      case "GeometryCollection":
        return { type: kind, geometries: times(() => geometry(depth + 1)) };
    }
  };
  try {
    return geometry(0);
  } catch (error) {
    throw error instanceof RangeError ? new WrongFile("a geometry breaks off", { cause: error }) : error;
  }
}
