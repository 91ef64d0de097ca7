/** `catalog search` from the command line to the screen. */
import { afterEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath, control } = await openBench();

/** The port of Lisbon, imaged several times. */
const LISBON = "catalog search --point -9.14,38.71 --where mode=stripmap";

afterEach(() => control("POST", "/settings", { catalogEnvelope: null }));

describe("results", () => {
  it("CATALOG-11 all items of --id are shown, also more than a page of them", async () => {
    const { stdout: ids } = await swath("catalog search --limit 15 --output id");
    const flags = ids
      .trimEnd()
      .split("\n")
      .flatMap((id) => ["--id", id]);
    const run = await swath(["catalog", "search", ...flags, "--output", "id"]);
    expect(run.stdout.trimEnd().split("\n").toSorted()).toEqual(ids.trimEnd().split("\n").toSorted());
    expect([run.exitCode, run.stderr, run.requests.at(-1)?.body]).toMatchObject([0, "", { limit: 15 }]);
    const scenes = await swath(["catalog", "search", ...flags, "--per-item"], {
      stdoutTTY: true,
      columns: 200,
    });
    expect(scenes.stdout.match(/VENDOR-/g)?.length).toBe(15);
    const few = await swath(["catalog", "search", ...flags.slice(0, 20), "--output", "id"]);
    expect(few.requests.at(-1)?.body).not.toHaveProperty("limit");
  });

  it("CATALOG-01 a pipe gets one line per item, untruncated", async () => {
    const { stdout, stderr, exitCode } = await swath(LISBON);
    expect(stdout).toMatchInlineSnapshot(`
      "VENDOR-10_20251109T134753_SM_GEC_HH_442ddf35	2025-11-09T13:48:01.210Z	GEC	stripmap	descending	right	41.66	vendor-10	vendor-archive
      VENDOR-10_20251109T134753_SM_GEO_HH_442ddf35	2025-11-09T13:48:01.210Z	GEO	stripmap	descending	right	41.66	vendor-10	vendor-archive
      VENDOR-10_20251109T134753_SM_SICD_HH_442ddf35	2025-11-09T13:48:01.210Z	SICD	stripmap	descending	right	41.66	vendor-10	vendor-archive
      VENDOR-10_20251109T134753_SM_SIDD_HH_442ddf35	2025-11-09T13:48:01.210Z	SIDD	stripmap	descending	right	41.66	vendor-10	vendor-archive
      "
    `);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  });

  it("CATALOG-01 CATALOG-35 a terminal gets a table, with times in UTC", async () => {
    const { stdout } = await swath(`${LISBON} --limit 2 --per-item`, {
      stdoutTTY: true,
      columns: 100,
      env: { TZ: "Asia/Kolkata" },
    });
    expect(stdout).toMatchInlineSnapshot(`
      "[1mID[22m                                            [1mDATETIME[22m           [1mPRODUCT[22m  [1mMODE[22m      [1mORBIT[22m  +4
      VENDOR-10_20251109T134753_SM_GEC_HH_442ddf35  2025-11-09T13:48Z  GEC      stripmap  descending
      VENDOR-10_20251109T134753_SM_GEO_HH_442ddf35  2025-11-09T13:48Z  GEO      stripmap  descending
      "
    `);
  });

  it("CATALOG-01 prints ids, one per line", async () => {
    const { stdout } = await swath(`${LISBON} --output id --limit 2`);
    expect(stdout).toMatchInlineSnapshot(`
      "VENDOR-10_20251109T134753_SM_GEC_HH_442ddf35
      VENDOR-10_20251109T134753_SM_GEO_HH_442ddf35
      "
    `);
  });

  it("CATALOG-01 geojson is one FeatureCollection of the complete items", async () => {
    const { stdout } = await swath(`${LISBON} --output geojson`);
    const { type, features } = JSON.parse(stdout) as { type: string; features: Record<string, unknown>[] };
    expect(type).toBe("FeatureCollection");
    expect(features.length).toBeGreaterThan(2);
    for (const feature of features) {
      expect(Object.keys(feature)).toEqual(
        expect.arrayContaining([
          "type",
          "stac_version",
          "id",
          "geometry",
          "bbox",
          "properties",
          "collection",
          "assets",
          "links",
        ]),
      );
    }
  });

  it("CATALOG-01 ndjson is one item per line, with the same data as --json", async () => {
    const lines = (await swath(`${LISBON} --output ndjson`)).stdout.trimEnd().split("\n");
    const list = JSON.parse((await swath(`${LISBON} --json`)).stdout) as unknown[];
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(list);
  });

  it.each(["stac", "array", "items", "results"])(
    "CATALOG-01 reads the envelope %s",
    async (catalogEnvelope) => {
      const expected = (await swath(`${LISBON} --output id`)).stdout;
      await control("POST", "/settings", { catalogEnvelope });
      expect((await swath(`${LISBON} --output id`)).stdout).toBe(expected);
    },
  );

  it("CATALOG-36 item id and collection are those of STAC", async () => {
    const { stdout } = await swath(`${LISBON} --columns id,collection,properties.sar:product_type --limit 1`);
    expect(stdout).toMatchInlineSnapshot(`
      "VENDOR-10_20251109T134753_SM_GEC_HH_442ddf35	vendor-archive	GEC
      "
    `);
  });

  it("CATALOG-37 an order reads order-items through a pipe", async () => {
    const { stdout } = await swath(`${LISBON} --limit 2 --output order-items`);
    expect(JSON.parse(stdout)).toMatchInlineSnapshot(`
      [
        {
          "collectionId": "vendor-archive",
          "granuleId": "VENDOR-10_20251109T134753_SM_GEC_HH_442ddf35",
        },
        {
          "collectionId": "vendor-archive",
          "granuleId": "VENDOR-10_20251109T134753_SM_GEO_HH_442ddf35",
        },
      ]
    `);
    const { requests } = await swath("order review --items -", { stdin: stdout });
    expect(requests[0]?.body).toEqual({ items: JSON.parse(stdout) as unknown });
  });

  it("on a terminal a note reports that a search without any limit covers the whole archive", async () => {
    const told = async (flags: string, stderrTTY = true): Promise<boolean> =>
      (await swath(`catalog search --limit 1 ${flags}`, { stderrTTY })).stderr.includes("the whole archive");
    expect([await told(""), await told("--sort -datetime"), await told("", false)]).toEqual([
      true,
      true,
      false,
    ]);
    for (const flags of [
      "--point 0,0",
      "--from 30d",
      "--platform vendor-07",
      "--product-type GEO,SLC",
      "--id x",
    ])
      expect([flags, await told(flags)]).toEqual([flags, false]);
  });

  it("CATALOG-11 ids beside a filter are both sent, with a warning that the filter is ignored", async () => {
    const { stderr, requests } = await swath("catalog search --id nope --platform vendor-07");
    expect(stderr).toMatchInlineSnapshot(`
      "Warning: with ids the service ignores every other filter (here: query)
      Error: the catalog has no "nope"
        Short ids are in the column SCENE: swath catalog search
        code NOT_FOUND, exit 6
      "
    `);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ["CATALOG-32", "view:incidence_angle<thirty", 'is a number, and "thirty" is not'],
    ["CATALOG-17", "sar:pixel_spacing_range=true", "is a number, and true is not"],
    ["CATALOG-27", "start_datetime>=yesterday", 'is an RFC 3339 time, and "yesterday" is not'],
    ["CATALOG-28", "end_datetime<7", "is an RFC 3339 time, and 7 is not"],
  ])("%s a comparison of another type gets a warning: %s", async (_id, condition, said) => {
    const { stderr, requests } = await swath(["catalog", "search", "--where", condition]);
    expect(stderr).toContain(`${said}: it may match nothing`);
    expect(requests).toHaveLength(1);
  });

  it("CATALOG-05 a box across the antimeridian that spans more than half the globe is searched with a warning", async () => {
    const wide = await swath("catalog search --bbox=-9.0,38.6,-9.3,38.8 --limit 1");
    expect(wide.exitCode, wide.stderr).toBe(0);
    expect(wide.stderr).toContain("crosses 180 degrees and spans 359.7 degrees");
    const half = await swath("catalog search --bbox 100,-18,-80,-16 --limit 1");
    expect(half.stderr).not.toContain("crosses 180");
  });

  it("CATALOG-05 a box across the antimeridian is noted with --verbose, not an error", async () => {
    const { stderr, exitCode } = await swath("catalog search --bbox 179,-18,-179,-16 --limit 1 --verbose");
    expect(stderr).toMatchInlineSnapshot(`
      "* --bbox 179,-18,-179,-16 spans the antimeridian: its west lies east of its east
      * POST /v1/catalog/search
      * POST /v1/catalog/search: 200
      showing 1 of 127 (--limit N for more)
      "
    `);
    expect(exitCode).toBe(0);
  });

  it("CATALOG-04 an unknown reference system is sent, for the service to refuse", async () => {
    const { stderr, exitCode } = await swath("catalog search --bbox 1,2,3,4 --bbox-crs EPSG:32629");
    expect(stderr).toMatchInlineSnapshot(`
      "Error: bbox-crs EPSG:32629 is not supported (422 from POST /v1/catalog/search)
        For example: --bbox-crs CRS84
        code CRS_UNSUPPORTED, exit 8
      "
    `);
    expect(exitCode).toBe(8);
  });

  it("GEN-05 a reply with any operator's prefix is readable", async () => {
    const { stdout } = await swath(`${LISBON} --limit 1 --columns properties.vendor:collect_id`);
    expect(stdout.trim()).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it("--orbit-state up gets a warning with its flag, the typed value and the choices", async () => {
  const { stderr } = await swath("catalog search --orbit-state up --limit 1");
  expect(stderr).toContain(
    'Warning: --orbit-state: "up" is not an orbit state that the interface lists (ascending, descending)\n',
  );
});
