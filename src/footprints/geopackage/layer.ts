import { WrongFile } from "../wrong-file.ts";
import type { Sqlite, SqliteRow } from "./open-sqlite.ts";

/** A layer of footprints, with the names that SQL needs. */
export interface Layer {
  table: string;
  geometry: string;
  /** The integer key of its rows. */
  key: string;
  attributes: string[];
}

/** The first layer. Throws WrongFile. */
export function layerOf(database: Sqlite): Layer {
  const [found] = database.all("SELECT table_name, column_name FROM gpkg_geometry_columns");
  if (found === undefined) throw new WrongFile("it has no layer");
  const [table, geometry] = [textOf(found["table_name"]), textOf(found["column_name"])];
  const columns = database.all("SELECT name, pk FROM pragma_table_info(?)", table);
  const key = columns.find(({ pk }) => pk === 1)?.["name"];
  const names = columns.map(({ name }) => textOf(name));
  if (typeof key !== "string" || !names.includes(geometry))
    throw new WrongFile(`its layer ${table} has no key or no geometry`);
  return { table, geometry, key, attributes: names.filter((name) => name !== key && name !== geometry) };
}

const textOf = (cell: SqliteRow[string] | undefined): string => (typeof cell === "string" ? cell : "");

/** A name of the file as SQL takes it, whatever it holds. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
