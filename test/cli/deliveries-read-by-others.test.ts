/** The catalog of a download folder, as GDAL and DuckDB read it after the folder was moved. */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gdalIn, needGdal } from "../gdal.ts";
import { queryDuckDb } from "../unit/sandbox/exports/readers.ts";
import { openBench } from "./bench.ts";
import { delivered } from "./delivered.ts";

const bench = await openBench({ archiveSize: 5000 });

/** Moves the folder after its catalog was made; returns its new path. */
async function movedCatalog(search: string) {
  const there = await delivered(bench, search);
  const { exitCode, stderr } = await there.run("deliveries catalog imagery");
  expect(exitCode, stderr).toBe(0);
  const folder = join(there.home, "moved");
  await rename(there.imagery, folder);
  return { ...there, folder };
}

it("DELIV-03 GDAL opens the GEO products of items.json as one mosaic for each reference system", async (context) => {
  await needGdal(context);
  const { folder, items } = await movedCatalog("--place Lisbon --radius 300km --product-type GEO --limit 4");
  const listed = await gdalIn(folder, "gdalinfo", 'STACIT:"items.json"');
  const names = [...listed.matchAll(/SUBDATASET_\d+_NAME=(.*)/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(0);
  const files = new Set<string>();
  for (const name of names) {
    const mosaic = JSON.parse(await gdalIn(folder, "gdalinfo", "-json", name)) as {
      files: string[];
      size: number[];
      coordinateSystem: { wkt: string };
    };
    expect(mosaic.coordinateSystem.wkt).toContain("UTM zone");
    expect(Math.min(...mosaic.size)).toBeGreaterThan(100);
    for (const file of mosaic.files) files.add(file);
  }
  expect(files.size).toBe(items.length);
  expect(names.length).toBeLessThan(items.length);
});

it("DELIV-03 DuckDB reads items.parquet: items, times, files and orders", async () => {
  const { folder, items, orderId } = await movedCatalog("--limit 6");
  const rows = await queryDuckDb(
    `SELECT id, collection, "order:id" AS ordered, datetime IS NOT NULL AS timed, bbox.xmin IS NOT NULL AS placed,
       assets.metadata.href AS href, assets.metadata."file:checksum" AS checksum
     FROM read_parquet('${join(folder, "items.parquet")}') ORDER BY id`,
  );
  expect(rows.map(({ id }) => id)).toEqual([...items].toSorted());
  for (const row of rows) {
    expect(row).toMatchObject({ collection: "vendor-archive", ordered: orderId, timed: true, placed: true });
    expect(row["href"]).toMatch(/^\.\/.*_metadata\.json$/);
    expect(row["checksum"]).toMatch(/^1220[0-9a-f]{64}$/);
  }
});

it("DELIV-01 DELIV-04 deliveries list is GeoParquet", async () => {
  const there = await delivered(bench);
  const chunks: Buffer[] = [];
  await bench.swath("deliveries list --output geoparquet", {
    home: there.home,
    writeStdout: async (chunk) => void chunks.push(Buffer.from(chunk)),
  });
  const path = join(there.home, "deliveries.parquet");
  await writeFile(path, Buffer.concat(chunks));
  const rows = await queryDuckDb(
    `SELECT item, state, bytes::INTEGER AS bytes, geometry::VARCHAR AS wkt FROM read_parquet('${path}')`,
  );
  expect(rows.map(({ item }) => String(item)).toSorted()).toEqual([...there.items].toSorted());
  expect(rows[0]).toMatchObject({ state: "here", wkt: expect.stringMatching(/POLYGON/) as string });
});
