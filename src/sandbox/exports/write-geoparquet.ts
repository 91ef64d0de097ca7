import { open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { ByteWriter, ParquetWriter, type ColumnSource } from "hyparquet-writer";
import { measureBounds, extendBounds, type Bounds } from "../../geo/bounds.ts";
import { BBOX_SIDES, GEO_METADATA_KEY, makeGeoMetadata } from "../../geo/geoparquet.ts";
import { listPositions } from "../../geo/polygon.ts";
import { toWkb } from "../../geo/wkb.ts";
import {
  batchFootprints,
  FOOTPRINT_COLUMNS,
  type ExportJob,
  type Footprint,
  type FootprintColumn,
} from "./export-job.ts";

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

const ROWS_PER_GROUP = 5000;

const TYPES: Record<FootprintColumn["kind"], Pick<SchemaElement, "type" | "converted_type">> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  decimal: { type: "DOUBLE" },
  integer: { type: "INT32" },
};

const SCHEMA: SchemaElement[] = [
  { name: "root", num_children: FOOTPRINT_COLUMNS.length + 2 },
  ...FOOTPRINT_COLUMNS.map(({ name, kind, isOptional }): SchemaElement => ({
    name,
    ...TYPES[kind],
    repetition_type: isOptional ? "OPTIONAL" : "REQUIRED",
  })),
  { name: "geometry", type: "BYTE_ARRAY", repetition_type: "REQUIRED" },
  { name: "bbox", repetition_type: "REQUIRED", num_children: BBOX_SIDES.length },
  ...BBOX_SIDES.map((name): SchemaElement => ({ name, type: "DOUBLE", repetition_type: "REQUIRED" })),
];

/** Writes GeoParquet 1.1: WKB in `geometry`, a covering `bbox` column, row groups sorted by time. */
export async function writeGeoParquet(job: ExportJob): Promise<void> {
  const file = await open(job.path, "w");
  try {
    const bytes = new ByteWriter();
    const metadata = { key: GEO_METADATA_KEY, value: "" };
    const writer = new ParquetWriter({
      writer: bytes,
      schema: SCHEMA,
      kvMetadata: [metadata],
      createdBy: "swath sandbox",
    });
    const extent = measureBounds([]);
    for (const batch of batchFootprints(job, ROWS_PER_GROUP)) {
      await writer.write({ columnData: toColumns(batch, extent), rowGroupSize: ROWS_PER_GROUP });
      await file.write(bytes.getBytes());
      bytes.index = 0;
      await setImmediate();
    }
    metadata.value = makeGeoMetadata({
      extent,
      types: ["Polygon", "MultiPolygon"],
      isCounterClockwise: true,
    });
    await writer.finish();
    await file.write(bytes.getBytes());
  } finally {
    await file.close();
  }
}

/** Converts the batch to columns; extends `extent` to include it. */
function toColumns(batch: readonly Footprint[], extent: Bounds): ColumnSource[] {
  const attributes = FOOTPRINT_COLUMNS.map((column): ColumnSource => {
    const cells = batch.map((footprint) => column.value(footprint));
    // Only Date values are written as timestamps.
    const data = column.kind === "time" ? cells.map((ms) => new Date(ms as number)) : cells;
    return { name: column.name, data };
  });
  const geometries = batch.map(({ collect }) => collect.geometry);
  const boxes = geometries.map((geometry) => {
    const bounds = measureBounds(listPositions(geometry));
    extendBounds(extent, bounds);
    const [xmin, ymin, xmax, ymax] = bounds;
    return { xmin, ymin, xmax, ymax };
  });
  return [
    ...attributes,
    // The minimum and maximum of a geometry's bytes are useless to a reader.
    { name: "geometry", data: geometries.map((geometry) => toWkb(geometry)), statistics: false },
    { name: "bbox", data: boxes },
  ];
}
