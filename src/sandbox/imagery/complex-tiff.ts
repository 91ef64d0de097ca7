import { composeTile, wholeTile } from "./compose-tile.ts";
import { describingFields } from "./describing-fields.ts";
import { geographicKeys } from "./geo-keys.ts";
import { degreesAt, type GeoRaster } from "./geo-raster.ts";
import { levelAt, type Mosaic } from "./mosaic.ts";
import { seedOf } from "./noise.ts";
import { fourCorners } from "./outline.ts";
import { type ImagerySize, MAX_SIDE_PIXELS, type Scene } from "./scene.ts";
import type { Segment } from "./segments.ts";
import { complexTextures } from "./textures.ts";
import type { TiffField } from "./tiff-directory.ts";
import { bytesOf, tiledTiff } from "./tiled-tiff.ts";

const TINY_SIDE_PIXELS = 256;
/** Samples per resolution cell: a little more than one, as focused images have. */
const OVERSAMPLING = 1.25;

/** The slant plane: range along the rows, azimuth down the columns. */
export function planSlantPlane(scene: Scene, { size, spotSizeMetres }: ImagerySize): Mosaic {
  const { widthKm, lengthKm, resolutionRangeMetres, resolutionAzimuthMetres } = scene.type;
  const spot = size === "real" ? spotSizeMetres : undefined;
  const acrossMetres = (spot ?? widthKm * 1000) * Math.sin((scene.incidenceAngleDegrees * Math.PI) / 180);
  const samples = (acrossMetres * OVERSAMPLING) / resolutionRangeMetres;
  const lines = ((spot ?? lengthKm * 1000) * OVERSAMPLING) / resolutionAzimuthMetres;
  const longest = size === "tiny" ? TINY_SIDE_PIXELS : MAX_SIDE_PIXELS;
  const scale = size === "tiny" ? longest / Math.max(samples, lines) : 1;
  const side = (count: number): number => Math.min(longest, Math.max(16, Math.round(count * scale)));
  return {
    ...(size === "tiny" ? { tile: 128, cell: 16 } : { tile: 256, cell: 256 }),
    width: side(samples),
    height: side(lines),
    longestPixels: Math.min(longest, Math.max(samples, lines) * scale),
    groundSeed: seedOf(scene.id),
    speckleSeed: seedOf(`${scene.id} SLC`),
  };
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
