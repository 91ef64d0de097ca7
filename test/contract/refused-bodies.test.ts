import { expect, test } from "vitest";
import type { ErrorCode } from "../../src/errors.ts";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { codesOf } from "./body-codes.ts";

const archiveItem = { collectionId: "vendor-archive", granuleId: "V02_SLC_20260301" };
const generatedItem = { productType: "GEC", collectIds: ["collect-1"] };

const REFUSED: [title: string, name: EndpointName, body: unknown, faults: Record<string, ErrorCode>][] = [
  [
    "APPROVE-02 APPROVE-03 a task's decision sent to a repeat",
    "setRepeatStatus",
    { status: "approved" },
    { code: "ENUM_INVALID" },
  ],
  [
    "APPROVE-01 APPROVE-03 a repeat's decision sent to a task",
    "setTaskStatus",
    { status: "submitted" },
    { status: "ENUM_INVALID" },
  ],
  [
    "PRODUCTS-02 no list",
    "updateTask",
    { properties: {} },
    { "properties.processingConfig": "FIELD_TYPE_INVALID" },
  ],
  ["PRODUCTS-02 no properties", "updateTask", {}, { properties: "PROPERTIES_REQUIRED" }],
  [
    "PRODUCTS-03 ERRORS-07 GEO removed",
    "updateTask",
    { properties: { processingConfig: { productTypes: [] } } },
    { "properties.processingConfig.productTypes": "GEO_REQUIRED" },
  ],
  [
    "ORG-02 no decision",
    "updateOrganization",
    { defaultProductTypes: [{ productType: "GEC" }] },
    { "defaultProductTypes[0].required": "FIELD_TYPE_INVALID" },
  ],
  [
    "ORG-05 GEO made optional",
    "updateOrganization",
    { defaultProductTypes: [{ productType: "GEO", required: false }] },
    { "defaultProductTypes[0].required": "ORG_GEO_LOCKED" },
  ],
  ["SEARCH-T-04 an unknown direction", "searchTasks", { order: "up" }, { order: "ENUM_INVALID" }],
  ["SEARCH-T-06 LIMITS-01 a page of 501", "searchTasks", { limit: 501 }, { limit: "PAGE_LIMIT_EXCEEDED" }],
  ["SEARCH-T-06 a page size of zero", "searchRepeats", { limit: 0 }, { limit: "PAGE_LIMIT_EXCEEDED" }],
  [
    "SEARCH-T-32 two operators",
    "searchTasks",
    { query: { windowDuration: { gt: 1, lt: 5 } } },
    { "query.windowDuration": "QUERY_OPERATOR_INVALID" },
  ],
  [
    "SEARCH-T-32 no operator",
    "searchTasks",
    { query: { windowDuration: {} } },
    { "query.windowDuration": "QUERY_OPERATOR_INVALID" },
  ],
  [
    "SEARCH-T-36 a text operator on a standard field",
    "searchTasks",
    { query: { lastStatusMessage: { contains: "cloud" } } },
    { "query.lastStatusMessage": "QUERY_OPERATOR_INVALID" },
  ],
  [
    "SEARCH-T-33 SEARCH-T-36 a comparison on a text field",
    "searchRepeats",
    { query: { repeatrequestName: { gt: "a" } } },
    { "query.repeatrequestName": "QUERY_OPERATOR_INVALID" },
  ],
  [
    "SEARCH-T-35 an interval open at both ends",
    "searchTasks",
    { query: { submissionTime: "../.." } },
    { "query.submissionTime": "DATETIME_INTERVAL_INVALID" },
  ],
  [
    "SEARCH-T-35 an object for a datetime",
    "searchTasks",
    { query: { windowOpen: { gte: "2026-03-01T00:00:00Z" } } },
    { "query.windowOpen": "DATETIME_INTERVAL_INVALID" },
  ],
  ["ORDER-01 no item", "placeOrder", { items: [] }, { items: "ORDER_EMPTY" }],
  ["ORDER-01 no items property", "reviewOrder", {}, { items: "ORDER_EMPTY" }],
  [
    "ORDER-04 a mixture of the shapes",
    "placeOrder",
    { items: [{ ...archiveItem, ...generatedItem }] },
    { "items[0]": "ORDER_ITEM_SHAPE" },
  ],
  [
    "ORDER-04 an item without its collection",
    "placeOrder",
    { items: [archiveItem, { granuleId: "x" }] },
    { "items[1]": "ORDER_ITEM_SHAPE" },
  ],
  [
    "ORDER-05 a VS with the GEO of another collect",
    "placeOrder",
    {
      items: [
        { productType: "VS", collectIds: ["c1", "c2"] },
        { productType: "GEO", collectIds: ["c1"] },
      ],
    },
    { "items[0]": "VS_WITHOUT_GEO" },
  ],
  ["CATALOG-02 a box of three", "searchCatalog", { bbox: [4, 51, 5] }, { bbox: "BBOX_INVALID" }],
  [
    "CATALOG-02 a box whose south is above its north",
    "searchCatalog",
    { bbox: [4, 52, 5, 51] },
    { bbox: "BBOX_INVALID" },
  ],
  [
    "CATALOG-03 a box in metres",
    "searchCatalog",
    { bbox: [400000, 51, 500000, 52] },
    { bbox: "BBOX_INVALID" },
  ],
  [
    "CATALOG-06 several points",
    "searchCatalog",
    { intersects: { type: "MultiPoint", coordinates: [[4, 52]] } },
    { "intersects.type": "GEOMETRY_TYPE_UNSUPPORTED" },
  ],
  [
    "CATALOG-08 a latitude beyond the pole",
    "searchCatalog",
    { intersects: { type: "Point", coordinates: [0, 91] } },
    { "intersects.coordinates": "GEOMETRY_COORDINATES_INVALID" },
  ],
  [
    "CATALOG-09 an interval that ends before it starts",
    "searchCatalog",
    { datetime: "2026-03-02T00:00:00Z/2026-03-01T00:00:00Z" },
    { datetime: "DATETIME_INTERVAL_INVALID" },
  ],
  [
    "CATALOG-10 a collection without a list",
    "searchCatalog",
    { collections: "vendor-archive" },
    { collections: "FIELD_TYPE_INVALID" },
  ],
  [
    "CATALOG-12 an unknown operator",
    "searchCatalog",
    { query: { platform: { in: ["a"] } } },
    { "query.platform": "QUERY_OPERATOR_INVALID" },
  ],
  [
    "CATALOG-13 an unknown direction",
    "searchCatalog",
    { sortby: [{ field: "id", direction: "down" }] },
    { "sortby[0].direction": "ENUM_INVALID" },
  ],
  ["CATALOG-15 a page size of zero", "searchCatalog", { limit: 0 }, { limit: "PAGE_LIMIT_EXCEEDED" }],
  [
    "a box and a geometry",
    "searchCatalog",
    { bbox: [4, 51, 5, 52], intersects: { type: "Point", coordinates: [4, 52] } },
    { intersects: "CATALOG_SPATIAL_CONFLICT" },
  ],
  ["EXPORT-06 no type", "presignExports", { exportFormat: "gpkg" }, { exportType: "ENUM_INVALID" }],
  [
    "EXPORT-07 an unknown format",
    "presignExports",
    { exportType: "full", exportFormat: "shp" },
    { exportFormat: "ENUM_INVALID" },
  ],
  [
    "EXPORT-08 ERRORS-10 both selectors",
    "presignExports",
    { exportType: "full", exportFormat: "gpkg", fileNames: ["a"] },
    { fileNames: "EXPORT_SELECTOR_CONFLICT" },
  ],
  [
    "EXPORT-09 ERRORS-10 neither selector",
    "presignExports",
    { exportType: "full", fileNames: [] },
    { exportFormat: "EXPORT_SELECTOR_MISSING" },
  ],
];

test.each(REFUSED)("%s is refused (%s)", async (_title, name, body, faults) => {
  expect(await codesOf(name, body)).toEqual(faults);
});
