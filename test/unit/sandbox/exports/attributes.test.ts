/** Each attribute of a served export, compared with the catalog of the same service for the same collect. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench } from "../service/open.ts";
import { tempFolder } from "./jobs.ts";
import { queryDuckDb } from "./readers.ts";
import { bytesOf, hrefOf, setClock } from "./served.ts";

type Row = Record<string, unknown>;
interface Item {
  id: string;
  geometry: { coordinates: unknown };
  properties: Record<string, unknown>;
}

let bench: Bench;
/** Rows of `full`, and the items of their collects by product type. */
let pairs: { row: Row; items: Map<string, Item> }[];

beforeAll(async () => {
  bench = await openBench({ archiveSize: 1500 });
  await setClock(bench, "2026-03-09T10:00:00Z");
  const path = join(tempFolder(), "full.geoparquet");
  writeFileSync(
    path,
    await bytesOf(bench, await hrefOf(bench, { exportType: "full", exportFormat: "geoparquet" })),
  );
  const rows = await queryDuckDb(
    `SELECT * EXCLUDE (geometry, bbox), epoch_ms(datetime) AS ms, geometry::VARCHAR AS wkt FROM read_parquet('${path}')`,
  );
  const found = new Map<string, Map<string, Item>>();
  let body: object | undefined = { limit: 1000 };
  while (body !== undefined) {
    const { json } = await bench.ask("POST", "/catalog/search", { body });
    for (const item of json.features as Item[]) {
      const collectId = String(item.properties["vendor:collect_id"]);
      const known = found.get(collectId) ?? new Map<string, Item>();
      found.set(collectId, known.set(String(item.properties["sar:product_type"]), item));
    }
    const next = json.links.find(({ rel }: { rel: string }) => rel === "next");
    body = next === undefined ? undefined : { ...body, ...next.body };
  }
  pairs = rows.map((row) => ({ row, items: found.get(String(row["id"])) ?? new Map<string, Item>() }));
});
afterAll(() => bench.sandbox.close());

const oneOf = (items: Map<string, Item>): Item => [...items.values()][0]!;

const SAME: [ids: string, attribute: string, property: string][] = [
  ["EXPORT-17", "id", "vendor:collect_id"],
  ["EXPORT-19", "mode", "sar:instrument_mode"],
  ["EXPORT-22", "look_angle", "view:off_nadir"],
  ["EXPORT-22", "incd_angle", "view:incidence_angle"],
  ["EXPORT-22", "sqnt_angle", "vendor:squint_angle"],
  ["EXPORT-24", "observ_dir", "sar:observation_direction"],
  ["EXPORT-24", "orbt_state", "sat:orbit_state"],
  ["EXPORT-24", "orbt_plane", "vendor:orbital_plane"],
];

test.each(SAME)("%s %s is the item's %s", (_ids, attribute, property) => {
  expect(pairs.length).toBeGreaterThan(1000);
  for (const { row, items } of pairs)
    expect(String(row[attribute])).toBe(String(oneOf(items).properties[property]));
});

test("EXPORT-18 datetime is the item's, to the millisecond", () => {
  for (const { row, items } of pairs)
    expect(Number(row["ms"])).toBe(Date.parse(String(oneOf(items).properties["datetime"])));
});

test("EXPORT-20 EXPORT-25 products has the image formats of its items, and their ids are in the columns", () => {
  const columns = ["SLC", "GEO", "GEC", "SICD", "SIDD", "CPHD"];
  for (const { row, items } of pairs) {
    const products = String(row["products"]).split(",");
    expect(products.toSorted()).toEqual(
      [...items.keys()].filter((type) => products.includes(type)).toSorted(),
    );
    for (const type of columns) expect(row[type] ?? undefined).toBe(items.get(type)?.id);
  }
});

test("EXPORT-21 url links to a console page of the collect, which no sandbox serves", () => {
  for (const { row } of pairs) {
    const { protocol, hostname, pathname } = new URL(String(row["url"]));
    expect([protocol, hostname.endsWith(".invalid")]).toEqual(["https:", true]);
    expect(pathname).toContain(String(row["id"]));
  }
});

test("EXPORT-23 num_looks is a whole number, and more than one only if the mode looks longer", () => {
  for (const { row } of pairs) {
    expect(Number.isInteger(row["num_looks"])).toBe(true);
    if (row["mode"] === "stripmap") expect(row["num_looks"]).toBe(1);
  }
  expect(new Set(pairs.map(({ row }) => row["num_looks"])).size).toBeGreaterThan(1);
});

test("EXPORT-24 polariztn is the polarization of the items", () => {
  for (const { row, items } of pairs)
    expect(oneOf(items).properties["sar:polarizations"]).toEqual([row["polariztn"]]);
});

test("EXPORT-16 the geometry is the item's", () => {
  const corners = (text: string): number[] => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  for (const { row, items } of pairs)
    expect(corners(String(row["wkt"]))).toEqual(corners(JSON.stringify(oneOf(items).geometry.coordinates)));
});
