/** The footprint of a STAC item: its geometry, read once. The member itself stays as the service sent it. */
import type { Geometry } from "../geo/geojson.ts";
import { readGeometry, type GeometryReading } from "../geo/sound-geometry.ts";
import type { StacItem } from "./read-items.ts";

const NONE = { fault: undefined } as const;
const readings = new WeakMap<StacItem, GeometryReading | typeof NONE>();

/** Undefined for an item without a geometry, and for one whose geometry is none. */
export function footprintOf(item: StacItem): Geometry | undefined {
  const reading = readingOf(item);
  return "geometry" in reading ? reading.geometry : undefined;
}

/** What is wrong with its geometry, to follow "its geometry"; undefined for a sound one and for an item without. */
export function footprintFault(item: StacItem): string | undefined {
  const reading = readingOf(item);
  return "fault" in reading ? reading.fault : undefined;
}

/** The footprint has fewer corners than the geometry: what is measured on it is an estimate. */
export function isFootprintSimplified(item: StacItem): boolean {
  const reading = readingOf(item);
  return "geometry" in reading && reading.isSimplified;
}

function readingOf(item: StacItem): GeometryReading | typeof NONE {
  let reading = readings.get(item);
  if (reading === undefined) {
    const value = item["geometry"];
    reading = value === undefined || value === null ? NONE : readGeometry(value);
    readings.set(item, reading);
  }
  return reading;
}
