/** Files made to keep a reader busy for ever, or to fill its memory. */
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SQLInputValue } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { unzipSync, zipSync } from "fflate";
import { parquetMetadata, type FileMetaData } from "hyparquet";
import { parquetWriteFile } from "hyparquet-writer";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { serializeTCompactProtocol } from "hyparquet-writer/src/thrift.js";
import { beforeAll, describe, expect, it } from "vitest";
import { loadSqlite } from "../../../src/disk/sqlite.ts";
import type { Footprint, Wish } from "../../../src/footprints/footprint.ts";
import { openFootprints } from "../../../src/footprints/open-footprints.ts";
import { inspectExport } from "../../../src/footprints/inspect-export.ts";
import { WrongFile } from "../../../src/footprints/random-access-file.ts";
import { toWkb } from "../../../src/geo/wkb.ts";
import { generate } from "../../../src/sandbox/exports/generate.ts";
import { jobFor, tempFolder } from "../sandbox/exports/jobs.ts";

const { DatabaseSync } = loadSqlite();

const dir = tempFolder();
const sound = join(dir, "sound.gpkg");
beforeAll(() => generate(jobFor("gpkg", sound)));

const WISH: Wish = { columns: ["id"], boxes: [[-20, 30, 60, 70]] };

async function read(path: string, wish = WISH): Promise<Footprint[]> {
  const file = await openFootprints(path);
  try {
    return await Array.fromAsync(file.read(wish));
  } finally {
    await file.close();
  }
}

/** A GeoPackage whose SQL was changed by somebody else. */
async function changed(
  name: string,
  ...statements: (string | [string, ...SQLInputValue[]])[]
): Promise<string> {
  const path = join(dir, `${name}.gpkg`);
  await copyFile(sound, path);
  const connection = new DatabaseSync(path);
  // Newer versions of Node protect the schema and the spatial index from such a change.
  (connection as { enableDefensive?: (isOn: boolean) => void }).enableDefensive?.(false);
  connection.exec("PRAGMA foreign_keys = OFF");
  // They call functions that only writers of GeoPackages have.
  for (const { name } of connection.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
    connection.exec(`DROP TRIGGER ${String(name)}`);
  for (const statement of statements)
    if (typeof statement === "string") connection.exec(statement);
    else connection.prepare(statement[0]).run(...statement.slice(1));
  connection.close();
  return path;
}

/** Copies the tables of the sound file. SQLite cannot change the encoding of one that has tables. */
function copyAs(encoding: string, path: string): void {
  const [from, to] = [new DatabaseSync(sound, { readOnly: true }), new DatabaseSync(path)];
  to.exec(
    `PRAGMA encoding = "${encoding}"; PRAGMA application_id = 1196444487; PRAGMA foreign_keys = OFF; BEGIN`,
  );
  const tables =
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'rtree_*' AND name <> 'sqlite_sequence'";
  for (const { name, sql } of from.prepare(tables).all()) {
    to.exec(String(sql));
    for (const row of from.prepare(`SELECT * FROM "${String(name)}"`).all()) {
      const cells = Object.values(row);
      to.prepare(`INSERT INTO "${String(name)}" VALUES (${cells.map(() => "?").join(", ")})`).run(...cells);
    }
  }
  to.exec("COMMIT");
  for (const connection of [from, to]) connection.close();
}

const LAYER = "vendor_archive_export_full";
const ENDLESS = "AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";

describe("a GeoPackage", () => {
  it.each([
    ["gpkg_geometry_columns", "i AS table_name, i AS column_name, i AS srs_id"],
    ["gpkg_spatial_ref_sys", "i AS srs_id, i AS definition"],
    [LAYER, "i AS fid, i AS geom, i AS id"],
  ])("P17 whose %s is a view without an end is refused", async (table, columns) => {
    const path = await changed(
      `view-${table}`,
      `DROP TABLE ${table}`,
      `CREATE VIEW ${table} ${ENDLESS} SELECT ${columns} FROM n`,
    );
    await expect(read(path)).rejects.toThrow(new WrongFile(`its ${table} is a view, not a table`));
  });

  it("P17 whose view is recorded as a table is refused", async () => {
    const path = await changed(
      "hidden-view",
      "DROP TABLE gpkg_geometry_columns",
      `CREATE VIEW gpkg_geometry_columns ${ENDLESS} SELECT i AS table_name, i AS column_name, i AS srs_id FROM n`,
      "PRAGMA writable_schema = ON",
      "UPDATE sqlite_master SET type = 'table' WHERE name = 'gpkg_geometry_columns'",
    );
    await expect(read(path)).rejects.toBeInstanceOf(WrongFile);
  });

  it("P17 whose spatial index is a view without an end is read without it", async () => {
    const tree = treeOf(sound);
    const path = await changed(
      "view-index",
      `DROP TABLE ${tree}`,
      `CREATE VIEW ${tree} ${ENDLESS} SELECT i AS id, 0 AS minx, 0 AS maxx, 0 AS miny, 0 AS maxy FROM n`,
    );
    expect((await read(path)).length).toBeGreaterThanOrEqual((await read(sound)).length);
  });

  it("P17 whose spatial index leads to one node many times is refused", async () => {
    const nodes = `${treeOf(sound)}_node`;
    const children = 50;
    const levels = Array.from({ length: 12 }, (_, level): [string, ...SQLInputValue[]] => {
      const node = Buffer.alloc(4 + children * 24);
      if (level === 0) node.writeUInt16BE(12, 0);
      node.writeUInt16BE(children, 2);
      for (let at = 4; at < node.length; at += 24) {
        node.writeBigInt64BE(BigInt(level + 2), at);
        for (const [side, value] of [-180, 180, -90, 90].entries())
          node.writeFloatBE(value, at + 8 + side * 4);
      }
      return [`INSERT OR REPLACE INTO ${nodes} VALUES (?, ?)`, level + 1, node];
    });
    const path = await changed("index-loop", ...levels);
    await expect(read(path)).rejects.toThrow(new WrongFile("its spatial index is damaged"));
  });

  it("EXPORT-18 with an integer of 64 bits and a text with a NUL is read", async () => {
    const path = await changed(
      "cells",
      `ALTER TABLE ${LAYER} ADD COLUMN counter INTEGER`,
      `UPDATE ${LAYER} SET counter = 1152921504606846976, id = 'a' || char(0) || 'b'`,
    );
    const [row] = await read(path, { columns: ["id", "counter"] });
    expect(row!.attributes).toMatchObject({ id: "a\0b", counter: 2 ** 60 });
  });

  it.each<[string, Wish]>([
    ["table", { columns: ["id"] }],
    ["spatial index", { columns: ["id"], boxes: [[-180, -90, 180, 90]] }],
  ])("EXPORT-16 with keys of 64 bits is read whole, by its %s", async (how, wish) => {
    const other = (key: string): string =>
      `CASE ${key} WHEN 1 THEN -9223372036854775808 ELSE 9223372036854775807 - (${key} - 2) END`;
    const path = await changed(
      `keys-${how}`,
      `UPDATE ${LAYER} SET fid = ${other("fid")}`,
      `UPDATE ${treeOf(sound)} SET id = ${other("id")}`,
    );
    const idsIn = async (file: string): Promise<string[]> =>
      (await read(file, wish)).map(({ attributes }) => String(attributes["id"])).toSorted();
    const ids = await idsIn(sound);
    expect(ids.length).toBeGreaterThan(400);
    expect(await idsIn(path)).toEqual(ids);
  });

  it.each(["UTF-16le", "UTF-16be"])(
    "EXPORT-04 EXPORT-16 with texts in %s is sound, and read like others",
    async (encoding) => {
      const path = join(dir, `${encoding}.gpkg`);
      copyAs(encoding, path);
      expect(await inspectExport(path, path)).toEqual({ how: "sqlite integrity_check" });
      expect(await read(path, { columns: ["id", "mode"] })).toEqual(
        await read(sound, { columns: ["id", "mode"] }),
      );
    },
  );

  it("EXPORT-04 left in WAL mode is read without a file beside it", async () => {
    const path = await changed("wal", "PRAGMA journal_mode = WAL");
    const before = await readdir(dir);
    expect((await read(path)).length).toBe((await read(sound)).length);
    expect((await readdir(dir)).filter((name) => name.startsWith("wal"))).toEqual(
      before.filter((name) => name.startsWith("wal")),
    );
  });
});

function treeOf(path: string): string {
  const connection = new DatabaseSync(path, { readOnly: true });
  const sql = "SELECT name FROM sqlite_master WHERE name LIKE 'rtree_%' AND sql LIKE '%VIRTUAL%'";
  const tree = connection.prepare(sql).get();
  connection.close();
  return String(tree!["name"]);
}

const SQUARE = toWkb({
  type: "Polygon",
  coordinates: [
    [
      [0, 40],
      [1, 40],
      [1, 41],
      [0, 41],
      [0, 40],
    ],
  ],
});
const GEO = JSON.stringify({
  version: "1.0.0",
  primary_column: "geometry",
  columns: { geometry: { encoding: "WKB" } },
});

/** A GeoParquet file of two rows with a changed footer; `page` stands before it, at the offset that `change` is given. */
async function withFooter(
  name: string,
  change: (metadata: FileMetaData, offset: bigint) => void,
  page = Buffer.alloc(0),
): Promise<string> {
  const path = join(dir, `${name}.geoparquet`);
  parquetWriteFile({
    filename: path,
    columnData: [
      { name: "id", data: ["a", "b"], type: "STRING" },
      { name: "geometry", data: [SQUARE, SQUARE], type: "BYTE_ARRAY" },
    ],
    kvMetadata: [{ key: "geo", value: GEO }],
  });
  const bytes = await readFile(path);
  const end = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  const metadata = parquetMetadata(new Uint8Array(bytes));
  change(metadata, BigInt(end));
  const footer = thrift((writer) => writeMetadata(writer, metadata));
  await writeFile(path, Buffer.concat([bytes.subarray(0, end), page, footer, MAGIC]));
  return path;
}

const MAGIC = Buffer.from("PAR1");

function thrift(write: (writer: ByteWriter) => void): Buffer {
  const writer = new ByteWriter();
  write(writer);
  return Buffer.from(writer.getBuffer());
}

/** A page of two values with this body, announced with `bytes` after decompression. */
function pageOf(body: Buffer, bytes: number): Buffer {
  const header = thrift((writer) =>
    serializeTCompactProtocol(writer, {
      field_1: 0,
      field_2: bytes,
      field_3: body.length,
      field_5: { field_1: 2, field_2: 0, field_3: 3, field_4: 3 },
    }),
  );
  return Buffer.concat([header, body]);
}

/** A GeoParquet file whose column `id` has these pages. */
function withPages(name: string, codec: "UNCOMPRESSED" | "GZIP", pages: readonly Buffer[]): Promise<string> {
  const page = Buffer.concat(pages);
  return withFooter(
    name,
    ({ row_groups: [group] }, offset) => {
      const { meta_data: chunk } = group!.columns[0]!;
      Object.assign(chunk!, { codec, data_page_offset: offset, total_compressed_size: BigInt(page.length) });
      delete chunk!.dictionary_page_offset;
      delete group!.columns[0]!.offset_index_offset;
    },
    page,
  );
}

describe("a GeoParquet file", () => {
  it("P17 with a group of more rows than any file has is refused", async () => {
    const path = await withFooter("rows", (metadata) => {
      metadata.num_rows = metadata.row_groups[0]!.num_rows = 2n ** 53n;
    });
    await expect(read(path, { columns: ["id"] })).rejects.toThrow(
      "it has a row group of 9007199254740992 rows; at most 20000000 are read",
    );
  });

  it("P17 with a group of more rows than its pages have is refused", async () => {
    const path = await withFooter("few", (metadata) => {
      metadata.num_rows = metadata.row_groups[0]!.num_rows = 10_000_000n;
    });
    await expect(read(path, { columns: ["id"] })).rejects.toThrow("has 2 values for 10000000 rows");
  });

  it("P17 with columns of more children than it has elements is refused", async () => {
    const children = Array.from({ length: 200 }, (_, at) => ({ field_4: `c${at}`, field_5: 2 ** 31 - 1 }));
    const footer = thrift((writer) =>
      serializeTCompactProtocol(writer, {
        field_1: 2,
        field_2: [{ field_4: "root", field_5: 200 }, ...children],
        field_3: 0n,
        field_4: [],
        field_5: [{ field_1: "geo", field_2: GEO }],
      }),
    );
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    const path = join(dir, "children.geoparquet");
    await writeFile(path, Buffer.concat([MAGIC, footer, length, MAGIC]));
    await expect(read(path)).rejects.toBeInstanceOf(WrongFile);
  });

  it("P17 with a page that expands beyond its announced length is refused", async () => {
    const path = await withPages("expanding", "GZIP", [
      pageOf(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 100),
    ]);
    await expect(read(path, { columns: ["id"] })).rejects.toThrow("rows 0 to 2 cannot be read");
  });

  it("P17 with a page that announces more than a page has is refused", async () => {
    const path = await withPages("announced", "GZIP", [pageOf(gzipSync(Buffer.alloc(10)), 2 ** 30)]);
    await expect(read(path, { columns: ["id"] })).rejects.toThrow("has a page of 1073741824 bytes");
  });

  it("P17 with such a page behind the last row is refused", async () => {
    const body = gzipSync(Buffer.alloc(10));
    const path = await withPages("behind", "GZIP", [pageOf(body, 10), pageOf(body, 2 ** 30)]);
    await expect(read(path, { columns: ["id"] })).rejects.toThrow("has a page of 1073741824 bytes");
  });
});

/** A zipped shapefile with one row, whose first shape announces this length in bytes. */
async function zippedShape(name: string, { shapes = 1, recordBytes = 8 }): Promise<string> {
  const path = join(dir, `${name}.shp.zip`);
  const shape = Buffer.alloc(108);
  shape.writeInt32BE(recordBytes / 2, 104);
  const table = Buffer.alloc(70);
  table.writeUInt32LE(1, 4);
  table.writeUInt16LE(65, 8);
  table.writeUInt16LE(5, 10);
  table.write("id", 32);
  table.write("C", 43);
  table[48] = 4;
  table[64] = 0x0d;
  const index = Buffer.alloc(100 + shapes * 8);
  const prj = Buffer.from("GEOGCS[]");
  await writeFile(path, zipSync({ "a.shp": shape, "a.shx": index, "a.dbf": table, "a.prj": prj }));
  return path;
}

describe("a zipped shapefile", () => {
  it.each([2 ** 31 - 2, -2])("P17 with a shape of %s bytes is refused", async (recordBytes) => {
    const path = await zippedShape(`record${recordBytes}`, { recordBytes });
    await expect(read(path)).rejects.toThrow(`it has a shape of ${recordBytes} bytes`);
  });

  it("EXPORT-04 with more shapes than rows of attributes is refused", async () => {
    const path = await zippedShape("counts", { shapes: 2 });
    await expect(read(path)).rejects.toThrow("it has 2 shapes and 1 rows of attributes");
  });

  it("EXPORT-04 zipped by macOS is read without the attributes that macOS adds", async () => {
    const path = join(dir, "macos.shp.zip");
    await generate(jobFor("shp.zip", path));
    const members = unzipSync(await readFile(path));
    const resources = Object.keys(members).map(
      (name) => [`__MACOSX/._${name}`, Buffer.from("Mac OS X")] as const,
    );
    const zipped = join(dir, "from-macos.shp.zip");
    await writeFile(zipped, zipSync({ ...Object.fromEntries(resources), ...members }));
    expect((await read(zipped)).length).toBe((await read(path)).length);
  });
});

describe("the time of a footprint", () => {
  it.each(["10.03.2026", "2026-13-40T00:00:00Z", "yesterday"])(
    "EXPORT-18 %s cannot be read, which is said",
    async (time) => {
      const path = await changed(`time-${time.slice(0, 4)}`, [
        `UPDATE ${LAYER} SET datetime = ? WHERE fid = (SELECT max(fid) FROM ${LAYER})`,
        time,
      ]);
      await expect(read(path, { columns: ["id"] })).rejects.toThrow(
        new WrongFile(`the datetime ${JSON.stringify(time)} of a footprint cannot be read`),
      );
    },
  );
});
