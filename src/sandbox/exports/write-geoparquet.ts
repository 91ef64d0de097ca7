import { open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { ColumnSource } from "hyparquet-writer";
import { GeoParquetFile, type SchemaElement } from "../../geo/geoparquet-file.ts";
import {
  batchFootprints,
  FOOTPRINT_COLUMNS,
  type ExportJob,
  type Footprint,
  type FootprintColumn,
} from "./export-job.ts";

const ROWS_PER_GROUP = 5000;

const TYPES: Record<FootprintColumn["kind"], Pick<SchemaElement, "type" | "converted_type">> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  decimal: { type: "DOUBLE" },
  integer: { type: "INT32" },
};

/** Writes the footprints as GeoParquet, in row groups sorted by time. */
export async function writeGeoParquet(job: ExportJob): Promise<void> {
  const file = await open(job.path, "w");
  try {
    const parquet = new GeoParquetFile((bytes) => file.write(bytes), {
      columns: FOOTPRINT_COLUMNS.map(toSchema),
      geometry: "REQUIRED",
      types: ["Polygon", "MultiPolygon"],
      isCounterClockwise: true,
      createdBy: "swath sandbox",
    });
    for (const batch of batchFootprints(job, ROWS_PER_GROUP)) {
      const geometries = batch.map(({ collect }) => collect.geometry);
      await parquet.addRows(toColumns(batch), geometries);
      await setImmediate();
    }
    await parquet.finish();
  } finally {
    await file.close();
  }
}

const toSchema = ({ name, kind, isOptional }: FootprintColumn): SchemaElement[] => [
  { name, ...TYPES[kind], repetition_type: isOptional ? "OPTIONAL" : "REQUIRED" },
];

const toColumns = (batch: readonly Footprint[]): ColumnSource[] =>
  FOOTPRINT_COLUMNS.map((column) => {
    const { name, kind } = column;
    const cells = batch.map((footprint) => column.value(footprint));
    // Only Date values are written as timestamps.
    return { name, data: kind === "time" ? cells.map((ms) => new Date(ms as number)) : cells };
  });
