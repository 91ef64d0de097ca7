import { boxToPolygon, checkBBox, checkBBoxNumbers, toBoxes } from "../../geo/bbox.ts";
import type { Bounds } from "../../geo/bounds.ts";
import type { Geometry, LineString, Point, Polygon, SimpleGeometry } from "../../geo/geojson.ts";
import { prepareIntersects } from "../../geo/intersects.ts";
import { positionsOf } from "../../geo/polygon.ts";
import { bboxToLonLat, readCrs } from "../../geo/project.ts";
import { AppError } from "../../errors.ts";
import { beyondAntimeridian } from "./beyond-antimeridian.ts";
import type { CatalogSearch } from "./catalog-search.ts";

/** Where a search looks. Boxes are flat: west is never larger than east. */
export interface PlaceFilter {
  /** Together they hold every place that can match. */
  boxes: readonly Bounds[];
  /** True when whatever lies wholly in one of the boxes matches. */
  areBoxesExact: boolean;
  meets: (footprint: SimpleGeometry) => boolean;
}

/** Errors: CRS_UNSUPPORTED, BBOX_INVALID. */
export function placeFilter(search: CatalogSearch): PlaceFilter | undefined {
  if (search.bbox !== undefined) return boxFilter(search.bbox, search["bbox-crs"] ?? "CRS84");
  if (search.intersects === undefined) return undefined;
  const given = search.intersects as { type: string; geometry?: unknown };
  const geometry = (given.type === "Feature" ? given.geometry : given) as Geometry as
    | Point
    | LineString
    | Polygon;
  const copies = beyondAntimeridian(geometry);
  const meets = copies.map((copy) => prepareIntersects(copy));
  return {
    boxes: copies.map(flatBounds),
    areBoxesExact: false,
    meets: (footprint) => meets.some((meet) => meet(footprint)),
  };
}

function boxFilter(values: readonly number[], crs: string): PlaceFilter {
  if (readCrs(crs) === undefined) {
    throw new AppError("local", "CRS_UNSUPPORTED", `bbox-crs ${crs.slice(0, 80)} is not supported`, {
      hint: "use CRS84, EPSG:4326 or EPSG:3857",
    });
  }
  const numbers = checkBBoxNumbers([...values]);
  const lonLat = numbers.ok ? bboxToLonLat(numbers.bbox, crs) : numbers;
  const checked = lonLat.ok ? checkBBox(lonLat.bbox) : lonLat;
  if (!checked.ok) throw new AppError("local", "BBOX_INVALID", `bbox ${values.join(",")} ${checked.reason}`);
  // Spec silent: what the heights of a box with 6 numbers select. Footprints have none, so we leave the heights out.
  const boxes = toBoxes(checked.bbox);
  const meets = boxes.map((box) => prepareIntersects(shapeOf(box)));
  return { boxes, areBoxesExact: true, meets: (footprint) => meets.some((meet) => meet(footprint)) };
}

/** A box without width or height is a line or a point. */
function shapeOf(box: Bounds): Point | LineString | Polygon {
  const [west, south, east, north] = box;
  if (west < east && south < north) return boxToPolygon(box);
  if (west === east && south === north) return { type: "Point", coordinates: [west, south] };
  return {
    type: "LineString",
    coordinates: [
      [west, south],
      [east, north],
    ],
  };
}

function flatBounds(geometry: SimpleGeometry): Bounds {
  const box: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude = NaN, latitude = NaN] of positionsOf(geometry)) {
    box[0] = Math.min(box[0], longitude);
    box[1] = Math.min(box[1], latitude);
    box[2] = Math.max(box[2], longitude);
    box[3] = Math.max(box[3], latitude);
  }
  return box;
}
