/** The requests of `catalog search`: a command line, and the one request it sends. */
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath } = await openBench({ archiveSize: 400 });

type Row = readonly [title: string, words: string, body: object, query?: string];

/** `title`, the words after `swath catalog search`, the body. */
const TABLE: readonly Row[] = [
  ["CATALOG-15 without filters the body is empty", "", {}],
  ["CATALOG-02 a box over the Tagus", "--bbox -9.5,38.5,-9,39", { bbox: [-9.5, 38.5, -9, 39] }],
  ["CATALOG-02 a box with heights", "--bbox=-9.5,38.5,0,-9,39,400", { bbox: [-9.5, 38.5, 0, -9, 39, 400] }],
  [
    "CATALOG-03 CATALOG-04 metres are not checked as degrees",
    "--bbox 500000,4200000,510000,4210000 --bbox-crs EPSG:3857",
    { bbox: [500000, 4200000, 510000, 4210000] },
    "?bbox-crs=EPSG%3A3857",
  ],
  [
    "CATALOG-04 an address of a reference system",
    "--bbox 1,2,3,4 --bbox-crs http://www.opengis.net/def/crs/OGC/1.3/CRS84",
    { bbox: [1, 2, 3, 4] },
    "?bbox-crs=http%3A%2F%2Fwww.opengis.net%2Fdef%2Fcrs%2FOGC%2F1.3%2FCRS84",
  ],
  [
    "CATALOG-05 Taveuni, which the antimeridian crosses",
    "--bbox 179.5,-17.5,-179.5,-16.5",
    { bbox: [179.5, -17.5, -179.5, -16.5] },
  ],
  [
    "CATALOG-06 a point, longitude first",
    "--point -122.4,37.8",
    { intersects: { type: "Point", coordinates: [-122.4, 37.8] } },
  ],
  [
    "CATALOG-06 a line: the Suez canal",
    `--file '{"type":"LineString","coordinates":[[32.31,31.26],[32.55,29.93]]}'`,
    {
      intersects: {
        type: "LineString",
        coordinates: [
          [32.31, 31.26],
          [32.55, 29.93],
        ],
      },
    },
  ],
  [
    "CATALOG-07 a Feature is sent as its geometry",
    `--file '{"type":"Feature","id":7,"properties":{"secret":1},"geometry":{"type":"Point","coordinates":[14.99,37.75]}}'`,
    { intersects: { type: "Point", coordinates: [14.99, 37.75] } },
  ],
  [
    "CATALOG-07 a collection of one Feature is sent as its geometry",
    `--file '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[14.99,37.75]}}]}'`,
    { intersects: { type: "Point", coordinates: [14.99, 37.75] } },
  ],
  ["CATALOG-09 one moment", "--datetime 2026-03-01T06:00:00Z", { datetime: "2026-03-01T06:00:00Z" }],
  ["CATALOG-09 open ends", "--datetime 2026-03-01T00:00:00Z/..", { datetime: "2026-03-01T00:00:00Z/.." }],
  ["CATALOG-09 up to now", "--to now", { datetime: "../2026-03-10T11:47:00Z" }],
  [
    "CATALOG-09 GEN-04 an offset becomes UTC, the instant stays",
    "--datetime 2026-03-01T00:00:00+05:30/..",
    { datetime: "2026-02-28T18:30:00Z/.." },
  ],
  ["CATALOG-09 GEN-04 the last week", "--from -7d", { datetime: "2026-03-03T11:47:00Z/.." }],
  [
    "CATALOG-09 days include their last",
    "--from 2026-03-01 --to 2026-03-02",
    { datetime: "2026-03-01T00:00:00Z/2026-03-02T23:59:59.999Z" },
  ],
  [
    "CATALOG-10 collections, repeated and in a list",
    "--collection vendor-archive,vendor-open-data --collection x",
    { collections: ["vendor-archive", "vendor-open-data", "x"] },
  ],
  ["CATALOG-11 ids", "--id a,b --id c", { ids: ["a", "b", "c"] }],
  [
    "CATALOG-11 ids beside a filter and an area are all sent",
    "--id a --platform p --point 1,2",
    {
      ids: ["a"],
      query: { platform: { eq: "p" } },
      intersects: { type: "Point", coordinates: [1, 2] },
    },
  ],
  [
    "CATALOG-12 every operator",
    "--where a:b=1 --where 'c:d<2' --where 'e:f<=3' --where 'g:h>4' --where 'i:j>=5'",
    {
      query: { "a:b": { eq: 1 }, "c:d": { lt: 2 }, "e:f": { lte: 3 }, "g:h": { gt: 4 }, "i:j": { gte: 5 } },
    },
  ],
  [
    "CATALOG-12 two comparisons of one property",
    "--where 'view:incidence_angle>20' --where 'view:incidence_angle<=30.5'",
    { query: { "view:incidence_angle": { gt: 20, lte: 30.5 } } },
  ],
  [
    "CATALOG-12 the raw object, joined by flags",
    `--set 'query={"platform":{"eq":"vendor-07"}}' --where 'view:incidence_angle<30'`,
    { query: { platform: { eq: "vendor-07" }, "view:incidence_angle": { lt: 30 } } },
  ],
  [
    "CATALOG-12 true is a boolean, and quotes make text of a number",
    `--where x:flag=true --where 'x:code="007"'`,
    { query: { "x:flag": { eq: true }, "x:code": { eq: "007" } } },
  ],
  [
    "CATALOG-13 the array form",
    "--sort=-properties.datetime --sort collection --sort id:desc",
    {
      sortby: [
        { field: "properties.datetime", direction: "desc" },
        { field: "collection", direction: "asc" },
        { field: "id", direction: "desc" },
      ],
    },
  ],
  [
    "CATALOG-14 the short form as typed",
    "--set sortby=-properties.datetime,id",
    { sortby: "-properties.datetime,id" },
  ],
  ["CATALOG-15 a page size", "--page-size 25", { limit: 25 }],
  ["CATALOG-15 a total within one page sends no size", "--limit 3", {}],
  ["CATALOG-15 a total beyond one page sends its own", "--limit 60", { limit: 60 }],
  [
    "CATALOG-16 an instrument mode",
    "--instrument-mode spotlight",
    { query: { "sar:instrument_mode": { eq: "spotlight" } } },
  ],
  ["CATALOG-29 a platform", "--platform vendor-07", { query: { platform: { eq: "vendor-07" } } }],
  [
    "CATALOG-30 a product type in lower case",
    "--product-type geo",
    { query: { "sar:product_type": { eq: "GEO" } } },
  ],
  [
    "CATALOG-31 an orbit state",
    "--orbit-state ascending",
    { query: { "sat:orbit_state": { eq: "ascending" } } },
  ],
  [
    "VIEW-06 an orbit state in any case",
    "--where sat:orbit_state=Ascending",
    { query: { "sat:orbit_state": { eq: "ascending" } } },
  ],
  [
    "CATALOG-34 a property that the interface does not list",
    "--where eo:cloud_cover=0",
    { query: { "eo:cloud_cover": { eq: 0 } } },
  ],
  [
    "a whole body, with a path set and a path removed",
    `--data '{"limit":5,"bbox":[1,2,3,4]}' --set 'query.platform.eq="p"' --set bbox=null`,
    { limit: 5, query: { platform: { eq: "p" } } },
  ],
  [
    "a flag wins over --set, which wins over --data",
    `--data '{"limit":5,"ids":["x"]}' --set limit=6 --set 'ids=["y"]' --page-size 7`,
    { limit: 7, ids: ["y"] },
  ],
  [
    "an unknown member of the body is kept",
    `--data '{"fields":{"include":["id"]}}'`,
    { fields: { include: ["id"] } },
  ],
];

it.each(TABLE.map((row) => [row[0], row] as const))("%s", async (_title, row) => {
  const [, typed, body, query = ""] = row;
  const { exitCode, requests, stderr } = await swath(`catalog search ${typed}`);
  expect(
    requests.map(({ method, path, body: sent }) => ({ method, path, body: sent })),
    stderr,
  ).toEqual([{ method: "POST", path: `/catalog/search${query}`, body }]);
  // The catalog has none of the typed ids.
  expect(exitCode).toBe(typed.startsWith("--id ") ? 6 : 0);
});

it.each([
  ["CATALOG-24 GEN-05 the operator's prefix", "--where 'vendor:squint_angle<3'", "squint_angle", { lt: 3 }],
  ["CATALOG-26 GEN-05 a collect id", "--collect-id c1", "collect_id", { eq: "c1" }],
])(
  "%s is sent as given, and after an empty answer as the service has it",
  async (_title, typed, name, condition) => {
    const { exitCode, requests } = await swath(`catalog search ${typed} --vendor-prefix acme`);
    expect(requests.map(({ method, path, body: sent }) => ({ method, path, body: sent }))).toEqual(
      [
        { query: { [`acme:${name}`]: condition } },
        { limit: 1 },
        { query: { [`vendor:${name}`]: condition } },
      ].map((body) => ({ method: "POST", path: "/catalog/search", body })),
    );
    expect(exitCode).toBe(0);
  },
);

it("GEN-05 the prefix in a sort field", async () => {
  const { stdout } = await swath(
    "catalog search --sort=-vendor:squint_angle --vendor-prefix acme --dry-run --json",
  );
  expect(JSON.parse(stdout)).toMatchObject({
    body: { sortby: [{ field: "acme:squint_angle", direction: "desc" }] },
  });
});

/** The 18 names of the interface, each with a fitting comparison. */
const QUERYABLES = [
  ["CATALOG-16", "sar:instrument_mode", "=", "spotlight"],
  ["CATALOG-17", "sar:pixel_spacing_range", "<", 1.5],
  ["CATALOG-18", "sar:pixel_spacing_azimuth", "<=", 1.5],
  ["CATALOG-19", "sar:looks_range", ">=", 2],
  ["CATALOG-20", "sar:looks_azimuth", ">", 1],
  ["CATALOG-21", "sar:looks_equivalent_number", ">=", 1.5],
  ["CATALOG-22", "sar:resolution_range", "<", 2],
  ["CATALOG-23", "sar:resolution_azimuth", "<", 2],
  ["CATALOG-24", "vendor:squint_angle", "<", 5],
  ["CATALOG-25", "sar:observation_direction", "=", "left"],
  ["CATALOG-26", "vendor:collect_id", "=", "c1"],
  ["CATALOG-27", "start_datetime", ">=", "2026-01-01T00:00:00Z"],
  ["CATALOG-28", "end_datetime", "<", "2026-02-01T00:00:00Z"],
  ["CATALOG-29", "platform", "=", "vendor-07"],
  ["CATALOG-30", "sar:product_type", "=", "SICD"],
  ["CATALOG-31", "sat:orbit_state", "=", "descending"],
  ["CATALOG-32", "view:incidence_angle", "<", 30],
  ["CATALOG-33", "instruments", "=", "sar"],
] as const;
const WORD_OF = { "=": "eq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" } as const;

it.each(QUERYABLES)("%s --where compares %s without a warning", async (_id, name, operator, value) => {
  const { exitCode, requests, stderr } = await swath([
    "catalog",
    "search",
    "--where",
    `${name}${operator}${value}`,
  ]);
  expect(requests[0]?.body).toEqual({ query: { [name]: { [WORD_OF[operator]]: value } } });
  expect(stderr).not.toContain("Warning");
  expect(exitCode).toBe(0);
});

it.each([
  ["an orbit state with a letter missing", "sat:orbit_state=ascendng", "ascending"],
  ["a look direction", "sar:observation_direction=lft", "left"],
  ["a product type with two letters swapped", "sar:product_type=GOE", "GEO"],
  ["a property", "view:incidense_angle=30", "view:incidence_angle"],
])("CATALOG-34 a typing error is not an empty search: %s", async (_title, condition, meant) => {
  const { exitCode, requests, stderr } = await swath(["catalog", "search", "--where", condition]);
  expect({ exitCode, requests }).toEqual({ exitCode: 3, requests: [] });
  expect(stderr).toContain(`Did you mean ${meant}?`);
  const forced = await swath(["catalog", "search", "--where", condition, "--no-validate"]);
  expect(forced.requests).toHaveLength(1);
});
