/** `export query`: fetched files searched without network, compared with the catalog. */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetWriteFile } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { toWkb } from "../../src/geo/wkb.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, member, outsider, clock } = await openBench({ archiveSize: 3000 });
// The refresh that made `full`: items published later are only in the catalog.
clock.ms = Date.parse("2026-03-09T10:00:00Z");
const home = await tempHome();
const FORMATS = ["geoparquet", "gpkg", "shp.zip"] as const;
for (const format of FORMATS) await swath(`export fetch --type full --format ${format}`, { home });

/** No service, no key: any request fails the run. */
const query = (words: string, file = "vendor_archive_export_full.geoparquet") =>
  swath(`export query ${file} ${words}`, {
    home,
    env: { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined },
  });
const ids = ({ stdout }: { stdout: string }): string[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .toSorted();

/** Ids that both organizations see: the archive without items held back from either. */
async function publicInCatalog(words: string): Promise<string[]> {
  const search = `catalog search ${words} ${UNTIL} --product-type GEO --all --output id`;
  const [ours, theirs] = await Promise.all(
    [member, outsider].map(({ apiKey }) => swath(search, { env: { SWATH_API_KEY: apiKey } })),
  );
  const known = new Set(ids(theirs!));
  return ids(ours!).filter((id) => known.has(id));
}

/** full has the state of Monday 10:00, and its archive that of the midnight before. */
const UNTIL = "--to 2026-03-08T23:59:59.999Z";

const PLACES: [name: string, words: string][] = [
  ["a box over Iberia", "--bbox -12,36,4,44"],
  ["a box across the antimeridian, round Fiji", "--bbox 175,-22,-175,-12"],
  ["a polygon across the antimeridian", "--file 'POLYGON((176 -10,-176 -10,-176 -24,176 -24,176 -10))'"],
  ["a point in Lisbon", "--point -9.14,38.71"],
  ["a month", "--from 2026-02-01T00:00:00Z"],
  [
    "an angle and an orbit",
    "--bbox -30,-60,60,60 --where 'view:incidence_angle<30' --where sat:orbit_state=ascending",
  ],
];

describe("results equal to the catalog", () => {
  it.each(PLACES)(
    "EXPORT-16 EXPORT-25 %s",
    async (_name, words) => {
      const catalog = await publicInCatalog(words);
      expect(catalog.length).toBeGreaterThan(0);
      for (const format of FORMATS) {
        const found = await query(
          `${words} ${UNTIL} --product-type GEO --output id`,
          `vendor_archive_export_full.${format}`,
        );
        expect(found.stderr).toBe("");
        expect(ids(found)).toEqual(catalog);
      }
    },
    60_000,
  );

  it("EXPORT-22 EXPORT-24 rows have the columns of a catalog search, and the formats agree", async () => {
    const outputs = await Promise.all(
      FORMATS.map((format) =>
        query(
          "--product-type GEO --limit 3 --json --collection vendor-archive",
          `vendor_archive_export_full.${format}`,
        ),
      ),
    );
    const items = outputs.map(
      ({ stdout }) =>
        JSON.parse(stdout) as { id: string; collection: string; properties: Record<string, unknown> }[],
    );
    expect(items[1]!.map(({ properties }) => properties)).toEqual(
      items[0]!.map(({ properties }) => properties),
    );
    expect(items[2]!.map(({ id }) => id)).toEqual(items[0]!.map(({ id }) => id));
    expect(Object.keys(items[0]![0]!.properties)).toEqual([
      "datetime",
      "sar:instrument_mode",
      "sar:observation_direction",
      "sar:polarizations",
      "sat:orbit_state",
      "view:off_nadir",
      "view:incidence_angle",
      "vendor:squint_angle",
      "vendor:orbital_plane",
      "vendor:num_looks",
      "vendor:collect_id",
      "sar:product_type",
    ]);
  });
});

describe("order", () => {
  const times = ({ stdout }: { stdout: string }): string[] =>
    (JSON.parse(stdout) as { properties: { datetime: string } }[]).map(
      ({ properties }) => properties.datetime,
    );

  it.each(FORMATS)("export query of %s prints the newest first, like catalog search", async (format) => {
    const file = `vendor_archive_export_full.${format}`;
    const all = times(await query("--product-type GEO --bbox -30,-60,60,60 --json", file));
    expect(all.length).toBeGreaterThan(100);
    expect(all).toEqual(all.toSorted().toReversed());
    const five = await query("--product-type GEO --bbox -30,-60,60,60 --limit 5 --json", file);
    expect(times(five)).toEqual(all.slice(0, 5));
    expect(five.stderr).toContain("showing 5,");
  });

  it("export query of several files prints the newest of all of them first, each once", async () => {
    const several = FORMATS.map((format) => `vendor_archive_export_full.${format}`).join(" ");
    const [one, all] = [await query("--limit 20 --json"), await query("--limit 20 --json", several)];
    expect(times(all)).toEqual(times(one));
  });

  it("more items than can be sorted keep the order of the file, and a note explains how to see the newest", async () => {
    const all = await query("--output id");
    expect(ids(all).length).toBeGreaterThan(10_000);
    expect(all.stderr).toContain("More than 10000 items: they come in the order of the files");
    expect(new Set(ids(all)).size).toBe(ids(all).length);
    const [first = ""] = (await query("--limit 1 --output id")).stdout.split("\n");
    expect(ids(all)).toContain(first);
  });
});

describe("areas and outputs", () => {
  it("EXPORT-16 an area of several parts finds the items of each part", async () => {
    const square = (west: number, south: number) =>
      `((${west} ${south},${west + 15} ${south},${west + 15} ${south + 15},${west} ${south + 15},${west} ${south}))`;
    const [one, other] = [square(-12, 36), square(100, 0)];
    const each = await Promise.all(
      [one, other].map(async (part) => ids(await query(`--file 'POLYGON${part}' --output id`))),
    );
    const both = await query(`--file 'MULTIPOLYGON(${one},${other})' --output id`);
    expect(both.exitCode, both.stderr).toBe(0);
    expect(ids(both)).toEqual([...new Set(each.flat())].toSorted());
    const wrong = await query(`--file 'MULTIPOLYGON(${one},((0 0,10 0,10 95,0 0)))' --json`);
    expect([wrong.exitCode, wrong.stderr.includes("part 2: ")]).toEqual([3, true]);
  });

  const IBERIA = [
    [-12, 36],
    [4, 36],
    [4, 44],
    [-12, 44],
    [-12, 36],
  ];
  const AREAS: Record<string, string> = {
    "area.geojson": JSON.stringify({
      type: "Feature",
      properties: {},
      geometry: { type: "Polygon", coordinates: [IBERIA] },
    }),
    "area.wkt": `POLYGON((${IBERIA.map((corner) => corner.join(" ")).join(",")}))`,
    "area.kml": `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs>
      <LinearRing><coordinates>${IBERIA.map((corner) => corner.join(",")).join(" ")}</coordinates></LinearRing>
      </outerBoundaryIs></Polygon></Placemark></kml>`,
  };

  it.each(Object.keys(AREAS))(
    "EXPORT-16 an area from %s finds the same items as the equal box",
    async (name) => {
      await writeFile(join(home, name), AREAS[name]!);
      const box = await query("--bbox -12,36,4,44 --output id");
      expect(ids(box).length).toBeGreaterThan(100);
      expect(ids(await query(`--file ${name} --output id`))).toEqual(ids(box));
    },
  );

  it("EXPORT-25 the formats of a catalog search, --columns and --query", async () => {
    const one = "--point -9.14,38.71 --product-type GEO --limit 1 --quiet";
    const [id] = ids(await query(`${one} --output id`));
    const csv = await query(`${one} --output csv --columns id,product`);
    expect(csv.stdout).toBe(`id,product\n${id},GEO\n`);
    const collection = JSON.parse((await query(`${one} --output geojson`)).stdout) as {
      type: string;
      features: { id: string; geometry: { type: string } }[];
    };
    expect(collection).toMatchObject({
      type: "FeatureCollection",
      features: [{ id, geometry: { type: "Polygon" } }],
    });
    expect((JSON.parse((await query(`${one} --output ndjson`)).stdout) as { id: string }).id).toBe(id);
    expect((await query(`${one} --query [0].properties.datetime`)).stdout).toMatch(/^\d{4}-.*Z\n$/);
    const table = await swath(`export query vendor_archive_export_full.gpkg ${one.replace("--quiet", "")}`, {
      home,
      stdoutTTY: true,
      columns: 200,
    });
    expect(table.stdout).toContain("INC °");
    // The scene of the item.
    expect(table.stdout).toContain(id?.slice(-8));
  });

  it("EXPORT-02 EXPORT-25 a folder means its files, and an item in several of them is listed once", async () => {
    const words = "--point -9.14,38.71 --output id";
    await mkdir(join(home, "here/2026/10"), { recursive: true });
    for (const format of FORMATS) {
      const name = `vendor_archive_export_full.${format}`;
      await copyFile(join(home, name), join(home, "here/2026/10", name));
    }
    await writeFile(join(home, "here/.x.00000000.part.gpkg"), "on its way");
    const once = ids(await query(words));
    expect(once.length).toBeGreaterThan(10);
    expect(ids(await query(words, "here"))).toEqual(once);
    await mkdir(join(home, "empty"));
    const none = await query(words, "empty");
    expect(none.stderr).toContain("empty: no export files are in this folder");
    expect(none.stderr).toContain("swath export fetch --type full --format geoparquet --out-dir empty\n");
  });
});

describe("ordering", () => {
  it("EXPORT-25 `order place` reads the order items", async () => {
    const items = await query(
      "--product-type GEO --limit 2 --collection vendor-archive --output order-items",
    );
    const review = await swath("order review --items - --json", { stdin: items.stdout });
    expect(review.exitCode).toBe(0);
    expect(JSON.parse(items.stdout)).toHaveLength(2);
  });

  it("EXPORT-25 items without a collection are not order items, and none is guessed", async () => {
    const run = await query("--product-type GEO --output order-items");
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: --collection: order items need their collection, which export files do not contain
        Add --collection <id>, as this shows it: swath catalog search
        code USAGE, exit 2
      "
    `);
  });
});

describe("refusals", () => {
  it("EXPORT-22 an attribute or product that no export has is reported", async () => {
    const where = await query("--where cloud_cover<30");
    expect(where.exitCode).toBe(2);
    expect(where.stderr).toContain('no attribute of an export is named "cloud_cover"');
    const product = await query("--product-type GOE");
    expect(product.stderr).toContain("Did you mean GEO?");
  });

  it.each([
    ["observ_dir=lft", "Did you mean left?"],
    ["mode=spotlihgt", "Did you mean spotlight?"],
    ["mode=strip_maps", "Did you mean stripmap?"],
    ["sat:orbit_state=ascnding", "Did you mean ascending?"],
    ["sar:product_type=GOE", "Did you mean GEO?"],
    ["sar:product_type==GOE", "Did you mean GEO?"],
    ["incd_angle<low", 'incd_angle is a number, and "low" is not'],
  ])("EXPORT-22 EXPORT-24 a misspelt value is an error, not an empty result: %s", async (condition, says) => {
    for (const format of FORMATS) {
      const run = await query(`--where ${condition} --output id`, `vendor_archive_export_full.${format}`);
      expect(run).toMatchObject({ exitCode: 2, stdout: "" });
      expect(run.stderr).toContain(says);
    }
  });

  it("EXPORT-24 a value without footprints finds nothing, and the existing values are listed", async () => {
    const run = await query("--where polariztn=HV --output id");
    expect(run).toMatchObject({ exitCode: 0, stdout: "" });
    expect(run.stderr).toMatch(/no footprint in the files has polariztn "HV"; they have (HH, VV|VV, HH)\n/);
    const known = await query("--where observ_dir=left --where look_angle>89");
    expect(known).toMatchObject({ exitCode: 0, stderr: "Nothing found\n" });
    const numbered = await query("--where mode=stripmap_50");
    expect(numbered.exitCode).toBe(0);
  });

  it("EXPORT-16 a box upside down, two places, and an invalid file", async () => {
    expect((await query("--bbox 0,10,10,0")).stderr).toContain("code BBOX_INVALID");
    expect((await query("--bbox 0,0,10,10 --point 1,1")).stderr).toContain("code CATALOG_SPATIAL_CONFLICT");
    expect((await query("", "gone.gpkg")).stderr).toContain("gone.gpkg: no such file or folder");
    await writeFile(join(home, "html.geoparquet"), "<html>502 Bad Gateway</html>");
    const broken = await query("", "html.geoparquet");
    expect(broken).toMatchObject({ exitCode: 2, stdout: "" });
    expect(broken.stderr).toContain("html.geoparquet: it does not begin with PAR1");
  });
});

describe("the times of a file", () => {
  const geo = { version: "1.0.0", primary_column: "geometry", columns: { geometry: { encoding: "WKB" } } };
  const square = [
    [10, 40],
    [11, 40],
    [11, 41],
    [10, 41],
    [10, 40],
  ];
  const geometry = toWkb({ type: "Polygon", coordinates: [square] });
  const fileOf = (name: string, datetime?: (string | null)[]): void =>
    parquetWriteFile({
      filename: join(home, name),
      columnData: [
        { name: "GEO", data: ["old", "new"], type: "STRING" },
        ...(datetime === undefined ? [] : [{ name: "datetime", data: datetime, type: "STRING" as const }]),
        { name: "geometry", data: [geometry, geometry], type: "BYTE_ARRAY" },
      ],
      kvMetadata: [{ key: "geo", value: JSON.stringify(geo) }],
    });

  it("a file of which a part is missing leads to its fetch", async () => {
    fileOf("whole.geoparquet", ["2026-03-01T00:00:00Z", "2026-03-10T00:00:00Z"]);
    await writeFile(
      join(home, "part.geoparquet"),
      (await readFile(join(home, "whole.geoparquet"))).subarray(0, -9),
    );
    const { exitCode, stderr } = await query("--limit 1", "part.geoparquet");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("If the file is damaged, fetch it again: swath export fetch --overwrite\n");
  });

  it("EXPORT-18 a time that cannot be read is an error with its value, not 'Nothing found'", async () => {
    fileOf("dotted.geoparquet", ["2026-03-01T00:00:00Z", "10.03.2026"]);
    const { exitCode, stderr } = await query("--from 2026-01-01T00:00:00Z", "dotted.geoparquet");
    expect(stderr).toContain("code INPUT_NOT_READABLE");
    expect(stderr).toContain("dotted.geoparquet");
    expect(stderr).toContain('"10.03.2026"');
    expect(exitCode).toBe(2);
  });

  it("EXPORT-18 footprints without a time are named when times are compared", async () => {
    fileOf("untimed.geoparquet", ["2026-03-01T00:00:00Z", null]);
    const { stdout, stderr } = await query("--output id --from 2026-01-01T00:00:00Z", "untimed.geoparquet");
    expect(stdout).toBe("old\n");
    expect(stderr).toContain("footprints without a datetime");
    expect((await query("--output id", "untimed.geoparquet")).stdout).toBe("old\nnew\n");
  });

  it("EXPORT-25 a file without products is named where nothing is found in it", async () => {
    fileOf("good.geoparquet", ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"]);
    const { stderr } = await query("--product-type SICD", "good.geoparquet");
    expect(stderr).toContain("good.geoparquet has no attribute SICD");
    expect((await query("", "good.geoparquet")).stderr).not.toContain("has no attribute");
  });

  it("EXPORT-18 a file without times is refused when times are compared", async () => {
    fileOf("timeless.geoparquet");
    const { exitCode, stderr } = await query("--from 2026-01-01T00:00:00Z", "timeless.geoparquet");
    expect(stderr).toContain("timeless.geoparquet: it has no attribute datetime");
    expect(exitCode).toBe(2);
  });
});

describe("P25 DESK-22 a pattern in a path on Windows, where no shell replaces it", () => {
  const onWindows = (argv: string) =>
    swath(argv, { home, platform: "win32", env: { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined } });

  it.each(["*_full.geoparquet", "VENDOR*FULL.GEO*", "./vendor_archive_export_full.g?oparquet"])(
    "export query %s reads the files that match",
    async (pattern) => {
      const words = "--bbox -12,36,4,44 --product-type GEO --output id";
      const [expanded, plain] = await Promise.all([
        onWindows(`export query ${pattern} ${words}`),
        query(words),
      ]);
      expect([expanded.exitCode, ids(expanded)], expanded.stderr).toEqual([0, ids(plain)]);
    },
  );

  it.each(["export query", "catalog stacks"])(
    "%s: a pattern that matches nothing is reported",
    async (verb) => {
      const run = await onWindows(`${verb} nowhere/*.geoparquet --point 1,1`);
      expect([run.exitCode, run.stderr], run.stderr).toEqual([2, expect.stringContaining("no file matches")]);
      expect(run.stderr).toContain("INPUT_NOT_READABLE");
    },
  );

  it("a flag for one file takes a pattern that matches one, and refuses one that matches several", async () => {
    await writeFile(join(home, "site-lisbon.wkt"), "POINT(-9.14 38.71)");
    await writeFile(join(home, "site-porto.wkt"), "POINT(-8.6 41.1)");
    const file = "vendor_archive_export_full.geoparquet";
    expect((await onWindows(`export query ${file} --file *-lis?on.wkt`)).exitCode).toBe(0);
    const both = await onWindows(`export query ${file} --file site-*.wkt`);
    expect([both.exitCode, both.stderr]).toEqual([
      2,
      expect.stringContaining("matches 2 files: site-lisbon.wkt, site-porto.wkt"),
    ]);
    expect(both.stderr).toContain("INPUT_AMBIGUOUS");
  });

  it("elsewhere a pattern that a shell left is the name of a file", async () => {
    expect((await query("", "*.geoparquet")).stderr).toContain("*.geoparquet: no such file");
  });
});
