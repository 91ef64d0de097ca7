import { setImmediate } from "node:timers/promises";
import { measureBounds, extendBounds, type Bounds } from "../../geo/bounds.ts";
import type { Region } from "../../geo/geojson.ts";
import { listPositions } from "../../geo/polygon.ts";
import { toWkb } from "../../geo/wkb.ts";
import { openDatabase, type Database } from "../store/database.ts";
import {
  batchFootprints,
  FOOTPRINT_COLUMNS,
  type ExportJob,
  type Cell,
  type FootprintColumn,
} from "./export-job.ts";

/** Number of rows between two pauses for other events. */
const ROWS_PER_BATCH = 500;

/** Writes GeoPackage 1.3: one layer with an R-tree. */
export async function writeGeoPackage(job: ExportJob): Promise<void> {
  // Created in memory and written once: a compact file, without a journal beside it.
  const database = openDatabase(":memory:");
  try {
    database.exec("BEGIN");
    database.exec(makeOpeningSql(job.layer));
    const extent = await insertRows(database, job);
    describeLayer(database, job, extent);
    database.exec(makeRtreeTriggersSql(job.layer));
    database.exec("COMMIT");
    database.run("VACUUM INTO ?", job.path);
  } finally {
    database.close();
  }
}

async function insertRows(database: Database, job: ExportJob): Promise<Bounds> {
  const places = ["?", ...FOOTPRINT_COLUMNS.map(() => "?")].join(", ");
  const insertRow = `INSERT INTO "${job.layer}" VALUES (?, ${places})`;
  const insertBox = `INSERT INTO "rtree_${job.layer}_geom" VALUES (?, ?, ?, ?, ?)`;
  const extent = measureBounds([]);
  let fid = 0;
  for (const batch of batchFootprints(job, ROWS_PER_BATCH)) {
    for (const footprint of batch) {
      const { geometry } = footprint.collect;
      const bounds = measureBounds(listPositions(geometry));
      const [west, south, east, north] = bounds;
      extendBounds(extent, bounds);
      const cells = FOOTPRINT_COLUMNS.map((column) => toSqlCell(column, column.value(footprint)));
      fid += 1;
      database.run(insertRow, fid, toGeometryBlob(geometry, bounds), ...cells);
      database.run(insertBox, fid, west, east, south, north);
    }
    await setImmediate();
  }
  return extent;
}

function describeLayer(database: Database, { layer, asOfMs }: ExportJob, extent: Bounds): void {
  database.run(
    "INSERT INTO gpkg_contents VALUES (?, 'features', ?, ?, ?, ?, ?, ?, ?, ?)",
    layer,
    layer,
    "Footprints of the public archive",
    new Date(asOfMs).toISOString(),
    ...(Number.isFinite(extent[0]) ? extent : [null, null, null, null]),
    WGS84,
  );
  database.run("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'GEOMETRY', ?, 0, 0)", layer, WGS84);
}

const toSqlCell = ({ kind }: FootprintColumn, cell: Cell): Cell =>
  kind === "time" && cell !== null ? new Date(cell).toISOString() : cell;

const HEADER_BYTES = 40;
/** Little-endian, with an envelope of west, east, south, north. */
const FLAGS = 0b0000_0011;

/** Returns the GeoPackage binary (clause 2.1.3): header, envelope, then WKB. */
function toGeometryBlob(geometry: Region, [west, south, east, north]: Bounds): Buffer {
  const blob = toWkb(geometry, HEADER_BYTES);
  blob.write("GP", 0, "latin1");
  blob.writeUInt8(0, 2);
  blob.writeUInt8(FLAGS, 3);
  blob.writeInt32LE(WGS84, 4);
  for (const [index, side] of [west, east, south, north].entries()) blob.writeDoubleLE(side, 8 + index * 8);
  return blob;
}

/** Spatial reference system of all footprints: WGS84, with longitude first as GeoPackage requires. */
const WGS84 = 4326;

/** `GPKG` in the file's header, and GeoPackage 1.3.0. */
const APPLICATION_ID = 0x47504b47;
const USER_VERSION = 10_300;

const WGS84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],' +
  'AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],' +
  'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],' +
  'AUTHORITY["EPSG","4326"]]';

const SQL_TYPES: Record<FootprintColumn["kind"], string> = {
  text: "TEXT",
  time: "DATETIME",
  decimal: "DOUBLE",
  integer: "MEDIUMINT",
};

const columnLines = FOOTPRINT_COLUMNS.map(
  ({ name, kind, isOptional }) => `"${name}" ${SQL_TYPES[kind]}${isOptional ? "" : " NOT NULL"}`,
);

/** Returns the tables of a GeoPackage with one layer (OGC 12-128r18, clauses 1.1.1, 1.1.2, 2.1, 2.3, annex F.3). */
const makeOpeningSql = (layer: string): string => `
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${USER_VERSION};
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84 geodetic', ${WGS84}, 'EPSG', ${WGS84}, '${WGS84_WKT}', 'longitude and latitude on the WGS 84 ellipsoid');
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (
  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
CREATE TABLE "${layer}" (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom GEOMETRY, ${columnLines.join(", ")});
CREATE VIRTUAL TABLE "rtree_${layer}_geom" USING rtree(id, minx, maxx, miny, maxy);
INSERT INTO gpkg_extensions VALUES
  ('${layer}', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');`;

/**
 * Returns the triggers that keep the R-tree up to date when the file is edited. They call functions that a GeoPackage
 * reader has and SQLite lacks. So they are created last, and the tree is filled directly.
 */
function makeRtreeTriggersSql(layer: string): string {
  const [tree, table] = [`"rtree_${layer}_geom"`, `"${layer}"`];
  const has = "(NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))";
  const lacks = "(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))";
  const insert = `INSERT OR REPLACE INTO ${tree} VALUES
    (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom));`;
  const removeOld = `DELETE FROM ${tree} WHERE id = OLD.fid;`;
  const removeBoth = `DELETE FROM ${tree} WHERE id IN (OLD.fid, NEW.fid);`;
  const trigger = (name: string, when: string, body: string): string =>
    `CREATE TRIGGER "rtree_${layer}_geom_${name}" AFTER ${when} BEGIN ${body} END;`;
  const ofGeom = `UPDATE OF geom ON ${table}`;
  const anyUpdate = `UPDATE ON ${table}`;
  return [
    trigger("insert", `INSERT ON ${table} WHEN ${has}`, insert),
    trigger("update1", `${ofGeom} WHEN OLD.fid = NEW.fid AND ${has}`, insert),
    trigger("update2", `${ofGeom} WHEN OLD.fid = NEW.fid AND ${lacks}`, removeOld),
    trigger("update3", `${anyUpdate} WHEN OLD.fid != NEW.fid AND ${has}`, `${removeOld} ${insert}`),
    trigger("update4", `${anyUpdate} WHEN OLD.fid != NEW.fid AND ${lacks}`, removeBoth),
    trigger("delete", `DELETE ON ${table} WHEN OLD.geom NOT NULL`, removeOld),
  ].join("\n");
}
