import { once } from "./file-sections.ts";
import { landMask } from "./land-mask.ts";
import { mapFrameAt, type MapFrame } from "./map-frame.ts";
import { type GroundPlace, levelsOf, type Mosaic, tileAndCell } from "./mosaic.ts";
import { seedOf } from "./noise.ts";
import { convexOutline, type Outline } from "./outline.ts";
import { type ImagerySize, largestScale, type Scene } from "./scene.ts";
import type { ItemProduct } from "../archive/collect.ts";

const TINY_SIDE_PIXELS = 384;
/** Eight around the tile (cloud optimised), twelve in the directory. */
const TILE_EXTRA_BYTES = 20;
const DIRECTORIES_BYTES = 6000;
/** Maximum pixels along a side at the sensor's own resolution. */
const MAX_SIDE_PIXELS = 65_536;

/** A north-up image on a map, not drawn yet. */
export interface GeoRaster extends Mosaic {
  place: GroundPlace;
  /** Common to all products of a collect. */
  vesselSeed: number;
  frame: MapFrame;
  /** Upper left corner of the upper left pixel, map metres. */
  originX: number;
  originY: number;
  /** Side of a pixel on the map, metres. */
  spacingMetres: number;
  /** The footprint in pixels, y down; there is no data outside of it. */
  outline: Outline;
}

/** Plans the raster of a geocoded product around the footprint. */
export function planGeoRaster(scene: Scene, product: ItemProduct, size: ImagerySize): GeoRaster {
  const frame = mapFrameAt(...scene.center);
  const corners = convexOutline(footprintOnMap(scene, frame));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const originX = Math.min(...xs);
  const originY = Math.max(...ys);
  const extentX = Math.max(...xs) - originX;
  const extentY = originY - Math.min(...ys);
  const longest = Math.max(extentX, extentY);
  const square = { frame, originX, originY, sideMetres: longest };
  const mask = once(() => landMask(square));
  const grid = (spacing: number): Mosaic & { place: GroundPlace } => ({
    ...tileAndCell(size, longest / spacing),
    width: pixels(extentX, spacing),
    height: pixels(extentY, spacing),
    longestPixels: longest / spacing,
    place: {
      square,
      mask,
      at: (x, y) => [(x * spacing) / longest, (y * spacing) / longest],
    },
    speckleSeed: seedOf(`${scene.id} ${product}`),
  });
  const spacingMetres =
    typeof size === "number"
      ? 1 / largestScale(size, (scale) => rasterBytes(grid(1 / scale)))
      : finestSpacing(scene, size, longest);
  return {
    ...grid(spacingMetres),
    vesselSeed: seedOf(scene.id),
    frame,
    originX,
    originY,
    spacingMetres,
    outline: corners.map(([x, y]) => [(x - originX) / spacingMetres, (originY - y) / spacingMetres]),
  };
}

function finestSpacing({ type }: Scene, size: "tiny" | "real", longest: number): number {
  if (size === "tiny") return longest / TINY_SIDE_PIXELS;
  return Math.max(type.resolutionRangeMetres, type.resolutionAzimuthMetres, longest / MAX_SIDE_PIXELS);
}

/** Returns the length of the file: its tiles of 16-bit pixels, each with frame, offset and length. */
const rasterBytes = (grid: Mosaic): number =>
  levelsOf(grid).reduce((sum, { tilesAcross, tilesDown }) => sum + tilesAcross * tilesDown, 0) *
    (grid.tile ** 2 * 2 + TILE_EXTRA_BYTES) +
  DIRECTORIES_BYTES;

/** Converts pixels from the upper left corner to degrees. */
export function degreesAt(raster: GeoRaster, x: number, y: number): [longitude: number, latitude: number] {
  const { frame, originX, originY, spacingMetres } = raster;
  return frame.toDegrees(originX + x * spacingMetres, originY - y * spacingMetres);
}

function footprintOnMap({ geometry }: Scene, frame: MapFrame): Outline {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const positions = polygons.flatMap(([ring = []]) => ring);
  return positions.map(([longitude = 0, latitude = 0]) => frame.toMap(longitude, latitude));
}

/** Returns whole pixels that cover an extent, without an extra pixel for a rounding error. */
const pixels = (extent: number, spacing: number): number => Math.max(1, Math.ceil(extent / spacing - 1e-6));
