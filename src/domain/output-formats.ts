/** The output formats, in the order of help and errors. */
export const FORMATS = [
  "table",
  "json",
  "ndjson",
  "csv",
  "tsv",
  "geojson",
  "geoparquet",
  "stapi",
  "yaml",
  "id",
  "order-items",
  "html",
  "map",
] as const;
export type Format = (typeof FORMATS)[number];
