/** Opens untrusted files of other programs with SQLite, for reading. */
import { statSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { readFileFault, loadSqlite } from "../../disk/sqlite.ts";
import { refuseProjected, WrongFile, type RandomAccessFile } from "../random-access-file.ts";

/** A row, with integers as BigInts. Node would throw for an integer that does not fit into a number. */
export type SqliteRow = Record<string, SQLOutputValue>;

export interface Sqlite {
  all(sql: string, ...values: (string | number | bigint)[]): SqliteRow[];
  /** Returns the text of a cell that was read as bytes (`toBytes`), or an empty text for any other cell. */
  textOf(cell: SqliteRow[string] | undefined): string;
  close(): void;
}

/**
 * Opens a file for reading. A file beside which there is a `-wal` or `-journal` is read with the changes in them. Any
 * other file is opened as immutable, so that SQLite creates no files and can read in a read-only folder.
 */
export function openSqlite(path: string): Sqlite {
  const { DatabaseSync } = loadSqlite();
  const unsaved = ["-wal", "-journal"].map((end) => path + end).find(hasBytes);
  const connection = new DatabaseSync(toSqliteUrl(path, unsaved === undefined ? "?immutable=1" : ""), {
    readOnly: true,
  });
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  return {
    textOf: (cell) => {
      decoder ??= new TextDecoder(readEncoding(connection), { ignoreBOM: true });
      return cell instanceof Uint8Array ? decoder.decode(cell) : "";
    },
    all: (sql, ...values) => {
      try {
        const statement = connection.prepare(sql);
        statement.setReadBigInts(true);
        return statement.all(...values);
      } catch (error) {
        if (unsaved === undefined || !isReadOnlyFault(error)) throw error;
        const what = `its changes in ${basename(unsaved)} cannot be read in a folder that cannot be written`;
        throw new WrongFile(`${what}: close it in the program that wrote it, or copy both files`, {
          cause: error,
        });
      }
    },
    close: () => connection.close(),
  };
}

/** Returns the encoding of all texts in a file, which may be UTF-16 in a GeoPackage (OGC 12-128r18, table 1). */
const readEncoding = (connection: DatabaseSync): string =>
  String(connection.prepare("PRAGMA encoding").get()?.["encoding"]);

/** Returns a file's URL for SQLite, which refuses the server of a UNC path in front of the path (sqlite.org/uri.html). */
export const toSqliteUrl = (path: string, query: string, options?: { windows: boolean }): string =>
  pathToFileURL(path, options).href.replace(/^file:\/\/(?=[^/])/u, "file:////") + query;

const hasBytes = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

const isReadOnlyFault = (error: unknown): boolean =>
  ["SQLITE_READONLY", "SQLITE_CANTOPEN"].includes(readFileFault(error) ?? "");

/** A layer of footprints, with its names in SQL. */
export interface Layer {
  table: string;
  geometry: string;
  /** The integer key of its rows. */
  key: string;
  attributes: string[];
}

/** Maximum number of rows read from a table of layers or reference systems, because SQLite cannot be interrupted. */
const MAX_LISTED = 10_000;

/** A layer as the file lists it. */
interface ListedLayer extends Pick<Layer, "table" | "geometry"> {
  /** Its reference system, with the definition in WKT; the texts are empty if the file has none. */
  system: { organization: string; code: string; name: string; definition: string };
}

/** Returns the layers that have geometries. Throws WrongFile. */
export function listLayers(database: Sqlite): ListedLayer[] {
  const textOf = (cell: SqliteRow[string] | undefined): string => database.textOf(cell);
  for (const name of ["gpkg_geometry_columns", "gpkg_spatial_ref_sys"]) requireTable(database, name);
  const some = (table: string): string => `(SELECT * FROM ${table} LIMIT ${MAX_LISTED})`;
  const rows = database.all(
    `SELECT ${toBytes("table_name")} AS tbl, ${toBytes("column_name")} AS col, ${toBytes("definition")} AS wkt, ${toBytes("srs_name")} AS srs, ${toBytes("organization")} AS org, organization_coordsys_id AS code FROM ${some("gpkg_geometry_columns")} LEFT JOIN ${some("gpkg_spatial_ref_sys")} USING (srs_id) LIMIT ${MAX_LISTED}`,
  );
  return rows.map(({ tbl, col, wkt, srs, org, code }) => ({
    table: textOf(tbl),
    geometry: textOf(col),
    system: {
      organization: textOf(org),
      code: typeof code === "bigint" ? String(code) : "",
      name: textOf(srs),
      definition: textOf(wkt),
    },
  }));
}

/** Returns a layer with its key and its attributes. Throws WrongFile. */
export function openLayer(
  database: Sqlite,
  { table, geometry }: Pick<ListedLayer, "table" | "geometry">,
): Layer {
  requireTable(database, table);
  const columns = database.all(`SELECT ${toBytes("name")} AS name, pk FROM pragma_table_info(?)`, table);
  const key = columns.find(({ pk }) => pk === 1n)?.["name"];
  const names = columns.map(({ name }) => database.textOf(name));
  if (key === undefined || !names.includes(geometry))
    throw new WrongFile(`its layer ${table} has no key or no geometry`);
  const keyName = database.textOf(key);
  return {
    table,
    geometry,
    key: keyName,
    attributes: names.filter((name) => name !== keyName && name !== geometry),
  };
}

/** Returns the first layer. Throws WrongFile. */
export function findLayer(database: Sqlite): Layer {
  const [found] = listLayers(database);
  if (found === undefined) throw new WrongFile("it has no layer");
  refuseProjected(/^PROJ/i.test(found.system.definition));
  return openLayer(database, found);
}

/**
 * Throws WrongFile for a view or a virtual table. Its rows come from SQL in the file, which can run forever, and nothing
 * interrupts SQLite. A missing table is reported by the statement that reads the table.
 */
function requireTable(database: Sqlite, name: string): void {
  const type = readTableType(database, name);
  if (type === "view" || type === "virtual")
    throw new WrongFile(`its ${name} is a ${type === "view" ? type : "virtual table"}, not a table`);
}

/** Returns the type that SQLite uses for the table; `sqlite_master` may contain another. Undefined if there is no table. */
export const readTableType = (
  database: Sqlite,
  name: string,
): "table" | "shadow" | "view" | "virtual" | undefined =>
  database.all("SELECT type FROM pragma_table_list(?) LIMIT 1", name)[0]?.["type"] as
    | "table"
    | "shadow"
    | "view"
    | "virtual"
    | undefined;

/** Quotes a name from the file for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns the SQL that reads a column of texts as bytes. Read as a text, 512 MiB would end the process of Node 22, and a
 * NUL would end the text.
 */
export const toBytes = (column: string): string =>
  `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) ELSE ${column} END`;

/** Checks the header, the number of pages, and the integrity by SQLite's own check. Throws WrongFile. */
export async function inspectSqlite(file: RandomAccessFile, path: string): Promise<string> {
  await checkSqliteHeader(file);
  const database = openSqlite(path);
  try {
    const sql = `SELECT ${toBytes("integrity_check")} AS said FROM pragma_integrity_check LIMIT 1`;
    const found = database.all(sql).map(({ said }) => database.textOf(said));
    if (found.length !== 1 || found[0] !== "ok") throw new WrongFile(`SQLite finds it damaged: ${found[0]}`);
    return "sqlite integrity_check";
  } catch (error) {
    throw error instanceof WrongFile
      ? error
      : new WrongFile(`SQLite cannot read it: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}

/** The header of a SQLite file (sqlite.org/fileformat2.html, section 1.3). */
const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
/** `GPKG`, and the ids of GeoPackage 1.0 and 1.1. */
const APPLICATION_IDS = new Set([0x47504b47, 0x47503130, 0x47503131]);

/** Checks header, number of pages and application id of a GeoPackage. Throws WrongFile. */
export async function checkSqliteHeader(file: RandomAccessFile): Promise<void> {
  const header = await file.read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || header.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw new WrongFile("it does not start with the SQLite header");
  const stored = header.readUInt16BE(16);
  const pageBytes = stored === 1 ? 65_536 : stored;
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0)
    throw new WrongFile("its page size is not valid");
  // Old writers do not maintain the number of pages; others store a copy of the change counter next to it.
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  const pages = isCounted ? header.readUInt32BE(28) : Math.ceil(file.length / pageBytes);
  if (file.length !== pages * pageBytes)
    throw new WrongFile(
      `the file has ${file.length} bytes, but ${pages} pages of ${pageBytes} bytes have ${pages * pageBytes}`,
    );
  if (!APPLICATION_IDS.has(header.readUInt32BE(68)))
    throw new WrongFile("the application id in its header is not that of a GeoPackage");
}
