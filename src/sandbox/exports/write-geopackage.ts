import type { MultiPolygon, Polygon } from "../../geo/geojson.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { breathe } from "./breathe.ts";
import type { ExportJob } from "./export-job.ts";
import { type Cell, FOOTPRINT_COLUMNS, type FootprintColumn } from "./footprint-columns.ts";
import { footprintsOf } from "./footprints-of.ts";
import { openingSql, rtreeTriggersSql, WGS84 } from "./geopackage-schema.ts";
import { boundsOf, toWkb } from "./wkb.ts";

type Bounds = [west: number, south: number, east: number, north: number];

/** Rows between two breaths. */
const ROWS_PER_BATCH = 500;

/** GeoPackage 1.3: one layer with an R-tree. Errors: SANDBOX_UNAVAILABLE without the driver. */
export async function writeGeoPackage(job: ExportJob): Promise<void> {
  // Made in memory and copied out: the driver keeps hold of a file until its statements are garbage, and locks it meanwhile.
  const database = await openDatabase(":memory:");
  try {
    database.exec("BEGIN");
    database.exec(openingSql(job.layer));
    const extent = await insertRows(database, job);
    describeLayer(database, job, extent);
    database.exec(rtreeTriggersSql(job.layer));
    database.exec("COMMIT");
    database.run("VACUUM INTO ?", job.path);
  } finally {
    database.close();
  }
}

async function insertRows(database: Database, job: ExportJob): Promise<Bounds | undefined> {
  const places = ["?", ...FOOTPRINT_COLUMNS.map(() => "?")].join(", ");
  const insertRow = `INSERT INTO "${job.layer}" VALUES (?, ${places})`;
  const insertBox = `INSERT INTO "rtree_${job.layer}_geom" VALUES (?, ?, ?, ?, ?)`;
  let extent: Bounds | undefined;
  let fid = 0;
  for (const batch of footprintsOf(job, ROWS_PER_BATCH)) {
    for (const footprint of batch) {
      const { geometry } = footprint.collect;
      const bounds = boundsOf(geometry);
      const [west, south, east, north] = bounds;
      extent = extent === undefined ? bounds : union(extent, bounds);
      const cells = FOOTPRINT_COLUMNS.map((column) => sqlCell(column, column.value(footprint)));
      fid += 1;
      database.run(insertRow, fid, geometryBlob(geometry, bounds), ...cells);
      database.run(insertBox, fid, west, east, south, north);
    }
    await breathe();
  }
  return extent;
}

function describeLayer(database: Database, { layer, asOfMs }: ExportJob, extent: Bounds | undefined): void {
  database.run(
    "INSERT INTO gpkg_contents VALUES (?, 'features', ?, ?, ?, ?, ?, ?, ?, ?)",
    layer,
    layer,
    "Footprints of the public archive",
    new Date(asOfMs).toISOString(),
    ...(extent ?? [null, null, null, null]),
    WGS84,
  );
  database.run("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'GEOMETRY', ?, 0, 0)", layer, WGS84);
}

const sqlCell = ({ kind }: FootprintColumn, cell: Cell): Cell =>
  kind === "time" && cell !== null ? new Date(cell).toISOString() : cell;

const HEADER_BYTES = 40;
/** Little-endian, with an envelope of west, east, south, north. */
const FLAGS = 0b0000_0011;

/** GeoPackage binary (clause 2.1.3): header, envelope, then WKB. */
function geometryBlob(geometry: Polygon | MultiPolygon, [west, south, east, north]: Bounds): Buffer {
  const blob = toWkb(geometry, HEADER_BYTES);
  blob.write("GP", 0, "latin1");
  blob.writeUInt8(0, 2);
  blob.writeUInt8(FLAGS, 3);
  blob.writeInt32LE(WGS84, 4);
  for (const [index, side] of [west, east, south, north].entries()) blob.writeDoubleLE(side, 8 + index * 8);
  return blob;
}

const union = (a: Bounds, b: Bounds): Bounds => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
