/** Commands of GDAL for a file of a person. */
import { typed, type Command } from "../hint.ts";

/** The next step for a file in another format or reference system, if its path is unknown. */
export const CONVERT = "Convert it to GeoJSON: ogr2ogr -t_srs EPSG:4326 area.geojson <file>";

/** TopoJSON has no reference system, so that a conversion of its coordinates would fail. */
export const CONVERT_TOPOJSON = "Convert it to GeoJSON: ogr2ogr area.geojson <file>";

/** GeoJSON has one layer, and GPX has several. */
export const CONVERT_GPX =
  "Convert one layer to GeoJSON: ogr2ogr area.geojson <file> tracks (or routes, waypoints)";

/** Returns the command that writes `made`, with the path of the file in the form that GDAL takes. */
export function writeOgr2ogr(
  options: readonly string[],
  made: string,
  file: string,
  layer?: string,
): Command {
  const source = toSource(file);
  // A shapefile has one layer, with the name of the file.
  const layers = layer === undefined || /\.shp$/i.test(source) ? [] : [layer];
  return typed("ogr2ogr", ...options, made, source, ...layers);
}

/** Returns the command that lists the layers of a file. */
export const writeOgrinfo = (file: string): Command => typed("ogrinfo", toSource(file));

/** Returns the path of a file in the form that GDAL takes. */
function toSource(file: string): string {
  const isPlainZip = /\.zip$/i.test(file) && !/\.shp\.zip$/i.test(file);
  return isPlainZip ? `/vsizip/${file}` : file.replace(/\.shx$/i, ".shp");
}
