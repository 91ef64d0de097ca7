import { setImmediate } from "node:timers/promises";
import type { Bounds } from "../../geo/bounds.ts";
import {
  readAttributes,
  listWishColumns,
  isWanted,
  createNearFilter,
  timeOf,
  type Footprint,
  type FootprintFile,
  type Sides,
  type Wish,
} from "../footprint.ts";
import {
  isWgs84,
  toProperties,
  dropEmptyGeometry,
  type LayeredFile,
  type LayerFeature,
} from "../layered-file.ts";
import { WrongFile, type RandomAccessFile } from "../random-access-file.ts";
import { readWkb, readWkbRegion } from "../read-wkb.ts";
import {
  checkSqliteHeader,
  toBytes,
  findLayer,
  listLayers,
  openLayer,
  openSqlite,
  quoteName,
  readTableType,
  type Layer,
  type Sqlite,
  type SqliteRow,
} from "./open-sqlite.ts";

const ROWS_PER_BATCH = 200;

/** The lowest key: keys are signed integers of 64 bits. */
const MIN_KEY = -(2n ** 63n);
const GREATEST_KEY = 2n ** 63n - 1n;

/** Bytes of the envelope by its code in the flags (OGC 12-128r18, clause 2.1.3). */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

/** Opens the first layer of the file at `path`. Throws WrongFile. */
export async function openGeoPackage(file: RandomAccessFile, path: string): Promise<FootprintFile> {
  const database = await openDatabase(file, path);
  try {
    const layer = requireReadable(() => findLayer(database));
    return {
      names: layer.attributes,
      read: (wish) => readRows(database, layer, wish),
      close: async () => {
        database.close();
        await file.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens all layers of the file at `path`, which another program wrote. Throws WrongFile. */
export async function openGeoPackageLayers(file: RandomAccessFile, path: string): Promise<LayeredFile> {
  const database = await openDatabase(file, path);
  try {
    const listed = requireReadable(() => listLayers(database));
    return {
      layers: listed.map((one) => ({
        name: one.table,
        system: nameSystem(one.system),
        read: () => readFeatures(database, one),
      })),
      close: async () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function openDatabase(file: RandomAccessFile, path: string): Promise<Sqlite> {
  // SQLite's message for a file of another format is useless.
  await checkSqliteHeader(file);
  return openSqlite(path);
}

/** Returns the name of a reference system; undefined for longitude and latitude. */
function nameSystem({
  organization,
  code,
  name,
  definition,
}: ReturnType<typeof listLayers>[number]["system"]): string | undefined {
  const id = `${organization.toUpperCase()}:${code}`;
  // Spec: row 0 of the table of systems is for longitudes and latitudes on an unknown ellipsoid.
  if (id === "EPSG:4326" || id === "NONE:0" || isWgs84(definition)) return undefined;
  if (organization === "") return "an unknown reference system";
  return id === "NONE:-1" ? "an undefined projection" : `${id} (${name})`;
}

async function* readFeatures(
  database: Sqlite,
  listed: ReturnType<typeof listLayers>[number],
): AsyncGenerator<LayerFeature> {
  const layer = requireReadable(() => openLayer(database, listed));
  for await (const { blob, cellAt } of selectCells(database, layer, layer.attributes))
    yield {
      properties: toProperties(layer.attributes, (_name, at) => cellAt(at)),
      geometry: blob === undefined ? null : dropEmptyGeometry(readWkb(skipHeader(blob))),
    };
}

/** Yields rows in the order of the key, in batches. For some damaged files, SQLite's own cursor would never return. */
async function* readRows(database: Sqlite, layer: Layer, wish: Wish): AsyncGenerator<Footprint> {
  const columns = listWishColumns(layer.attributes, wish);
  const near = requireReadable(() => findNear(database, layer, wish.boxes));
  for await (const { blob, cellAt } of selectCells(database, layer, columns, near)) {
    if (blob === undefined) continue;
    const attributes = readAttributes(columns, (_name, at) => cellAt(at));
    if (isWanted(attributes, wish))
      yield { attributes, geometry: readWkbRegion(skipHeader(blob)), timeMs: timeOf(attributes) };
  }
}

interface RowCells {
  /** The geometry; undefined for a row without one. */
  blob: Uint8Array | undefined;
  /** Returns the cell of the column at an index. */
  cellAt: (at: number) => unknown;
}

/** Yields the cells of all rows, or of those with the keys `ids`. */
async function* selectCells(
  database: Sqlite,
  layer: Layer,
  columns: readonly string[],
  ids?: readonly bigint[],
): AsyncGenerator<RowCells> {
  const cells = columns.map((name, at) => `${toBytes(quoteName(name))} AS c${at}`);
  const names = [`${quoteName(layer.key)} AS key`, `${quoteName(layer.geometry)} AS geometry`, ...cells].join(
    ", ",
  );
  const select = `SELECT ${names} FROM ${quoteName(layer.table)} WHERE ${quoteName(layer.key)}`;
  for (const rows of ids === undefined
    ? selectWholeTable(database, select)
    : selectRows(database, select, ids)) {
    // SQLite blocks the thread, so a signal can only arrive between two batches.
    await setImmediate();
    for (const row of rows) {
      const blob = row["geometry"];
      yield {
        blob: blob instanceof Uint8Array ? blob : undefined,
        cellAt: (at) => {
          const cell = row[`c${at}`];
          return cell instanceof Uint8Array ? database.textOf(cell) : cell;
        },
      };
    }
  }
}

function* selectWholeTable(database: Sqlite, select: string): Generator<SqliteRow[]> {
  const sql = `${select} >= ? ORDER BY key LIMIT ${ROWS_PER_BATCH}`;
  for (let first = MIN_KEY; ;) {
    const rows = requireReadable(() => database.all(sql, first));
    yield rows;
    const last = rows.at(-1)?.["key"];
    // A damaged index may return rows again.
    if (rows.length < ROWS_PER_BATCH || typeof last !== "bigint" || last < first || last === GREATEST_KEY)
      return;
    first = last + 1n;
  }
}

function* selectRows(database: Sqlite, select: string, ids: readonly bigint[]): Generator<SqliteRow[]> {
  for (let at = 0; at < ids.length; at += ROWS_PER_BATCH) {
    // Ids are integers, so the statement contains no text of the file.
    const list = ids.slice(at, at + ROWS_PER_BATCH).join(",");
    yield requireReadable(() => database.all(`${select} IN (${list}) ORDER BY key`));
  }
}

/** Returns the WKB of a geometry, which follows a header and an envelope (clause 2.1.3). */
function skipHeader(blob: Uint8Array): Uint8Array {
  if (blob[0] !== 0x47 || blob[1] !== 0x50) throw new WrongFile("a geometry is not one of a GeoPackage");
  return blob.subarray(8 + (ENVELOPE_BYTES[(blob[3]! >> 1) & 7] ?? 0));
}

/** Returns the result of `work`. An SQLite error is thrown as a fault of the file. */
function requireReadable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof WrongFile) throw error;
    throw new WrongFile(`SQLite cannot read it: ${(error as Error).message}`, { cause: error });
  }
}

/** Maximum number of matches of the R-tree. For more, a full scan costs less time and memory. */
const MAX_IDS = 50_000;
/** Size of a cell in a node, which has a key, then west, east, south and north. */
const CELL_BYTES = 24;

/**
 * Returns the keys of the rows near any of the boxes, ascending, by the R-tree. Undefined if all rows must be read. The
 * stored nodes are read directly (sqlite.org/rtree.html, "Shadow Tables"), each at most once. SQLite itself would follow
 * a crafted tree, in which a node has one child many times, without an end.
 */
function findNear(
  database: Sqlite,
  { table, geometry }: Layer,
  boxes: readonly Bounds[] | undefined,
): bigint[] | undefined {
  const nodes = `rtree_${table}_${geometry}_node`;
  if (boxes === undefined || !["table", "shadow"].includes(readTableType(database, nodes) ?? ""))
    return undefined;
  const sql = `SELECT data FROM ${quoteName(nodes)} WHERE nodeno = ?`;
  const isNear = createNearFilter(boxes);
  const ids: bigint[] = [];
  const seen = new Set<bigint>();
  let level = [1n];
  let depth: number | undefined;
  while (level.length > 0) {
    const below: bigint[] = [];
    for (const node of level) {
      const bytes = seen.has(node) ? undefined : toNode(database.all(sql, node)[0]?.["data"]);
      if (bytes === undefined) throw new WrongFile("its spatial index is damaged");
      seen.add(node);
      depth ??= bytes.readUInt16BE(0);
      for (const [id, sides] of readNodeCells(bytes)) if (isNear(sides)) (depth === 0 ? ids : below).push(id);
      if (ids.length > MAX_IDS) return undefined;
    }
    level = below;
    depth = (depth ?? 0) - 1;
  }
  return [...BigInt64Array.from(ids).sort()];
}

/** Returns the bytes of a node; undefined if the last cell is incomplete. */
function toNode(data: SqliteRow[string] | undefined): Buffer | undefined {
  if (!(data instanceof Uint8Array)) return undefined;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt16BE(2) * CELL_BYTES ? bytes : undefined;
}

/** Yields the cells of a node: the key of a row or the number of a node, and its box. */
function* readNodeCells(node: Buffer): Generator<[id: bigint, sides: Sides]> {
  const count = node.readUInt16BE(2);
  for (let at = 4; at < 4 + count * CELL_BYTES; at += CELL_BYTES) {
    const [xmin, xmax, ymin, ymax] = [8, 12, 16, 20].map((offset) => node.readFloatBE(at + offset));
    yield [node.readBigInt64BE(at), { xmin: xmin!, xmax: xmax!, ymin: ymin!, ymax: ymax! }];
  }
}
