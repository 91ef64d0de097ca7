import type { MultiPolygon, Polygon, Position } from "../geo/geojson.ts";
import { WrongFile } from "./wrong-file.ts";

const POLYGON = 3;
const MULTI_POLYGON = 6;

/** Polygons in well-known binary (OGC 06-103r4, clause 8), longitude first. Throws WrongFile for anything else. */
export function readWkb(bytes: Uint8Array): Polygon | MultiPolygon {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let isLittle = true;
  const count = (): number => {
    const value = view.getUint32(at, isLittle);
    at += 4;
    return value;
  };
  const type = (): number => {
    isLittle = view.getUint8(at) === 1;
    at += 1;
    return count();
  };
  const times = <T>(work: () => T): T[] => {
    const length = count();
    if (length > view.byteLength) throw new RangeError("more parts than bytes");
    return Array.from({ length }, work);
  };
  const position = (): Position => {
    const place = [view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle)];
    at += 16;
    return place;
  };
  const polygon = (): Position[][] => times(() => times(position));
  try {
    const kind = type();
    if (kind === POLYGON) return { type: "Polygon", coordinates: polygon() };
    if (kind === MULTI_POLYGON)
      return { type: "MultiPolygon", coordinates: times(() => (type(), polygon())) };
    throw new WrongFile(`a footprint is no polygon but WKB type ${kind}`);
  } catch (error) {
    throw error instanceof RangeError ? new WrongFile("a footprint breaks off", { cause: error }) : error;
  }
}
