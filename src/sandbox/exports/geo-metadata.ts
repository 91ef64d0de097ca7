/** Key of the file's metadata under which GeoParquet keeps its own. */
export const GEO_METADATA_KEY = "geo";

/** GeoParquet 1.1.0: longitude and latitude on WGS84 (the default, OGC:CRS84), straight edges, outer rings counter-clockwise. */
export function geoMetadata(extent: readonly [number, number, number, number]): object {
  const side = (name: string): string[] => ["bbox", name];
  return {
    version: "1.1.0",
    primary_column: "geometry",
    columns: {
      geometry: {
        encoding: "WKB",
        geometry_types: ["Polygon", "MultiPolygon"],
        orientation: "counterclockwise",
        edges: "planar",
        // A file without rows covers nothing.
        ...(Number.isFinite(extent[0]) ? { bbox: extent } : {}),
        covering: {
          bbox: { xmin: side("xmin"), ymin: side("ymin"), xmax: side("xmax"), ymax: side("ymax") },
        },
      },
    },
  };
}
