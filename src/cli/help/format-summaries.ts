import type { Format } from "../../domain/output-formats.ts";

/** A summary of each output format, for `swath help formats` and the reference. */
export const FORMAT_SUMMARIES: Readonly<Record<Format, string>> = {
  table:
    "for people: a table or a block of lines; in a pipe tab-separated rows without a header. Headings that end with +2: two columns do not fit (-v lists them, --columns chooses)",
  json: "the whole result, exactly what the other formats are made of",
  ndjson: "one JSON value per line, each as soon as it arrives",
  csv: "comma-separated with a header (RFC 4180)",
  tsv: "tab-separated with a header",
  geojson: "a FeatureCollection (RFC 7946)",
  geoparquet: "a GeoParquet 1.1 file, for catalog items STAC GeoParquet; redirect it to a file",
  stapi: "opportunities in the shape of STAPI 0.1, which claims no conformance",
  yaml: "the same data as json",
  id: "ids only, one per line, for the next command of a pipe",
  "order-items": "what swath order place --items - reads",
  map: "a map of characters with labelled footprints, and a table of them (--ascii: plain characters)",
  html: "a map page: one HTML file with a map, a table and a histogram of time",
};

/** The formats of areas and lists of places, for `swath help formats`. */
export const AREA_FORMATS: Readonly<Record<string, string>> = {
  GeoJSON: "a geometry, a Feature or a FeatureCollection; also a Feature per line (ndjson, GeoJSONSeq)",
  WKT: "one geometry; like GeoJSON also as the value itself",
  "KML, KMZ": "placemarks; of a KMZ the document that Google Earth opens",
  GeoPackage: "one layer; of several the one that is named: aoi.gpkg|layername=ports",
  shapefile: "zipped (.zip, .shz), or .shp beside its .shx, .dbf and .prj",
};
