import type { Position, Region } from "../geo/geojson.ts";
import { WrongFile } from "./random-access-file.ts";

const POLYGON = 3;
const MULTI_POLYGON = 6;

/** Maximum size of one footprint: a million corners. Its decoded form takes many times the memory. */
export const MAX_GEOMETRY_BYTES = 16 * 1024 * 1024;

/** Flags in the type code of extended WKB; ISO WKB adds 1000 or 2000 to the code. */
const HAS_HEIGHT = 0x80000000;
const HAS_MEASURE = 0x40000000;
const HAS_SRID = 0x20000000;

/**
 * Reads polygons in well-known binary (OGC 06-103r4, clause 8), longitude first; drops heights and measures (Polygon Z is 1003). Throws
 * WrongFile for anything else.
 */
export function readWkb(bytes: Uint8Array): Region {
  if (bytes.byteLength > MAX_GEOMETRY_BYTES)
    throw new WrongFile(
      `it has a footprint of ${bytes.byteLength} bytes; at most ${MAX_GEOMETRY_BYTES} are read`,
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
  const type = (): number => {
    isLittle = view.getUint8(at) === 1;
    at += 1;
    const code = count();
    const plain = code % HAS_SRID;
    const family = Math.floor(plain / 1000);
    const hasHeight = (code & HAS_HEIGHT) !== 0 || family === 1 || family === 3;
    const hasMeasure = (code & HAS_MEASURE) !== 0 || family === 2 || family === 3;
    numbers = 2 + Number(hasHeight) + Number(hasMeasure);
    if ((code & HAS_SRID) !== 0) at += 4;
    return family > 3 ? code : plain % 1000;
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
  const polygon = (): Position[][] => times(() => times(position));
  try {
    const kind = type();
    if (kind === POLYGON) return { type: "Polygon", coordinates: polygon() };
    if (kind === MULTI_POLYGON)
      return { type: "MultiPolygon", coordinates: times(() => (type(), polygon())) };
    throw new WrongFile(`a footprint is not a polygon but WKB type ${kind}`);
  } catch (error) {
    throw error instanceof RangeError ? new WrongFile("a footprint breaks off", { cause: error }) : error;
  }
}
