/** The footprint of a STAC item: its geometry, read once. The field itself stays unchanged. */
import type { Geometry } from "../geo/geojson.ts";
import { readGeometry, type GeometryReading } from "../geo/sound-geometry.ts";
import type { StacItem } from "./read-items.ts";

const NONE = { fault: undefined } as const;
const readings = new WeakMap<StacItem, GeometryReading | typeof NONE>();

/** Returns undefined for an item without a geometry, or with an invalid one. */
export function readFootprint(item: StacItem): Geometry | undefined {
  const reading = readGeometryOnce(item);
  return "geometry" in reading ? reading.geometry : undefined;
}

/** Returns the fault of its geometry as a clause; undefined when the geometry is valid or missing. */
export function findFootprintFault(item: StacItem): string | undefined {
  const reading = readGeometryOnce(item);
  return "fault" in reading ? reading.fault : undefined;
}

/** Returns whether the footprint has fewer corners than the geometry, so that measurements on it are estimates. */
export function isFootprintSimplified(item: StacItem): boolean {
  const reading = readGeometryOnce(item);
  return "geometry" in reading && reading.isSimplified;
}

function readGeometryOnce(item: StacItem): GeometryReading | typeof NONE {
  let reading = readings.get(item);
  if (reading === undefined) {
    const value = item["geometry"];
    reading = value === undefined || value === null ? NONE : readGeometry(value);
    readings.set(item, reading);
  }
  return reading;
}
