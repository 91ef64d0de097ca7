/** Returns the requested area of a catalog search, if it can be covered. */
import type { BodyOf } from "../../contract/schemas.ts";
import { regionOfBox } from "../../geo/bbox.ts";
import type { BBox, Region } from "../../geo/geojson.ts";
import { regionOf } from "../../geo/polygon.ts";

type SearchBody = Pick<BodyOf<"searchCatalog">, "bbox" | "intersects" | "ids">;

/**
 * Returns undefined for a point, a line, a box in another reference system, and for a search by ids, which ignores
 * areas.
 */
export function searchedArea(
  body: SearchBody,
  query: Readonly<Record<string, string>> = {},
): Region | undefined {
  if (body.ids !== undefined) return undefined;
  if (body.intersects !== undefined) return regionOf(body.intersects);
  const crs = query["bbox-crs"] ?? (body as Record<string, unknown>)["bbox-crs"];
  if (body.bbox === undefined || (crs !== undefined && !isDegrees(crs))) return undefined;
  return regionOfBox(body.bbox as BBox);
}

const isDegrees = (crs: unknown): boolean =>
  typeof crs === "string" && /(?:^|[:/])(?:4326|CRS84)$/i.test(crs);
