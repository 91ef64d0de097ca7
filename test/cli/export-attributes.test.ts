/** Each attribute of a fetched export, through `export query`: shown as in the catalog, and searched by either name. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

interface Item {
  id: string;
  geometry: unknown;
  links?: { href: string }[];
  properties: Record<string, unknown>;
}

const { swath, clock } = await openBench({ archiveSize: 1500 });
clock.ms = Date.parse("2026-03-09T10:00:00Z");
const home = await tempHome();
const FORMATS = ["geoparquet", "gpkg", "shp.zip"] as const;
for (const format of FORMATS) await swath(`export fetch --type full --format ${format}`, { home });

/** Several tests read the same items: each command runs once. */
const found = new Map<string, Promise<Item[]>>();

function query(words: string, format: string = "geoparquet"): Promise<Item[]> {
  const key = `${format} ${words}`;
  const items = found.get(key) ?? find(words, format);
  found.set(key, items);
  return items;
}

const find = async (words: string, format: string): Promise<Item[]> => {
  const run = await swath(`export query vendor_archive_export_full.${format} ${words} --json`, { home });
  expect(run, run.stderr).toMatchObject({ exitCode: 0, requests: [] });
  return JSON.parse(run.stdout) as Item[];
};

const catalog = new Map(
  (JSON.parse((await swath("catalog search --all --json")).stdout) as Item[]).map((item) => [item.id, item]),
);

describe.each(FORMATS)("%s", (format) => {
  it("EXPORT-16 EXPORT-17 EXPORT-18 every item is in the catalog, with the catalog's place and time", async () => {
    const items = await query("", format);
    expect(items.length).toBeGreaterThan(3000);
    for (const { id, geometry, properties } of items) {
      const same = catalog.get(id)!;
      expect(properties["vendor:collect_id"]).toBe(same.properties["vendor:collect_id"]);
      expect(properties["datetime"]).toBe(same.properties["datetime"]);
      expect(cornersOf(geometry)).toEqual(cornersOf(same.geometry));
    }
  });

  it.each([
    ["EXPORT-19 mode", ["sar:instrument_mode"]],
    ["EXPORT-22 angles", ["view:off_nadir", "view:incidence_angle", "vendor:squint_angle"]],
    [
      "EXPORT-24 direction and orbit",
      ["sar:observation_direction", "sat:orbit_state", "vendor:orbital_plane"],
    ],
    ["EXPORT-24 polarization", ["sar:polarizations"]],
    ["EXPORT-25 product", ["sar:product_type"]],
  ])("%s as in the catalog", async (_ids, properties) => {
    for (const item of await query("--bbox -30,-60,60,60", format)) {
      for (const name of properties)
        expect(item.properties[name]).toEqual(catalog.get(item.id)!.properties[name]);
    }
  });

  it("EXPORT-20 EXPORT-21 EXPORT-23 products, page and looks", async () => {
    const withCphd = await query("--where products*=CPHD --product-type GEO", format);
    expect(withCphd.length).toBeGreaterThan(10);
    expect(withCphd.every(({ id }) => catalog.has(id.replace("_GEO_", "_CPHD_")))).toBe(true);
    for (const { links, properties } of withCphd)
      expect(links?.[0]?.href).toContain(properties["vendor:collect_id"]);
    const looks = await query("--where num_looks>1 --limit 20", format);
    expect(looks.every(({ properties }) => Number(properties["vendor:num_looks"]) > 1)).toBe(true);
    expect(looks).toHaveLength(20);
  });
});

it("EXPORT-22 EXPORT-24 a condition finds the same items by the file's name and by the catalog's", async () => {
  for (const [own, theirs] of [
    ["look_angle>=30", "view:off_nadir>=30"],
    ["incd_angle<20", "properties.view:incidence_angle<20"],
    ["sqnt_angle<0", "vendor:squint_angle<0"],
    ["orbt_plane=97", "vendor:orbital_plane=97"],
    ["mode^=sli", "sar:instrument_mode^=sli"],
    ["observ_dir=left", "sar:observation_direction==left"],
    ["GEO*=_VV_", "polariztn=VV"],
  ]) {
    const one = await query(`--where ${own} --product-type GEO`);
    expect(one.length, own).toBeGreaterThan(5);
    expect(await query(`--where ${theirs} --where sar:product_type=GEO`)).toEqual(one);
  }
});

/** Corners in an order that does not depend on the start of a ring. */
const cornersOf = (geometry: unknown): string[] =>
  [...JSON.stringify(geometry).matchAll(/-?[\d.]+,-?[\d.]+/g)]
    .map(([corner]) => corner)
    .toSorted()
    .filter((corner, at, all) => corner !== all[at - 1]);
