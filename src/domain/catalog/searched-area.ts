/** Returns the requested area of a catalog search, if it can be covered. */
import type { BodyOf } from "../../contract/schemas.ts";
import { toRegion, toLonLatBox, readCrs } from "../../geo/bbox.ts";
import type { BBox, Geometry, Region } from "../../geo/geojson.ts";
import { listSingleParts, toPolygonRegion } from "../../geo/polygon.ts";

/** The body of a search whose area may have any geometry. One request takes a point, a line or a polygon. */
export type SearchBody = {
  [Name in keyof Sent]: Name extends "intersects" ? Geometry | undefined : Sent[Name];
};

type Sent = BodyOf<"searchCatalog">;

/** Returns the searches to send, one for each part of the area. */
export function splitSearch(body: SearchBody): Sent[] {
  const { intersects, ...others } = body;
  // A Feature in a raw body is sent unchanged, and so is an area beside ids, which the service ignores.
  const isSentWhole = intersects === undefined || body.ids !== undefined || !MULTIPLE.test(intersects.type);
  if (isSentWhole) return [body as Sent];
  return listSingleParts(intersects).map((part) => ({ ...others, intersects: part }));
}

const MULTIPLE = /^(?:Multi|GeometryCollection$)/;

/**
 * Returns undefined for a point, a line, a box in an unknown reference system, and for a search by ids, which ignores
 * areas.
 */
export function findSearchedArea(
  body: Pick<SearchBody, "bbox" | "intersects" | "ids">,
  query: Readonly<Record<string, string>> = {},
): Region | undefined {
  if (body.ids !== undefined) return undefined;
  if (body.intersects !== undefined) return toPolygonRegion(body.intersects);
  const crs = query["bbox-crs"] ?? (body as Record<string, unknown>)["bbox-crs"] ?? "CRS84";
  const system = typeof crs === "string" ? readCrs(crs) : undefined;
  if (body.bbox === undefined || system === undefined) return undefined;
  return toRegion(toLonLatBox(body.bbox as BBox, system));
}
