/** Returns the requested area of a catalog search, if it can be covered. */
import type { BodyOf } from "../../contract/schemas.ts";
import { regionOfBox, bboxToLonLat, readCrs } from "../../geo/bbox.ts";
import type { BBox, Region } from "../../geo/geojson.ts";
import { regionOf } from "../../geo/polygon.ts";

type SearchBody = Pick<BodyOf<"searchCatalog">, "bbox" | "intersects" | "ids">;

/**
 * Returns undefined for a point, a line, a box in an unknown reference system, and for a search by ids, which ignores
 * areas.
 */
export function searchedArea(
  body: SearchBody,
  query: Readonly<Record<string, string>> = {},
): Region | undefined {
  if (body.ids !== undefined) return undefined;
  if (body.intersects !== undefined) return regionOf(body.intersects);
  const crs = query["bbox-crs"] ?? (body as Record<string, unknown>)["bbox-crs"] ?? "CRS84";
  const system = typeof crs === "string" ? readCrs(crs) : undefined;
  if (body.bbox === undefined || system === undefined) return undefined;
  return regionOfBox(bboxToLonLat(body.bbox as BBox, system));
}
