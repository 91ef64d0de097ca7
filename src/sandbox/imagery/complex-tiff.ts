import { scale } from "../../orbit/vector.ts";
import { composeTile, wholeTile } from "./compose-tile.ts";
import { describingFields } from "./describing-fields.ts";
import { geographicKeys } from "./geo-keys.ts";
import type { GeoRaster } from "./geo-raster.ts";
import { onGround, placeImage, type Placing } from "./image-corners.ts";
import { levelAt, type Mosaic } from "./mosaic.ts";
import { once } from "./once.ts";
import { mosaicOf, planRadarPlane } from "./radar-plane.ts";
import type { ImagerySize, Scene } from "./scene.ts";
import type { Segment } from "./segments.ts";
import { complexTextures } from "./textures.ts";
import type { TiffField } from "./tiff-directory.ts";
import { bytesOf, tiledTiff } from "./tiled-tiff.ts";
import { viewGeometry } from "./view-geometry.ts";

const TILE = 256;
const BYTES_PER_SAMPLE = 4;
/** Of the directory: offset and length. */
const BYTES_PER_TILE_ENTRY = 12;
const DIRECTORY_BYTES = 2000;
/** Four ties of a sample, a line, a height, a longitude, a latitude and a height. */
const TIE_NUMBERS = 24;

/** The slant plane: range along the rows, azimuth down the columns. */
export function planSlantPlane(scene: Scene, size: ImagerySize): Mosaic {
  const { rangeCount, azimuthCount } = planRadarPlane(scene, size, "slant", (range, azimuth) => {
    const tiles = Math.ceil(range / TILE) * Math.ceil(azimuth / TILE);
    return tiles * (TILE ** 2 * BYTES_PER_SAMPLE + BYTES_PER_TILE_ENTRY) + DIRECTORY_BYTES;
  });
  return mosaicOf(scene, "SLC", size, rangeCount, azimuthCount);
}

/**
 * SLC: complex 16-bit samples in the slant plane, near range on the left, seen from above; tied to the ground by the
 * corners of the footprint.
 */
export function complexTiff(scene: Scene, samples: Mosaic, ground: GeoRaster): Segment[] {
  const placing = once(() => {
    const { groundRowUnit, groundColumnUnit } = viewGeometry(scene);
    return placeImage(scene, ground, scale(groundColumnUnit, -1), groundRowUnit);
  });
  const plane = { ...samples, place: onGround(ground, placing, samples.width, samples.height) };
  const textures = complexTextures(plane.cell);
  let scratch: Uint32Array | undefined;
  return tiledTiff({
    tile: plane.tile,
    bitsPerSample: 32,
    sampleFormat: 5,
    isCloudOptimised: false,
    levels: [
      {
        ...levelAt(plane, 0),
        fields: [...tieFields(plane, placing), ...describingFields(scene, "SLC")],
        render: (tileX, tileY) =>
          bytesOf(
            wholeTile(plane, textures, tileX, tileY) ??
              composeTile(plane, textures, 0, tileX, tileY, (scratch ??= new Uint32Array(plane.tile ** 2))),
          ),
      },
    ],
  });
}

/** Ground control points at the image's corners: what a reader needs to place an image that is on no map. */
function tieFields({ width, height }: Mosaic, placing: () => Placing): TiffField[] {
  const ties = once(() => {
    const [upperLeft, upperRight, lowerRight, lowerLeft] = placing().corners;
    return [
      [0, 0, 0, ...upperLeft, 0],
      [0, height, 0, ...lowerLeft, 0],
      [width, height, 0, ...lowerRight, 0],
      [width, 0, 0, ...upperRight, 0],
    ].flat();
  });
  // Asked for when the directory is written: an orbit is flown for them.
  const values = { length: TIE_NUMBERS, at: (index: number) => ties()[index] };
  return [{ tag: 33922, type: "double", values }, ...geographicKeys()];
}
