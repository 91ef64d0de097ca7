import { boxToPolygon, toBoxes } from "./bbox.ts";
import { beyondAntimeridian } from "./beyond-antimeridian.ts";
import type { Bounds } from "./bounds.ts";
import type { BBox, LineString, Point, Polygon, SimpleGeometry } from "./geojson.ts";
import { prepareIntersects } from "./intersects.ts";
import { positionsOf } from "./polygon.ts";

/** A place that footprints are held against. Boxes are flat: west is never larger than east. */
export interface Place {
  /** Together they hold every footprint that can match, or a part of it. */
  boxes: readonly Bounds[];
  /** True when whatever lies wholly in one of the boxes matches. */
  areBoxesExact: boolean;
  meets: (footprint: SimpleGeometry) => boolean;
}

export function placeOfBox(bbox: BBox): Place {
  // Spec silent: what the heights of a box with 6 numbers select. Footprints have none, so we leave the heights out.
  const boxes = toBoxes(bbox);
  const meets = boxes.map((box) => prepareIntersects(shapeOf(box)));
  return { boxes, areBoxesExact: true, meets: (footprint) => meets.some((meet) => meet(footprint)) };
}

/** Takes valid geometries; edges that jump more than half way round the earth go the short way. */
export function placeOfArea(geometry: Point | LineString | Polygon): Place {
  const copies = beyondAntimeridian(geometry);
  const meets = copies.map((copy) => prepareIntersects(copy));
  return {
    boxes: copies.map(flatBounds),
    areBoxesExact: false,
    meets: (footprint) => meets.some((meet) => meet(footprint)),
  };
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
