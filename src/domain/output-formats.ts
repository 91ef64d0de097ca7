/** The formats that a result can be printed in, in the order in which help and errors list them. */
export const FORMATS = [
  "table",
  "json",
  "ndjson",
  "csv",
  "tsv",
  "geojson",
  "stapi",
  "yaml",
  "id",
  "order-items",
  "html",
  "map",
] as const;
export type Format = (typeof FORMATS)[number];
