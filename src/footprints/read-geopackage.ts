import { AppError } from "../errors.ts";
import { attributeOf, momentOf, type Footprint, type Hints } from "./footprint.ts";
import { openSqlite, type Sqlite } from "./open-sqlite.ts";
import { readWkb } from "./read-wkb.ts";
import { WrongFile } from "./wrong-file.ts";

/** Bytes of the envelope by its code in the flags (OGC 12-128r18, clause 2.1.3). */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The first layer, found through its R-tree when there are boxes. Throws USAGE without the SQLite driver, WrongFile. */
export async function* readGeoPackage(path: string, hints: Hints): AsyncGenerator<Footprint> {
  const database = await openSqlite(path);
  if (database === undefined)
    throw new AppError("usage", "USAGE", `${path}: reading a GeoPackage needs the package libsql`, {
      hint: "npm install libsql, or fetch the export with --format geoparquet",
    });
  try {
    const [layer] = database.all("SELECT table_name, column_name FROM gpkg_geometry_columns");
    if (layer === undefined) throw new WrongFile("it has no layer");
    const [table, geometry] = [String(layer["table_name"]), String(layer["column_name"])];
    for (const row of database.iterate(...selectRows(database, table, geometry, hints))) {
      const { [geometry]: blob, _metadata, ...cells } = row;
      if (!(blob instanceof ArrayBuffer)) continue;
      const bytes = new Uint8Array(blob);
      yield {
        attributes: Object.fromEntries(
          Object.entries(cells).map(([name, cell]) => [name, attributeOf(cell)]),
        ),
        geometry: readWkb(bytes.subarray(8 + (ENVELOPE_BYTES[(bytes[3]! >> 1) & 7] ?? 0))),
        timeMs: momentOf(cells["datetime"]),
      };
    }
  } finally {
    database.close();
  }
}

function selectRows(
  database: Sqlite,
  table: string,
  geometry: string,
  { boxes }: Hints,
): [sql: string, ...values: number[]] {
  const all = `SELECT * FROM ${quoted(table)}`;
  const tree = `rtree_${table}_${geometry}`;
  const hasTree = database.all("SELECT 1 FROM sqlite_master WHERE name = ?", tree).length > 0;
  if (boxes === undefined || !hasTree) return [all];
  const inBox = `SELECT id FROM ${quoted(tree)} WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?`;
  const key = quoted(
    String(database.all(`SELECT name FROM pragma_table_info(?) WHERE pk = 1`, table)[0]?.["name"] ?? "rowid"),
  );
  const values = boxes.flatMap(([west, south, east, north]) => [west, east, south, north]);
  return [`${all} WHERE ${key} IN (${boxes.map(() => inBox).join(" UNION ")})`, ...values];
}
