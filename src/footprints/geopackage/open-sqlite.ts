/** SQLite on a read-only file. */
import { loadSqlite } from "../../disk/sqlite.ts";
import { refuseProjected, WrongFile } from "../wrong-file.ts";

export type SqliteRow = Record<string, string | number | null | ArrayBuffer | Uint8Array>;

export interface Sqlite {
  all(sql: string, ...values: (string | number)[]): SqliteRow[];
  close(): void;
}

/** Returns undefined without SQLite. */
export async function openSqlite(
  path: string,
  load: typeof loadSqlite = loadSqlite,
): Promise<Sqlite | undefined> {
  const sqlite = await load();
  if (sqlite === undefined) return undefined;
  const connection = new sqlite.Connection(path, { readonly: true });
  return {
    all: (sql, ...values) => connection.prepare(sql).all(values) as SqliteRow[],
    close: () => void connection.close(),
  };
}

/** A layer of footprints, with its names in SQL. */
export interface Layer {
  table: string;
  geometry: string;
  /** The integer key of its rows. */
  key: string;
  attributes: string[];
}

/** Returns the first layer. Throws WrongFile. */
export function layerOf(database: Sqlite): Layer {
  const [found] = database.all(
    `SELECT ${asBytes("table_name")} AS tbl, ${asBytes("column_name")} AS col, ${asBytes("definition")} AS srs FROM gpkg_geometry_columns LEFT JOIN gpkg_spatial_ref_sys USING (srs_id)`,
  );
  if (found === undefined) throw new WrongFile("it has no layer");
  refuseProjected(/^PROJ/i.test(textOf(found["srs"])));
  const [table, geometry] = [textOf(found["tbl"]), textOf(found["col"])];
  const columns = database.all(`SELECT ${asBytes("name")} AS name, pk FROM pragma_table_info(?)`, table);
  const key = columns.find(({ pk }) => pk === 1)?.["name"];
  const names = columns.map(({ name }) => textOf(name));
  if (key === undefined || !names.includes(geometry))
    throw new WrongFile(`its layer ${table} has no key or no geometry`);
  const attributes = names.filter((name) => name !== textOf(key) && name !== geometry);
  return { table, geometry, key: textOf(key), attributes };
}

/** Quotes any name of the file for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads the texts of a column as bytes: the driver ends the whole process when a text is not UTF-8, and the file is untrusted. */
export const asBytes = (column: string): string =>
  `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) ELSE ${column} END`;

export const textOf = (cell: SqliteRow[string] | undefined): string =>
  cell instanceof ArrayBuffer || cell instanceof Uint8Array
    ? Buffer.from(cell as Uint8Array).toString("utf8")
    : "";
