/** Puts the area of a search on the map of its results. */
import type { SearchRequest } from "../../app/catalog/search-items.ts";
import type { Context } from "../../cli/context.ts";
import { searchedArea } from "../../domain/catalog/searched-area.ts";
import { regionOf } from "../../geo/polygon.ts";
import type { Geometry, MultiPolygon, Polygon } from "../../geo/geojson.ts";

/** Shows the area with all of its parts, or the point or line; nothing for a search by ids, which ignores areas. */
export function showSearched(
  { map }: Pick<Context, "map">,
  { body, query, parts = [] }: Pick<SearchRequest, "body" | "query"> & { parts?: readonly Polygon[] },
): void {
  const area = searchedArea(body, query);
  const { ids, intersects } = body;
  if (parts.length > 1) map.area = joinedParts(parts);
  else if (area !== undefined) map.area = area;
  else if (ids === undefined && intersects !== undefined) map.targets = [{ name: "", geometry: intersects }];
}

const joinedParts = (parts: readonly Polygon[]): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: parts.map(({ coordinates }) => coordinates),
});

/** Shows an area, or places. */
export function showTarget({ map }: Pick<Context, "map">, geometry: Geometry): void {
  const area = regionOf(geometry);
  if (area === undefined) map.targets = [{ name: "target", geometry }];
  else map.area = area;
}
