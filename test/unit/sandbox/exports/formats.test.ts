import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { EXPORT_FORMATS, type ExportFormat } from "../../../../src/contract/vocabulary.ts";
import { FOOTPRINT_COLUMNS } from "../../../../src/sandbox/exports/export-job.ts";
import { generate } from "../../../../src/sandbox/exports/generate.ts";
import { openDatabase } from "../../../../src/sandbox/store/database.ts";
import { gdal, needGdal } from "../../../gdal.ts";
import { archivedCollects, emptyJobFor, heldCollects, jobFor, publicCollects, tempFolder } from "./jobs.ts";
import { doubleArea, queryDuckDb, type ReadRow, readWithDuckDb, readWithGdal } from "./readers.ts";

const folder = tempFolder();
const made = new Map<ExportFormat, Promise<string>>();

/** The export in a format, made once for all tests. */
function fileOf(format: ExportFormat): Promise<string> {
  const known = made.get(format);
  if (known !== undefined) return known;
  const path = join(folder, `footprints.${format}`);
  const making = generate(jobFor(format, path)).then(() => path);
  made.set(format, making);
  return making;
}

const ATTRIBUTES = (
  "id datetime mode products url look_angle incd_angle sqnt_angle num_looks observ_dir orbt_state orbt_plane polariztn " +
  "SLC GEO GEC SICD SIDD CPHD"
).split(" ");

const NUMBERS = new Set(["look_angle", "incd_angle", "sqnt_angle", "num_looks", "orbt_plane"]);

/** Readers differ in the number of printed digits. */
const comparable = ({ attributes, rings }: ReadRow): unknown => [
  Object.fromEntries(
    Object.entries(attributes).map(([name, text]) => [name, NUMBERS.has(name) ? Number(text) : text]),
  ),
  rings,
];

describe("the three formats", () => {
  test("EXPORT-16 EXPORT-24 have the same rows in the same order, as GDAL and DuckDB read them", async (context) => {
    await needGdal(context);
    const parquet = await readWithDuckDb(await fileOf("geoparquet"));
    expect(parquet).toHaveLength(publicCollects().length);
    const geopackage = await readWithGdal(await fileOf("gpkg"));
    const shapefile = await readWithGdal(await fileOf("shp.zip"));
    expect(geopackage.map(comparable)).toEqual(parquet.map(comparable));
    expect(shapefile.map(comparable)).toEqual(parquet.map(comparable));
  });

  test("EXPORT-15 contain public items, and nothing held back", async () => {
    const rows = await readWithDuckDb(await fileOf("geoparquet"));
    const ids = rows.map(({ attributes }) => String(attributes["id"]));
    expect(ids.toSorted()).toEqual(
      publicCollects()
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(heldCollects().length).toBeGreaterThan(20);
  });

  test("EXPORT-17 EXPORT-22 EXPORT-25 contain every attribute of a collect", async () => {
    const rows = await readWithDuckDb(await fileOf("geoparquet"));
    const byId = new Map(rows.map(({ attributes }) => [attributes["id"], attributes]));
    for (const collect of publicCollects().slice(0, 300)) {
      const row = byId.get(collect.id);
      expect(row).toMatchObject({
        datetime: String(collect.datetimeMs),
        mode: collect.type.collectMode,
        products: collect.productTypes.join(","),
        look_angle: String(collect.lookAngleDegrees),
        incd_angle: String(collect.incidenceAngleDegrees),
        sqnt_angle: String(collect.squintAngleDegrees),
        num_looks: String(collect.type.numLooks),
        observ_dir: collect.observationDirection,
        orbt_state: collect.orbitState,
        orbt_plane: String(collect.orbitalPlane),
        polariztn: collect.polarization,
      });
      expect(row?.["url"]).toContain(collect.id);
      for (const type of ["SLC", "GEO", "GEC", "SICD", "SIDD", "CPHD"] as const) {
        const short = collect.id.slice(0, 8);
        if (collect.productTypes.includes(type))
          expect(row?.[type]).toMatch(new RegExp(`_${type}_.*_${short}$`));
        else expect(row?.[type]).toBeUndefined();
      }
    }
  });

  test("EXPORT-24 the 19 names fit into dBase", () => {
    expect(FOOTPRINT_COLUMNS.map(({ name }) => name)).toEqual(ATTRIBUTES);
    expect(ATTRIBUTES.filter((name) => name.length > 10)).toEqual([]);
  });

  test("have a part of a scene on each side of the antimeridian", async (context) => {
    await needGdal(context);
    for (const format of ["gpkg", "shp.zip"] as const) {
      const rows = await readWithGdal(await fileOf(format));
      const taveuni = rows.find(({ attributes }) => attributes["id"]?.startsWith("00000000-"));
      const longitudes = taveuni!.rings.map((ring) =>
        ring.split(" ").map((corner) => Number(corner.split(",")[0])),
      );
      expect(longitudes).toHaveLength(2);
      expect(longitudes.flat().every((longitude) => Math.abs(longitude) > 179.5)).toBe(true);
      expect(new Set(longitudes.map((part) => Math.sign(part[0]!))).size).toBe(2);
    }
  });

  test.each(EXPORT_FORMATS)("also open without rows: %s", async (format) => {
    const path = join(folder, `empty.${format}`);
    await generate(emptyJobFor(format, path));
    if (format === "geoparquet") {
      expect(await queryDuckDb(`SELECT count(*) AS n FROM read_parquet('${path}')`)).toEqual([{ n: "0" }]);
    } else {
      expect(await readWithGdal(path)).toEqual([]);
    }
  });

  test.each(EXPORT_FORMATS)("are the same bytes for the same job: %s", async (format) => {
    const again = join(folder, `again.${format}`);
    await generate(jobFor(format, again));
    expect((await readFile(again)).equals(await readFile(await fileOf(format)))).toBe(true);
  });

  test.each(EXPORT_FORMATS)("EXPORT-20 have products of orders in their rows: %s", async (format) => {
    const lacking = archivedCollects().find(({ productTypes }) => !productTypes.includes("CPHD"))!;
    const path = join(folder, `generated.${format}`);
    await generate(jobFor(format, path, { generated: new Map([[lacking.id, ["CPHD", "VS"]]]) }));
    const rows = await (format === "geoparquet" ? readWithDuckDb(path) : readWithGdal(path));
    const row = rows.find(({ attributes }) => attributes["id"] === lacking.id)!.attributes;
    expect(row["products"]).toBe(["CPHD", ...lacking.productTypes].join(","));
    expect(row["CPHD"]).toContain("_CPHD_");
  });
});

describe("GeoParquet", () => {
  test("EXPORT-04 is declared in its metadata, and has a box for every geometry", async () => {
    const path = await fileOf("geoparquet");
    const [geo] = await queryDuckDb(
      `SELECT decode(value) AS text FROM parquet_kv_metadata('${path}') WHERE decode(key) = 'geo'`,
    );
    const metadata = JSON.parse(String(geo?.["text"]));
    expect(metadata).toMatchObject({
      version: "1.1.0",
      primary_column: "geometry",
      columns: { geometry: { encoding: "WKB", covering: { bbox: { xmin: ["bbox", "xmin"] } } } },
    });
    const rows = await queryDuckDb(`SELECT geometry::VARCHAR AS wkt, bbox FROM read_parquet('${path}')`);
    const extent = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { wkt, bbox } of rows) {
      const corners = [...String(wkt).matchAll(/(-?[\d.]+) (-?[\d.]+)/gu)].map(([, x, y]) => [
        Number(x),
        Number(y),
      ]);
      const [xs, ys] = [corners.map(([x]) => x!), corners.map(([, y]) => y!)];
      const box = {
        xmin: Math.min(...xs),
        ymin: Math.min(...ys),
        xmax: Math.max(...xs),
        ymax: Math.max(...ys),
      };
      expect(bbox).toEqual(box);
      extent[0] = Math.min(extent[0]!, box.xmin);
      extent[1] = Math.min(extent[1]!, box.ymin);
      extent[2] = Math.max(extent[2]!, box.xmax);
      extent[3] = Math.max(extent[3]!, box.ymax);
    }
    expect(metadata.columns.geometry.bbox).toEqual(extent);
  });

  test("has counter-clockwise outer rings, as its metadata declares", async () => {
    const rows = await queryDuckDb(
      `SELECT geometry::VARCHAR AS wkt FROM read_parquet('${await fileOf("geoparquet")}')`,
    );
    for (const { wkt } of rows) {
      for (const [, ring = ""] of String(wkt).matchAll(/\(([^()]+)\)/gu)) {
        const corners = ring
          .split(",")
          .map((corner) => corner.trim().split(" ").map(Number) as unknown as [number, number]);
        expect(doubleArea(corners)).toBeGreaterThan(0);
      }
    }
  });

  test("has row groups of at most 5,000 rows with their span of time", async () => {
    const groups = await queryDuckDb(
      `SELECT row_group_num_rows AS n, stats_min_value AS low, stats_max_value AS high
       FROM parquet_metadata('${await fileOf("geoparquet")}') WHERE path_in_schema = 'datetime'`,
    );
    const times = publicCollects().map(({ datetimeMs }) => datetimeMs);
    expect(groups).toHaveLength(1);
    const at = (text: unknown): number => Date.parse(`${String(text).replace(" ", "T")}Z`);
    expect([at(groups[0]!["low"]), at(groups[0]!["high"])]).toEqual([Math.min(...times), Math.max(...times)]);
  });
});

describe("GeoPackage", () => {
  test("is one file: it is not in write-ahead mode, which has side files", async () => {
    const header = await readFile(await fileOf("gpkg"));
    expect([header.readUInt8(18), header.readUInt8(19)]).toEqual([1, 1]);
    expect([header.toString("latin1", 68, 72), header.readUInt32BE(60)]).toEqual(["GPKG", 10_300]);
  });

  test("is sound, and its R-tree finds the same as its geometries", async () => {
    const database = openDatabase(await fileOf("gpkg"));
    try {
      expect(database.all("PRAGMA integrity_check")).toMatchObject([{ integrity_check: "ok" }]);
      expect(database.all("PRAGMA foreign_key_check")).toEqual([]);
      expect(database.all("SELECT count(*) AS n FROM rtree_vendor_archive_export_full_geom")[0]).toEqual({
        n: publicCollects().length,
      });
      expect(database.all("SELECT name FROM sqlite_master WHERE type = 'trigger'")).toHaveLength(6);
    } finally {
      database.close();
    }
  });

  test("GDAL searches it in space by its R-tree", async (context) => {
    await needGdal(context);
    const [west, south, east, north] = [100, -10, 140, 40];
    const text = await gdal(
      "ogrinfo",
      "-al",
      "-so",
      "-spat",
      ...[west, south, east, north].map(String),
      await fileOf("gpkg"),
    );
    const rows = await readWithGdal(await fileOf("gpkg"));
    const near = rows.filter(({ rings }) =>
      rings.some((ring) =>
        ring.split(" ").some((corner) => {
          const [x, y] = corner.split(",").map(Number) as [number, number];
          return x >= west && x <= east && y >= south && y <= north;
        }),
      ),
    );
    expect(near.length).toBeGreaterThan(50);
    expect(Number(/Feature Count: (\d+)/u.exec(text)?.[1])).toBe(near.length);
  });
});

describe("shapefile", () => {
  test("EXPORT-04 is a zip of the five members", async () => {
    const members = unzipSync(await readFile(await fileOf("shp.zip")));
    expect(Object.keys(members)).toEqual(
      ["shp", "shx", "dbf", "prj", "cpg"].map((extension) => `vendor_archive_export_full.${extension}`),
    );
  });

  test("its outer rings run clockwise and its index points at every record", async () => {
    const members = unzipSync(await readFile(await fileOf("shp.zip")));
    const shp = Buffer.from(members["vendor_archive_export_full.shp"]!);
    const shx = Buffer.from(members["vendor_archive_export_full.shx"]!);
    expect(shp.readInt32BE(24) * 2).toBe(shp.byteLength);
    expect((shx.byteLength - 100) / 8).toBe(publicCollects().length);
    for (let at = 100, number = 1; at < shx.byteLength; at += 8, number++) {
      const record = shp.subarray(shx.readInt32BE(at) * 2);
      expect([record.readInt32BE(0), record.readInt32BE(4)]).toEqual([number, shx.readInt32BE(at + 4)]);
      const [parts, points] = [record.readInt32LE(44), record.readInt32LE(48)];
      const starts = Array.from({ length: parts }, (_, part) => record.readInt32LE(52 + part * 4));
      const corners = Array.from({ length: points }, (_, point): [number, number] => {
        const offset = 52 + parts * 4 + point * 16;
        return [record.readDoubleLE(offset), record.readDoubleLE(offset + 8)];
      });
      for (const [part, start] of starts.entries()) {
        expect(doubleArea(corners.slice(start, starts[part + 1] ?? points))).toBeLessThan(0);
      }
    }
  });
});
