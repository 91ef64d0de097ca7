/** The metadata by which a Parquet file declares its geometry column: GeoParquet 1.1.0. */
import type { Bounds } from "./bounds.ts";
import type { Geometry } from "./geojson.ts";

/** Key of GeoParquet's entry in the file's metadata. */
export const GEO_METADATA_KEY = "geo";

/** The fields of the covering column `bbox`, in degrees. */
export const BBOX_SIDES = ["xmin", "ymin", "xmax", "ymax"] as const;
export type BBoxSide = (typeof BBOX_SIDES)[number];

interface GeoColumn {
  /** The box around all rows; from Infinity to -Infinity for none. */
  extent: Readonly<Bounds>;
  types: readonly Geometry["type"][];
  /** Outer rings are counter-clockwise. */
  isCounterClockwise?: boolean | undefined;
}

/** Returns the metadata of WKB in `geometry`: longitude and latitude on WGS84 (the default, OGC:CRS84), straight edges. */
export function makeGeoMetadata({ extent, types, isCounterClockwise = false }: GeoColumn): string {
  return JSON.stringify({
    version: "1.1.0",
    primary_column: "geometry",
    columns: {
      geometry: {
        encoding: "WKB",
        geometry_types: types,
        ...(isCounterClockwise && { orientation: "counterclockwise" }),
        edges: "planar",
        // A file without rows has no extent.
        ...(Number.isFinite(extent[0]) && { bbox: extent }),
        covering: { bbox: Object.fromEntries(BBOX_SIDES.map((side) => [side, ["bbox", side]])) },
      },
    },
  });
}
