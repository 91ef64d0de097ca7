/** GeoParquet as DuckDB reads it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { measureBounds } from "../../src/geo/bounds.ts";
import { listPositions } from "../../src/geo/polygon.ts";
import type { StacItem } from "../../src/sandbox/archive/stac-item.ts";
import { queryDuckDb } from "../unit/sandbox/exports/readers.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench();
const home = await tempHome();

/** Runs a command with `--output geoparquet`; returns the path of its file. */
async function geoParquetOf(line: string): Promise<string> {
  const chunks: Buffer[] = [];
  const { exitCode, stderr } = await swath(`${line} --output geoparquet`, {
    home,
    writeStdout: async (chunk) => void chunks.push(Buffer.from(chunk)),
  });
  expect(exitCode, stderr).toBe(0);
  const path = join(home, `${line.replaceAll(/\W+/g, "-")}.parquet`);
  await writeFile(path, Buffer.concat(chunks));
  return path;
}

const rowsOf = (path: string, select: string) => queryDuckDb(`SELECT ${select} FROM read_parquet('${path}')`);

it("DELIV-04 a catalog search is STAC GeoParquet: the same items, times, assets and footprints", async () => {
  const path = await geoParquetOf("catalog search --limit 2300");
  const items = JSON.parse((await swath("catalog search --limit 2300 --json")).stdout) as StacItem[];
  const rows = await rowsOf(
    path,
    `id, collection, stac_version, len(stac_extensions)::INTEGER AS extensions,
     strftime(datetime AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S') AS time,
     "view:incidence_angle" AS incidence, assets.metadata.href AS metadata, links[1].rel AS rel, bbox.xmin AS west`,
  );
  expect(rows).toHaveLength(2300);
  expect(rows).toEqual(
    items.map((item) => ({
      id: item.id,
      collection: item.collection,
      stac_version: item.stac_version,
      extensions: item.stac_extensions.length,
      time: String(item.properties["datetime"]).slice(0, 19),
      incidence: item.properties["view:incidence_angle"],
      metadata: item.assets["metadata"]?.href,
      rel: item.links[0]?.rel,
      west: measureBounds(listPositions(item.geometry))[0],
    })),
  );
  const keys = await queryDuckDb(
    `SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata('${path}')`,
  );
  const geo = JSON.parse(String(keys.find(({ key }) => key === "geo")?.["value"])) as object;
  expect(geo).toMatchObject({
    version: "1.1.0",
    primary_column: "geometry",
    columns: { geometry: { encoding: "WKB", covering: { bbox: { xmin: ["bbox", "xmin"] } } } },
  });
  expect(keys.find(({ key }) => key === "stac-geoparquet")?.["value"]).toBe('{"version":"1.1.0"}');
});

it("DELIV-04 a search without a result is a file without rows", async () => {
  const path = await geoParquetOf("catalog search --point 0,-89 --radius 1km");
  expect(await rowsOf(path, "count(*)::INTEGER AS rows")).toEqual([{ rows: 0 }]);
});

it("DELIV-04 order history has a row per order, with its price and place", async () => {
  const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
  await swath(`order place --item vendor-archive/${granule} --yes`, { home });
  const path = await geoParquetOf("order history");
  const rows = await rowsOf(
    path,
    "state, items::INTEGER AS items, commitment.currency AS currency, geometry::VARCHAR AS wkt",
  );
  expect(rows).toEqual([
    { state: "confirmed", items: 1, currency: "USD", wkt: expect.stringMatching(/^(MULTI)?POLYGON/) },
  ]);
});

it("DELIV-04 a terminal is not written to", async () => {
  const run = await swath("catalog search --limit 1 --output geoparquet", { stdoutTTY: true });
  expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
  expect(run.stderr).toContain("Add > items.parquet");
});
