import { composeTile, wholeTile } from "./compose-tile.ts";
import { describingFields } from "./describing-fields.ts";
import { geographicKeys } from "./geo-keys.ts";
import { degreesAt, type GeoRaster } from "./geo-raster.ts";
import { levelAt, type Mosaic } from "./mosaic.ts";
import { fourCorners } from "./outline.ts";
import { mosaicOf, planRadarPlane } from "./radar-plane.ts";
import type { ImagerySize, Scene } from "./scene.ts";
import type { Segment } from "./segments.ts";
import { complexTextures } from "./textures.ts";
import type { TiffField } from "./tiff-directory.ts";
import { bytesOf, tiledTiff } from "./tiled-tiff.ts";

const TILE = 256;
const BYTES_PER_SAMPLE = 4;
/** Of the directory: offset and length. */
const BYTES_PER_TILE_ENTRY = 12;
const DIRECTORY_BYTES = 2000;

/** The slant plane: range along the rows, azimuth down the columns. */
export function planSlantPlane(scene: Scene, size: ImagerySize): Mosaic {
  const { rangeCount, azimuthCount } = planRadarPlane(scene, size, "slant", (range, azimuth) => {
    const tiles = Math.ceil(range / TILE) * Math.ceil(azimuth / TILE);
    return tiles * (TILE ** 2 * BYTES_PER_SAMPLE + BYTES_PER_TILE_ENTRY) + DIRECTORY_BYTES;
  });
  return mosaicOf(scene, "SLC", size, rangeCount, azimuthCount);
}

/** SLC: complex 16-bit samples in the slant plane, tied to the ground by the corners of the footprint. */
export function complexTiff(scene: Scene, plane: Mosaic, ground: GeoRaster): Segment[] {
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
        fields: [...tieFields(plane, ground), ...describingFields(scene, "SLC")],
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
function tieFields({ width, height }: Mosaic, ground: GeoRaster): TiffField[] {
  // Both run counter-clockwise as seen on a screen, so that the image is not mirrored.
  const corners = [
    [0, 0],
    [0, height],
    [width, height],
    [width, 0],
  ] as const;
  const ties = fourCorners(ground.outline).flatMap(([x, y], at) => {
    const [sample, line] = corners[at] ?? [0, 0];
    return [sample, line, 0, ...degreesAt(ground, x, y), 0];
  });
  return [{ tag: 33922, type: "double", values: ties }, ...geographicKeys()];
}
