import { expect, test } from "vitest";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { checkBody } from "../../src/contract/parse.ts";
import { codesOf } from "./body-codes.ts";
import * as examples from "./tasking-bodies.ts";

type Row = [name: EndpointName, body: unknown];

const archiveItem = { collectionId: "vendor-archive", granuleId: "V02_SLC_20260301" };
const generatedItem = { productType: "GEC", collectIds: ["collect-1"] };

/** One or more bodies that the interface allows, per endpoint that takes one. */
const ALLOWED: Row[] = [
  ["createTask", examples.task],
  ["createTask", examples.areaTask],
  ["createRepeat", examples.repeat],
  ["retaskTask", examples.retaskOfTask],
  ["retaskTask", {}],
  ["retaskTask", undefined],
  ["retaskTask", { type: "Feature", geometry: null, properties: {} }],
  ["retaskCollect", examples.retaskOfCollect],
  ["retaskCollect", { offNadirMin: 30 }],
  ["retaskRepeat", examples.retaskOfRepeat],
  ["retaskRepeat", { type: "Feature", properties: { untilCanceled: false, repetitionCount: 4 } }],
  ["setTaskStatus", { status: "approved" }],
  ["setRepeatStatus", { code: "submitted" }],
  ["updateTask", { properties: { processingConfig: { productTypes: ["GEO", "SLC"] } } }],
  ["updateOrganization", { defaultProductTypes: [{ productType: "GEO", required: true }] }],
  ["searchTasks", { sort: "windowOpen", order: "asc", page: 2, limit: 500, query: {} }],
  [
    "searchTasks",
    {
      query: {
        taskName: { startsWith: "Maas" },
        taskingrequestName: "vlakte",
        windowOpen: "2026-03-01T00:00:00Z/..",
        lastStatusCode: ["review", "submitted"],
        includeRepeatingTasks: { eq: true },
        "collectConstraints.offNadirMin": { gte: 20 },
      },
    },
  ],
  [
    "searchRepeats",
    { query: { repeatrequestDescription: { contains: "ice" }, windowDuration: { lt: 86400 } } },
  ],
  ["reviewOrder", { items: [archiveItem, generatedItem] }],
  [
    "placeOrder",
    {
      items: [
        { productType: "VS", collectIds: ["c"] },
        { productType: "GEO", collectIds: ["c"] },
      ],
    },
  ],
  [
    "searchCatalog",
    {
      // Taveuni, Fiji: the box spans the antimeridian.
      bbox: [179.8, -17.1, -179.7, -16.6],
      datetime: "../2026-03-01T00:00:00Z",
      collections: ["vendor-archive"],
      query: { "vendor:squint_angle": { gte: -5, lte: 5 }, platform: { eq: "sat-2" } },
      sortby: [{ field: "properties.datetime", direction: "desc" }],
      limit: 25,
    },
  ],
  [
    "searchCatalog",
    {
      intersects: {
        type: "LineString",
        coordinates: [
          [4, 51.9],
          [4.5, 52],
        ],
      },
      sortby: "-collection",
    },
  ],
  ["searchCatalog", { ids: ["a"], bbox: [-200000, 6000000, 500000, 7000000], "bbox-crs": "EPSG:3857" }],
  ["presignExports", { exportType: "weekly", exportFormat: "shp.zip" }],
  ["presignExports", { exportType: "latest", fileNames: ["vendor_archive_export_latest.gpkg"] }],
];

test.each(ALLOWED)("a body of %s that the interface allows passes: %j", async (name, body) => {
  expect(await checkBody(name, body)).toEqual({ ok: true, value: body });
});

test("ORDER-05 a VS beside an archive item is sent: nothing offline proves or disproves the link", async () => {
  const items = [{ productType: "VS", collectIds: ["c1"] }, archiveItem];
  expect(await codesOf("placeOrder", { items })).toEqual({});
});

test("CATALOG-04 a bbox-crs in the query string allows a box in other units than degrees", async () => {
  const body = { bbox: [400_000, 5_700_000, 500_000, 5_800_000] };
  expect((await checkBody("searchCatalog", body)).ok).toBe(false);
  expect(await checkBody("searchCatalog", body, { query: { "bbox-crs": "EPSG:32631" } })).toEqual({
    ok: true,
    value: body,
  });
});

test("CATALOG-05 a six-number box across the antimeridian passes", async () => {
  expect(await codesOf("searchCatalog", { bbox: [179.8, -17.1, 0, -179.7, -16.6, 1200] })).toEqual({});
});

test("unknown properties are kept", async () => {
  const body = { ...examples.task, campaign: { name: "x" } };
  const result = await checkBody("createTask", body);
  expect(result.ok && result.value).toBe(body);
});
