import { boxToPolygon, toBoxes } from "./bbox.ts";
import type { Bounds } from "./bounds.ts";
import type { BBox, LineString, Point, Polygon, SimpleGeometry, Position } from "./geojson.ts";
import { prepareIntersects } from "./intersects.ts";
import { positionsOf } from "./polygon.ts";

/** An area of interest that footprints are compared with. Boxes are flat: west is never larger than east. */
export interface AreaOfInterest {
  /** Together they hold every footprint that can match, or a part of it. */
  boxes: readonly Bounds[];
  /** True when every footprint that lies wholly in one of the boxes matches. */
  areBoxesExact: boolean;
  meets: (footprint: SimpleGeometry) => boolean;
}

export function aoiOfBox(bbox: BBox): AreaOfInterest {
  // Spec silent: what the heights of a box with 6 numbers select. Footprints have none, so we leave the heights out.
  const boxes = toBoxes(bbox);
  const meets = boxes.map((box) => prepareIntersects(shapeOf(box)));
  return { boxes, areBoxesExact: true, meets: (footprint) => meets.some((meet) => meet(footprint)) };
}

/** Takes valid geometries; edges that jump more than half way round the earth go the short way. */
export function aoiOfGeometry(geometry: Point | LineString | Polygon): AreaOfInterest {
  const copies = beyondAntimeridian(geometry);
  const meets = copies.map((copy) => prepareIntersects(copy));
  return {
    boxes: copies.map(flatBounds),
    areBoxesExact: false,
    meets: (footprint) => meets.some((meet) => meet(footprint)),
  };
}

/** What meets one of several areas. */
export function aoiOfParts(parts: readonly (Point | LineString | Polygon)[]): AreaOfInterest {
  const areas = parts.map(aoiOfGeometry);
  return {
    boxes: areas.flatMap(({ boxes }) => boxes),
    areBoxesExact: false,
    meets: (footprint) => areas.some(({ meets }) => meets(footprint)),
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

/**
 * A searched geometry as copies that together meet every matching footprint. An edge that jumps more than half way round
 * the earth goes the short way, across the antimeridian: the copies then run on past 180 and -180 degrees, one from each
 * side. An edge of 360 degrees stays as it is, so that an outline of the world remains one.
 */
// Spec silent: how `intersects` says that it crosses the antimeridian; multi-geometries are not accepted. We take the short way.
export function beyondAntimeridian(geometry: Point | LineString | Polygon): (Point | LineString | Polygon)[] {
  if (geometry.type === "Point") return touchingBothSides(geometry);
  const lines = geometry.type === "Polygon" ? geometry.coordinates : [geometry.coordinates];
  const unwrapped = lines.map(unwrap);
  const longitudes = unwrapped.flat().map(([longitude]) => longitude as number);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const shifts = [0, ...(west <= -180 ? [360] : []), ...(east >= 180 ? [-360] : [])];
  return shifts.map((shift) => {
    const moved = unwrapped.map((line) => line.map(([lon = 0, lat = 0]): Position => [lon + shift, lat]));
    return geometry.type === "Polygon"
      ? { type: "Polygon", coordinates: moved }
      : { type: "LineString", coordinates: moved[0] ?? [] };
  });
}

/** 180 and -180 are one meridian. */
function touchingBothSides(point: Point): Point[] {
  const [longitude = 0, latitude = 0] = point.coordinates;
  if (Math.abs(longitude) !== 180) return [point];
  return [point, { type: "Point", coordinates: [-longitude, latitude] }];
}

function unwrap(line: Position[]): Position[] {
  let shift = 0;
  return line.map(([longitude = 0, latitude = 0], at) => {
    const jump = longitude - (line[at - 1]?.[0] ?? longitude);
    if (Math.abs(jump) > 180 && Math.abs(jump) < 360) shift -= Math.sign(jump) * 360;
    return [longitude + shift, latitude];
  });
}
