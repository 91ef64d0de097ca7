/** File extensions by media type, the more specific types first. */
const EXTENSIONS: readonly (readonly [type: RegExp, extension: string])[] = [
  [/^image\/tiff$/u, ".tif"],
  [/^image\/png$/u, ".png"],
  [/^image\/jpe?g$/u, ".jpg"],
  [/^image\/jp2$/u, ".jp2"],
  [/^image\/svg\+xml$/u, ".svg"],
  [/^(?:application|image)\/(?:vnd\.|x-)?nitf$/u, ".ntf"],
  [/^application\/(?:x-)?hdf5?$/u, ".h5"],
  [/^application\/(?:x-)?netcdf$/u, ".nc"],
  [/^application\/(?:vnd\.apache\.|x-)parquet$/u, ".parquet"],
  [/^application\/geopackage\+sqlite3$/u, ".gpkg"],
  [/^application\/vnd\.google-earth\.kmz$/u, ".kmz"],
  [/^application\/vnd\.google-earth\.kml\+xml$/u, ".kml"],
  [/^application\/gml\+xml$/u, ".gml"],
  [/^application\/(?:x-)?zip(?:-compressed)?$/u, ".zip"],
  [/^application\/(?:x-)?gzip$/u, ".gz"],
  [/^application\/pdf$/u, ".pdf"],
  [/^application\/geo\+json$/u, ".geojson"],
  [/[/+]json$/u, ".json"],
  [/[/+]x?html\b/u, ".html"],
  [/[/+]xml$/u, ".xml"],
  [/^text\/csv$/u, ".csv"],
  [/^text\/plain$/u, ".txt"],
];

/** Returns the file extension of a media type, with its dot; empty for a type of any bytes and for an unknown one. */
export function findExtension(mediaType = ""): string {
  const type = mediaType.split(";", 1)[0]!.trim().toLowerCase();
  return EXTENSIONS.find(([pattern]) => pattern.test(type))?.[1] ?? "";
}
