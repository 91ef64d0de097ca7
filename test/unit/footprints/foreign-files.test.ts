/** Files of other writers are read like ours. */
import { join } from "node:path";
import type { FileMetaData } from "hyparquet";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Footprint, Wish } from "../../../src/footprints/footprint.ts";
import { readGeoColumns } from "../../../src/footprints/geoparquet/geo-columns.ts";
import { inspectExport } from "../../../src/footprints/inspect-export.ts";
import { openFootprints } from "../../../src/footprints/open-footprints.ts";
import { generate } from "../../../src/sandbox/exports/generate.ts";
import { gdal, needGdal } from "../../gdal.ts";
import { jobFor, tempFolder } from "../sandbox/exports/jobs.ts";
import { queryDuckDb } from "../sandbox/exports/readers.ts";

const dir = tempFolder();
const ours = join(dir, "ours.geoparquet");
const WISH: Wish = { columns: ["id", "mode", "look_angle", "num_looks", "SICD"] };

const read = async (path: string, wish: Wish = WISH): Promise<Footprint[]> => {
  const file = await openFootprints(path);
  try {
    return await Array.fromAsync(file.read(wish));
  } finally {
    await file.close();
  }
};

let expected: Footprint[];
beforeEach(needGdal);
beforeAll(async () => {
  await generate(jobFor("geoparquet", ours));
  expected = await read(ours);
});

/** Corners in an order that does not depend on the start and direction of the ring. */
const comparable = ({ attributes, geometry, timeMs }: Footprint): unknown => ({
  attributes,
  timeMs,
  corners: geometry.coordinates
    .flat(geometry.type === "Polygon" ? 1 : 2)
    .map((corner) => (corner as number[]).join(" "))
    .toSorted()
    .filter((corner, at, all) => corner !== all[at - 1]),
});

const inAnyOrder = (rows: readonly Footprint[]): string[] =>
  rows.map((row) => JSON.stringify(comparable(row))).toSorted();

/** Enough rows for several row groups: the fewest of DuckDB are 2,048. */
const FIVE_TIMES = `SELECT ours.* FROM read_parquet('${ours}') AS ours, range(5)`;

describe("GeoParquet written by DuckDB", () => {
  it.each(["uncompressed", "snappy", "gzip", "zstd", "lz4_raw"])(
    "EXPORT-16 EXPORT-22 packed with %s, in several row groups",
    async (codec) => {
      const path = join(dir, `${codec}.geoparquet`);
      await queryDuckDb(
        `COPY (${FIVE_TIMES}) TO '${path}' (FORMAT parquet, COMPRESSION '${codec}', ROW_GROUP_SIZE 2048)`,
      );
      const [{ groups }] = (await queryDuckDb(
        `SELECT count(DISTINCT row_group_id)::INTEGER AS groups FROM parquet_metadata('${path}')`,
      )) as [{ groups: number }];
      expect(groups).toBeGreaterThan(2);
      const five = [expected, expected, expected, expected, expected].flat();
      expect(inAnyOrder(await read(path))).toEqual(inAnyOrder(five));
    },
  );

  it("EXPORT-16 packed with brotli", async () => {
    const path = join(dir, "brotli.geoparquet");
    await queryDuckDb(
      `COPY (FROM read_parquet('${ours}')) TO '${path}' (FORMAT parquet, COMPRESSION 'brotli')`,
    );
    expect((await read(path)).map(comparable)).toEqual(expected.map(comparable));
  });

  it("EXPORT-18 with the encodings of the second version", async () => {
    const path = join(dir, "v2.geoparquet");
    await queryDuckDb(
      `COPY (FROM read_parquet('${ours}')) TO '${path}' (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd)`,
    );
    expect((await read(path)).map(comparable)).toEqual(expected.map(comparable));
  });

  it("EXPORT-18 with times as text, and no covering box", async () => {
    const path = join(dir, "text.geoparquet");
    await queryDuckDb(
      `COPY (SELECT * EXCLUDE (bbox) REPLACE (strftime(datetime, '%Y-%m-%dT%H:%M:%S.%gZ') AS datetime)
       FROM read_parquet('${ours}')) TO '${path}' (FORMAT parquet)`,
    );
    expect((await read(path)).map(comparable)).toEqual(expected.map(comparable));
    const days: Wish = { ...WISH, startMs: expected[100]!.timeMs, endMs: expected[200]!.timeMs };
    const found = await read(path, days);
    expect(found.length).toBeGreaterThan(90);
    expect(found.map(comparable)).toEqual((await read(ours, days)).map(comparable));
  });
});

describe("Parquet with geometries of its own type", () => {
  it.each(["V2", "NONE"])("EXPORT-04 EXPORT-16 GeoParquet metadata: %s", async (version) => {
    const path = join(dir, `native-${version}.geoparquet`);
    await queryDuckDb(
      `COPY (SELECT * EXCLUDE (bbox) FROM read_parquet('${ours}'))
       TO '${path}' (FORMAT parquet, GEOPARQUET_VERSION '${version}')`,
    );
    expect(await inspectExport(path, path)).toEqual({ how: "parquet footer" });
    expect((await read(path)).map(comparable)).toEqual(expected.map(comparable));
    // Without a covering column the statistics of the geometries show that none is this far north.
    const nowhere: Wish = { ...WISH, boxes: [[0, 85, 1, 86]] };
    expect(await read(path, nowhere)).toEqual([]);
  });
});

const SHAPEFILE = ["-f", "ESRI Shapefile", "-mapFieldType", "DateTime=String"];
const WRITTEN: Record<string, readonly string[]> = { gpkg: ["-f", "GPKG"], "shp.zip": SHAPEFILE };

describe("files written by GDAL", () => {
  it.each(Object.keys(WRITTEN))("EXPORT-16 EXPORT-22 %s", async (format) => {
    const [path, source] = [join(dir, `gdal.${format}`), join(dir, `source-of-${format}.gpkg`)];
    await generate(jobFor("gpkg", source));
    await gdal("ogr2ogr", ...WRITTEN[format]!, path, source);
    expect((await read(path)).map(comparable)).toEqual(expected.map(comparable));
  });

  it.each(Object.keys(WRITTEN))(
    "EXPORT-16 in metres: %s is refused, instead of finding nothing",
    async (format) => {
      const [path, source] = [join(dir, `metres.${format}`), join(dir, `metres-of-${format}.gpkg`)];
      await generate(jobFor("gpkg", source));
      await gdal("ogr2ogr", ...WRITTEN[format]!, "-t_srs", "EPSG:3857", path, source);
      await expect(read(path)).rejects.toThrow("its coordinates are projected, not degrees");
    },
  );
});

it("EXPORT-16 GeoParquet in metres is refused", () => {
  const declaring = (crs?: object): FileMetaData => ({
    version: 2,
    schema: [{ name: "schema", num_children: 1 }, { name: "geometry" }],
    num_rows: 0n,
    row_groups: [],
    metadata_length: 0,
    key_value_metadata: [{ key: "geo", value: JSON.stringify({ columns: { geometry: { crs } } }) }],
  });
  expect(() => readGeoColumns(declaring({ type: "ProjectedCRS" }))).toThrow("projected, not degrees");
  expect(readGeoColumns(declaring({ type: "GeographicCRS" })).geometry).toBe("geometry");
  expect(readGeoColumns(declaring()).geometry).toBe("geometry");
});
