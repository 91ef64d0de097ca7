import { mapFrameAt, type MapFrame } from "./map-frame.ts";
import type { Mosaic } from "./mosaic.ts";
import { seedOf } from "./noise.ts";
import { convexOutline, type Outline } from "./outline.ts";
import { type ImageryProduct, type ImagerySize, MAX_SIDE_PIXELS, type Scene } from "./scene.ts";

const TINY_SIDE_PIXELS = 384;

/** A north-up image on a map, nothing drawn yet. */
export interface GeoRaster extends Mosaic {
  frame: MapFrame;
  /** Upper left corner of the upper left pixel, map metres. */
  originX: number;
  originY: number;
  /** Side of a pixel on the map, metres. */
  spacingMetres: number;
  /** The footprint in pixels, y down; outside of it there is no data. */
  outline: Outline;
}

/** Lays the raster of a geocoded product round the footprint, or as a square of the asked size round the centre. */
export function planGeoRaster(
  scene: Scene,
  product: ImageryProduct,
  { size, spotSizeMetres }: ImagerySize,
): GeoRaster {
  const [longitude, latitude] = scene.center;
  const frame = mapFrameAt(longitude, latitude);
  const spot = size === "real" ? spotSizeMetres : undefined;
  const corners = convexOutline(
    spot === undefined ? footprintOnMap(scene, frame) : square(frame.toMap(longitude, latitude), spot / 2),
  );
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const originX = Math.min(...xs);
  const originY = Math.max(...ys);
  const extentX = Math.max(...xs) - originX;
  const extentY = originY - Math.min(...ys);
  const longest = Math.max(extentX, extentY);
  const { resolutionRangeMetres, resolutionAzimuthMetres } = scene.type;
  const spacingMetres =
    size === "tiny"
      ? longest / TINY_SIDE_PIXELS
      : Math.max(resolutionRangeMetres, resolutionAzimuthMetres, longest / MAX_SIDE_PIXELS);
  return {
    ...(size === "tiny" ? { tile: 128, cell: 16 } : { tile: 256, cell: 256 }),
    width: pixels(extentX, spacingMetres),
    height: pixels(extentY, spacingMetres),
    longestPixels: longest / spacingMetres,
    groundSeed: seedOf(scene.id),
    speckleSeed: seedOf(`${scene.id} ${product}`),
    frame,
    originX,
    originY,
    spacingMetres,
    outline: corners.map(([x, y]) => [(x - originX) / spacingMetres, (originY - y) / spacingMetres]),
  };
}

/** Degrees of a place in the raster, given in pixels from its upper left corner. */
export function degreesAt(raster: GeoRaster, x: number, y: number): [longitude: number, latitude: number] {
  const { frame, originX, originY, spacingMetres } = raster;
  return frame.toDegrees(originX + x * spacingMetres, originY - y * spacingMetres);
}

function footprintOnMap({ geometry }: Scene, frame: MapFrame): Outline {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const positions = polygons.flatMap(([ring = []]) => ring);
  return positions.map(([longitude = 0, latitude = 0]) => frame.toMap(longitude, latitude));
}

const square = ([x, y]: readonly [number, number], half: number): Outline => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
];

/** Whole pixels that cover an extent; a rounding error is not worth a pixel. */
const pixels = (extent: number, spacing: number): number => Math.max(1, Math.ceil(extent / spacing - 1e-6));
