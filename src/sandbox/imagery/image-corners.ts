import { groundPoint } from "../../orbit/ellipsoid.ts";
import { dot, subtract, type Vector } from "../../orbit/vector.ts";
import { degreesAt, type GeoRaster } from "./geo-raster.ts";
import type { GroundPlace } from "./mosaic.ts";
import { fourCorners } from "./outline.ts";
import type { Scene } from "./scene.ts";

type Four<T> = readonly [firstRowFirstColumn: T, firstRowLast: T, lastRowLast: T, lastRowFirst: T];

/** Longitude and latitude of the corners, in the order in which SICD and NITF name them: clockwise from the upper left. */
export type ImageCorners = Four<readonly [longitude: number, latitude: number]>;

/** How an image lies over its footprint. */
export interface Placing {
  corners: ImageCorners;
  /** Where a place in the image, both 0 to 1 from the upper left, lies in the geocoded raster, in pixels. */
  placeAt: (across: number, down: number) => readonly [x: number, y: number];
}

/** Which corner of the footprint is which corner of an image whose rows and columns run in these directions. */
export function placeImage(
  { center }: Pick<Scene, "center">,
  ground: GeoRaster,
  rowUnit: Vector,
  columnUnit: Vector,
): Placing {
  const middle = groundPoint(...center).position;
  const found = fourCorners(ground.outline).map((pixel) => {
    const degrees = degreesAt(ground, ...pixel);
    const way = subtract(groundPoint(...degrees).position, middle);
    return { pixel, degrees, row: dot(way, rowUnit), column: dot(way, columnUnit) };
  });
  const byRow = found.toSorted((a, b) => a.row - b.row);
  const [a, b] = byRow.slice(0, 2).toSorted((one, other) => one.column - other.column);
  const [d, c] = byRow.slice(2).toSorted((one, other) => one.column - other.column);
  const [left, top] = a!.pixel;
  return {
    corners: [a!.degrees, b!.degrees, c!.degrees, d!.degrees],
    placeAt: (across, down) => [
      left + across * (b!.pixel[0] - left) + down * (d!.pixel[0] - left),
      top + across * (b!.pixel[1] - top) + down * (d!.pixel[1] - top),
    ],
  };
}

/** The same for a picture's mosaic: its pixels show what the geocoded raster shows at their place. */
export function onGround(
  ground: GeoRaster,
  placing: () => Placing,
  width: number,
  height: number,
): GroundPlace {
  return {
    longestPixels: ground.longestPixels,
    at: (x, y) => placing().placeAt(x / width, y / height),
  };
}
