import { AppError } from "../../errors.ts";
import { checkBBox, checkBBoxNumbers } from "../../geo/bbox.ts";
import type { Geometry, LineString, Point, Polygon } from "../../geo/geojson.ts";
import { placeOfArea, placeOfBox, type Place } from "../../geo/place.ts";
import { bboxToLonLat, readCrs } from "../../geo/project.ts";
import type { CatalogSearch } from "./catalog-search.ts";

/** Where a search looks. Errors: CRS_UNSUPPORTED, BBOX_INVALID. */
export function placeFilter(search: CatalogSearch): Place | undefined {
  if (search.bbox !== undefined) return boxFilter(search.bbox, search["bbox-crs"] ?? "CRS84");
  if (search.intersects === undefined) return undefined;
  const given = search.intersects as { type: string; geometry?: unknown };
  const geometry = (given.type === "Feature" ? given.geometry : given) as Geometry as
    | Point
    | LineString
    | Polygon;
  return placeOfArea(geometry);
}

function boxFilter(values: readonly number[], crs: string): Place {
  if (readCrs(crs) === undefined) {
    throw new AppError("local", "CRS_UNSUPPORTED", `bbox-crs ${crs.slice(0, 80)} is not supported`, {
      hint: "Use CRS84, EPSG:4326 or EPSG:3857",
    });
  }
  const numbers = checkBBoxNumbers([...values]);
  const lonLat = numbers.ok ? bboxToLonLat(numbers.bbox, crs) : numbers;
  const checked = lonLat.ok ? checkBBox(lonLat.bbox) : lonLat;
  if (!checked.ok) throw new AppError("local", "BBOX_INVALID", `bbox ${values.join(",")} ${checked.reason}`);
  return placeOfBox(checked.bbox);
}
