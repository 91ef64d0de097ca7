/**
 * Writes a GeoParquet 1.1 file: the columns of the caller, then `geometry` as WKB and the covering column `bbox`, by which
 * readers skip rows outside an area. This file is imported late, since the Parquet writer is large. `geoparquet.ts` has
 * the parts for readers.
 */
import { ByteWriter, ParquetWriter, type ColumnSource } from "hyparquet-writer";
import { measureBounds, extendBounds, type Bounds } from "./bounds.ts";
import type { Geometry } from "./geojson.ts";
import { BBOX_SIDES, GEO_METADATA_KEY, makeGeoMetadata } from "./geoparquet.ts";
import { listPositions, listSingleParts } from "./polygon.ts";
import { toWkb } from "./wkb.ts";

export type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

interface GeoParquetOptions {
  /** The schema of each column; nested columns have several elements. */
  columns: readonly (readonly SchemaElement[])[];
  /** `OPTIONAL` if a row may have no geometry. */
  geometry: "REQUIRED" | "OPTIONAL";
  /** Geometry types that the file declares; by default those of its rows. */
  types?: readonly Geometry["type"][];
  /** Outer rings are counter-clockwise. */
  isCounterClockwise?: boolean;
  /** Further entries of the file's metadata. */
  metadata?: readonly { key: string; value: string }[];
  createdBy: string;
}

/**
 * A GeoParquet file in the making. Each `addRows` writes one row group, so memory holds one group:
 *
 *     const file = new GeoParquetFile(write, { columns: [[{ name: "id", type: "BYTE_ARRAY" }]], ... });
 *     await file.addRows([{ name: "id", data: ["a", "b"] }], [footprintA, footprintB]);
 *     await file.finish();
 */
export class GeoParquetFile {
  private readonly bytes = new ByteWriter();
  private readonly extent = measureBounds([]);
  private readonly seenTypes = new Set<Geometry["type"]>();
  /** The metadata. The writer reads the value at the end, when the extent is known. */
  private readonly geo = { key: GEO_METADATA_KEY, value: "" };
  private readonly writer: ParquetWriter;

  constructor(
    private readonly write: (bytes: Uint8Array) => Promise<unknown>,
    private readonly options: GeoParquetOptions,
  ) {
    const { columns, geometry: repetition_type, metadata = [], createdBy } = options;
    const schema: SchemaElement[] = [
      { name: "root", num_children: columns.length + 2 },
      ...columns.flat(),
      { name: "geometry", type: "BYTE_ARRAY", repetition_type },
      { name: "bbox", repetition_type, num_children: BBOX_SIDES.length },
      ...BBOX_SIDES.map((name): SchemaElement => ({ name, type: "DOUBLE", repetition_type: "REQUIRED" })),
    ];
    const kvMetadata = [this.geo, ...metadata];
    this.writer = new ParquetWriter({ writer: this.bytes, schema, kvMetadata, createdBy });
  }

  /** Writes a row group: the cells of each column, and the geometry of each row. */
  async addRows(
    columns: readonly ColumnSource[],
    geometries: readonly (Geometry | undefined)[],
  ): Promise<void> {
    const columnData: ColumnSource[] = [
      ...columns,
      // The minimum and maximum of a geometry's bytes are useless to a reader.
      {
        name: "geometry",
        data: geometries.map((geometry) => geometry && toWkb(geometry)),
        statistics: false,
      },
      { name: "bbox", data: geometries.map((geometry) => geometry && this.coverGeometry(geometry)) },
    ];
    await this.writer.write({ columnData, rowGroupSize: geometries.length });
    await this.flush();
  }

  /** Writes the end of the file. */
  async finish(): Promise<void> {
    const { types = [...this.seenTypes], isCounterClockwise } = this.options;
    this.geo.value = makeGeoMetadata({ extent: this.extent, types, isCounterClockwise });
    await this.writer.finish();
    await this.flush();
  }

  /** Returns the box around a geometry. It never crosses the antimeridian, which would mislead a reader's filter. */
  private coverGeometry(geometry: Geometry): object {
    const bounds: Bounds = measureBounds(listSingleParts(geometry).flatMap(listPositions));
    extendBounds(this.extent, bounds);
    this.seenTypes.add(geometry.type);
    const [xmin, ymin, xmax, ymax] = bounds;
    return { xmin, ymin, xmax, ymax };
  }

  private async flush(): Promise<void> {
    await this.write(this.bytes.getBytes());
    this.bytes.index = 0;
  }
}
