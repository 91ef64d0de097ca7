import type { Bounds } from "../../geo/bounds.ts";
import { quoted, type Layer } from "./layer.ts";
import type { Sqlite } from "./open-sqlite.ts";

/** With more matches than this, one walk through the table costs less, and their keys would take memory. */
const MOST_IDS = 50_000;

/** Keys of the rows near any of the boxes, ascending, by the R-tree; undefined when all rows are to be read. */
export function findNear(
  database: Sqlite,
  { table, geometry }: Layer,
  boxes: readonly Bounds[] | undefined,
): number[] | undefined {
  const tree = `rtree_${table}_${geometry}`;
  if (boxes === undefined || database.all("SELECT 1 FROM sqlite_master WHERE name = ?", tree).length === 0)
    return undefined;
  const inBox = `SELECT id FROM ${quoted(tree)} WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?`;
  const values = boxes.flatMap(([west, south, east, north]) => [west, east, south, north]);
  const sql = `${boxes.map(() => inBox).join(" UNION ")} LIMIT ${MOST_IDS + 1}`;
  const rows = database.all(sql, ...values);
  if (rows.length > MOST_IDS) return undefined;
  return rows
    .map(({ id }) => Number(id))
    .filter(Number.isSafeInteger)
    .toSorted((a, b) => a - b);
}
