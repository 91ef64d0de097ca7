import { escapeHtml } from "../../escape-html.ts";
import type { GeoRaster } from "./geo-raster.ts";
import { listLevels, computeLevel } from "./mosaic.ts";
import { findCorners, makePlaneMosaic, onGround, planRadarPlane, type RadarPlane } from "./radar-plane.ts";
import { APPLICATION } from "./radar-xml.ts";
import { createTileRenderer, type RenderTile } from "./render-tile.ts";
import type { Scene, ImagerySize } from "./view-geometry.ts";
import type { ItemProduct } from "../archive/collect.ts";
import { type FileSection, memoize } from "./product-file.ts";
import { composeTile, composeWholeTile, makeComplexTextures } from "./textures.ts";
import { type TiffField, toBytes, makeTiledTiff } from "./tiled-tiff.ts";

/** Returns GEO and GEC: 16-bit amplitudes on a map, with overviews; 0 is "no data". */
export function makeGeocodedTiff(scene: Scene, product: ItemProduct, raster: GeoRaster): FileSection[] {
  let renderer: RenderTile | undefined;
  const noData: TiffField = { tag: 42113, type: "ascii", values: "0" };
  const fields = [...makePlacingFields(raster), ...makeDescribingFields(scene, product), noData];
  return makeTiledTiff({
    tile: raster.tile,
    bitsPerSample: 16,
    sampleFormat: 1,
    isCloudOptimised: true,
    levels: listLevels(raster).map((level) => ({
      ...level,
      fields: level.level === 0 ? fields : [noData],
      render: (tileX, tileY) => toBytes((renderer ??= createTileRenderer(raster))(level.level, tileX, tileY)),
    })),
  });
}

function makePlacingFields({ frame, originX, originY, spacingMetres }: GeoRaster): TiffField[] {
  return [
    { tag: 33550, type: "double", values: [spacingMetres, spacingMetres, 0] },
    { tag: 33922, type: "double", values: [0, 0, 0, originX, originY, 0] },
    ...listProjectedKeys(frame.epsg, frame.name),
  ];
}

const TILE = 256;
const BYTES_PER_SAMPLE = 4;
/** Bytes in the directory: offset and length. */
const BYTES_PER_TILE_ENTRY = 12;
const DIRECTORY_BYTES = 2000;
/** Four ties, each with a sample, a line, a height, a longitude, a latitude and a height. */
const TIE_NUMBERS = 24;

/** Plans the slant plane: range along the rows, azimuth down the columns. */
export function planSlantPlane(scene: Scene, size: ImagerySize): RadarPlane {
  return planRadarPlane(scene, size, { plane: "slant", corners: "edges" }, (range, azimuth) => {
    const tiles = Math.ceil(range / TILE) * Math.ceil(azimuth / TILE);
    return tiles * (TILE ** 2 * BYTES_PER_SAMPLE + BYTES_PER_TILE_ENTRY) + DIRECTORY_BYTES;
  });
}

/**
 * Returns SLC: complex 16-bit samples in the slant plane, near range on the left, seen from above. The corners of the
 * footprint tie it to the ground.
 */
export function makeComplexTiff(
  scene: Scene,
  size: ImagerySize,
  samples: RadarPlane,
  ground: GeoRaster,
): FileSection[] {
  const { rangeCount, azimuthCount } = samples;
  const plane = {
    ...makePlaneMosaic(scene, "SLC", size, rangeCount, azimuthCount),
    // From the bottom up, the lines match the columns of the other formats, so this image is seen from above as well.
    place: onGround(ground, samples, (x, y) => [x, azimuthCount - y]),
  };
  const textures = makeComplexTextures(plane.cell);
  let scratch: Uint32Array | undefined;
  return makeTiledTiff({
    tile: plane.tile,
    bitsPerSample: 32,
    sampleFormat: 5,
    isCloudOptimised: false,
    levels: [
      {
        ...computeLevel(plane, 0),
        fields: [...makeTieFields(samples), ...makeDescribingFields(scene, "SLC")],
        render: (tileX, tileY) =>
          toBytes(
            composeWholeTile(plane, textures, tileX, tileY) ??
              composeTile(plane, textures, 0, tileX, tileY, (scratch ??= new Uint32Array(plane.tile ** 2))),
          ),
      },
    ],
  });
}

/** Returns ground control points at the corners, which place an image without a map projection. */
function makeTieFields(plane: RadarPlane): TiffField[] {
  const { rangeCount: width, azimuthCount: height } = plane;
  const ties = memoize(() => {
    const [lowerLeft, upperLeft, upperRight, lowerRight] = findCorners(plane);
    return [
      [0, 0, 0, ...upperLeft, 0],
      [0, height, 0, ...lowerLeft, 0],
      [width, height, 0, ...lowerRight, 0],
      [width, 0, 0, ...upperRight, 0],
    ].flat();
  });
  // Computed when the directory is written.
  const values = { length: TIE_NUMBERS, at: (index: number) => ties()[index] };
  return [{ tag: 33922, type: "double", values }, ...listGeographicKeys()];
}

/** Returns the descriptive fields of a TIFF: software, acquisition time and GDAL's metadata. */
function makeDescribingFields(scene: Scene, product: ItemProduct): TiffField[] {
  const items = {
    COLLECT_ID: scene.id,
    PLATFORM: scene.platform,
    PRODUCT_TYPE: product,
    POLARIZATION: scene.polarization,
    COLLECT_MODE: scene.type.collectMode,
    ACQUISITION_TIME: new Date(scene.datetimeMs).toISOString(),
    LOOK_ANGLE_DEGREES: scene.lookAngleDegrees.toFixed(3),
  };
  const lines = Object.entries(items).map(
    ([name, value]) => `  <Item name="${name}">${escapeHtml(value)}</Item>`,
  );
  return [
    { tag: 305, type: "ascii", values: APPLICATION },
    { tag: 306, type: "ascii", values: formatTiffTime(scene.datetimeMs) },
    { tag: 42112, type: "ascii", values: `<GDALMetadata>\n${lines.join("\n")}\n</GDALMetadata>\n` },
  ];
}

/** Returns `YYYY:MM:DD HH:MM:SS`, as TIFF 6.0 requires. */
function formatTiffTime(ms: number): string {
  const [day = "", time = ""] = new Date(ms).toISOString().split("T");
  return `${day.replaceAll("-", ":")} ${time.slice(0, 8)}`;
}

/** A key of the GeoTIFF directory (OGC 19-008r4): a code, or a text. */
type GeoKey = readonly [id: number, value: number | string];

const MODEL_TYPE = 1024;
const RASTER_TYPE = 1025;
const CITATION = 1026;
const GEODETIC_CRS = 2048;
const ANGULAR_UNITS = 2054;
const PROJECTED_CRS = 3072;
const LINEAR_UNITS = 3076;

/** Returns the fields for coordinates in metres of this projected system, and for pixels as areas. */
const listProjectedKeys = (epsg: number, name: string): TiffField[] =>
  makeGeoKeyFields([
    [MODEL_TYPE, 1],
    [RASTER_TYPE, 1],
    [CITATION, name],
    [PROJECTED_CRS, epsg],
    [LINEAR_UNITS, 9001],
  ]);

/** Returns the fields for coordinates in degrees of WGS84. */
const listGeographicKeys = (): TiffField[] =>
  makeGeoKeyFields([
    [MODEL_TYPE, 2],
    [RASTER_TYPE, 1],
    [GEODETIC_CRS, 4326],
    [ANGULAR_UNITS, 9102],
  ]);

function makeGeoKeyFields(keys: readonly GeoKey[]): TiffField[] {
  const ASCII_PARAMS = 34737;
  let text = "";
  const directory = [1, 1, 0, keys.length];
  for (const [id, value] of keys) {
    if (typeof value === "number") {
      directory.push(id, 0, 1, value);
    } else {
      directory.push(id, ASCII_PARAMS, value.length + 1, text.length);
      text += `${value}|`;
    }
  }
  const fields: TiffField[] = [{ tag: 34735, type: "short", values: directory }];
  if (text !== "") fields.push({ tag: ASCII_PARAMS, type: "ascii", values: text });
  return fields;
}
