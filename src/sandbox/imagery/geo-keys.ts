import type { TiffField } from "./tiff-directory.ts";

/** A key of the GeoTIFF directory (OGC 19-008r4): a code, or a text. */
type GeoKey = readonly [id: number, value: number | string];

const MODEL_TYPE = 1024;
const RASTER_TYPE = 1025;
const CITATION = 1026;
const GEODETIC_CRS = 2048;
const ANGULAR_UNITS = 2054;
const PROJECTED_CRS = 3072;
const LINEAR_UNITS = 3076;

/** Fields that say: coordinates are metres of this projected system, and a pixel is an area. */
export const projectedKeys = (epsg: number, name: string): TiffField[] =>
  geoKeyFields([
    [MODEL_TYPE, 1],
    [RASTER_TYPE, 1],
    [CITATION, name],
    [PROJECTED_CRS, epsg],
    [LINEAR_UNITS, 9001],
  ]);

/** Fields that say: coordinates are degrees of WGS84. */
export const geographicKeys = (): TiffField[] =>
  geoKeyFields([
    [MODEL_TYPE, 2],
    [RASTER_TYPE, 1],
    [GEODETIC_CRS, 4326],
    [ANGULAR_UNITS, 9102],
  ]);

function geoKeyFields(keys: readonly GeoKey[]): TiffField[] {
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
