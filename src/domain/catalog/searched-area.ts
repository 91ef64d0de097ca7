/** Returns the requested area of a catalog search, if it can be covered. */
import type { BodyOf } from "../../contract/schemas.ts";
import { toRegion, toLonLatBox, readCrs } from "../../geo/bbox.ts";
import type { BBox, Region } from "../../geo/geojson.ts";
import { toPolygonRegion } from "../../geo/polygon.ts";

type SearchBody = Pick<BodyOf<"searchCatalog">, "bbox" | "intersects" | "ids">;

/**
 * Returns undefined for a point, a line, a box in an unknown reference system, and for a search by ids, which ignores
 * areas.
 */
export function findSearchedArea(
  body: SearchBody,
  query: Readonly<Record<string, string>> = {},
): Region | undefined {
  if (body.ids !== undefined) return undefined;
  if (body.intersects !== undefined) return toPolygonRegion(body.intersects);
  const crs = query["bbox-crs"] ?? (body as Record<string, unknown>)["bbox-crs"] ?? "CRS84";
  const system = typeof crs === "string" ? readCrs(crs) : undefined;
  if (body.bbox === undefined || system === undefined) return undefined;
  return toRegion(toLonLatBox(body.bbox as BBox, system));
}
