import { groundPoint } from "../orbit/ellipsoid.ts";
import { dot, subtract, type Vector } from "../orbit/vector.ts";
import { degreesAt, type GeoRaster } from "./geo-raster.ts";
import { fourCorners } from "./outline.ts";
import type { Scene } from "./scene.ts";

/** First row and column, first row and last column, last and last, last row and first column: longitude, latitude. */
export type ImageCorners = readonly [Corner, Corner, Corner, Corner];
type Corner = readonly [longitude: number, latitude: number];

/** Which corner of the footprint is which corner of an image whose rows and columns run in these directions. */
export function imageCorners(
  { center }: Pick<Scene, "center">,
  ground: GeoRaster,
  rowUnit: Vector,
  columnUnit: Vector,
): ImageCorners {
  const middle = groundPoint(...center).position;
  const corners = fourCorners(ground.outline).map(([x, y]) => {
    const degrees = degreesAt(ground, x, y);
    const way = subtract(groundPoint(...degrees).position, middle);
    return { degrees, row: dot(way, rowUnit), column: dot(way, columnUnit) };
  });
  const [first = [], last = []] = [corners.toSorted((a, b) => a.row - b.row)].flatMap((sorted) => [
    sorted.slice(0, 2).toSorted((a, b) => a.column - b.column),
    sorted.slice(2).toSorted((a, b) => a.column - b.column),
  ]);
  return [first[0]!.degrees, first[1]!.degrees, last[1]!.degrees, last[0]!.degrees];
}
