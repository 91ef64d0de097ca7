import { boxToPolygon, toBoxes } from "./bbox.ts";
import { unrollRing } from "./antimeridian.ts";
import { measureBounds, type Bounds } from "./bounds.ts";
import type { BBox, SimpleGeometry } from "./geojson.ts";
import { prepareIntersects } from "./intersects.ts";
import { mapPositions, listPositions, type SinglePart } from "./polygon.ts";

/** An area of interest to compare with footprints. Boxes are flat: west never exceeds east. */
export interface AreaOfInterest {
  /** Every matching footprint is in these boxes, at least partly. */
  boxes: readonly Bounds[];
  /** True when every footprint completely inside one of the boxes matches. */
  areBoxesExact: boolean;
  meets: (footprint: SimpleGeometry) => boolean;
}

export function toAoiOfBox(bbox: BBox): AreaOfInterest {
  // Spec silent: the heights of a box with 6 numbers. We ignore them: footprints have no heights.
  const boxes = toBoxes(bbox);
  const meets = boxes.map((box) => prepareIntersects(toShape(box)));
  return { boxes, areBoxesExact: true, meets: (footprint) => meets.some((meet) => meet(footprint)) };
}

/**
 * Matches footprints that meet any of several areas. Takes valid geometries; edges that jump more than half way round
 * the earth take the shorter way.
 */
export function toAoiOfParts(parts: readonly SinglePart[]): AreaOfInterest {
  const copies = parts.flatMap(copyBeyondAntimeridian);
  const meets = copies.map(prepareIntersects);
  return {
    boxes: copies.map((copy) => measureBounds(listPositions(copy))),
    areBoxesExact: false,
    meets: (footprint) => meets.some((meet) => meet(footprint)),
  };
}

/** Returns the shape of a box, which is a line or a point without width or height. */
function toShape(box: Bounds): SinglePart {
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

/**
 * Returns copies of a searched geometry that together meet every matching footprint. An edge from 179 to -179 takes the
 * shorter way, across the antimeridian. One copy then ends at 181 degrees, the other begins at -181. An edge of 360
 * degrees stays unchanged, so that an outline of the world keeps its area.
 */
export function copyBeyondAntimeridian(geometry: SinglePart): SinglePart[] {
  const unwrapped = removeJumps(geometry);
  const [west, , east] = measureBounds(listPositions(unwrapped));
  const shifts = [0, ...(west <= -180 ? [360] : []), ...(east >= 180 ? [-360] : [])];
  return shifts.map((shift) => mapPositions(unwrapped, ([lon = 0, lat = 0]) => [lon + shift, lat]));
}

function removeJumps(geometry: SinglePart): SinglePart {
  if (geometry.type === "Point") return geometry;
  return geometry.type === "Polygon"
    ? { type: "Polygon", coordinates: geometry.coordinates.map((line) => unrollRing(line)) }
    : { type: "LineString", coordinates: unrollRing(geometry.coordinates) };
}
