/**
 * The operator's interface, typed by hand from its endpoint tables and never generated: the table in
 * `src/contract/endpoints.ts`, the client and the reply parsers are compared with it.
 */
import type { Client } from "../../src/client/client.ts";
import type { Effect } from "../../src/contract/endpoint.ts";
import type { EndpointName } from "../../src/contract/endpoints.ts";

export interface InterfaceRow {
  /** Method and path as the interface writes them. */
  readonly row: string;
  /** The effect of the request; for one without a body if the body decides. */
  readonly effect: Effect;
  /** A call of the client; undefined for the one endpoint that no configured client calls. */
  readonly call?: (client: Client) => Promise<unknown>;
  /** Method, path and query that the call sends. */
  readonly line: string;
  /** The body that the call sends, unless the interface shows none. */
  readonly sent?: unknown;
  /** Valid answers of the endpoint. */
  readonly allowed: readonly [unknown, ...unknown[]];
  /** Invalid answers of it. */
  readonly unknown: readonly unknown[];
}

export const record = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [4.03, 51.95] },
  properties: {
    taskingrequestId: "t-1",
    repeatrequestId: "r-1",
    transactionStatus: "",
    statusHistory: [{ code: "review" }],
    somethingNew: { kept: true },
  },
};
export const page = { results: [record], currentPage: 1, totalPages: 1 };
export const order = {
  userId: "u",
  organizationId: "o",
  orderDate: "2026-03-01T00:00:00Z",
  expirationDate: "2026-03-08T00:00:00Z",
  orderId: "o-1",
  orderStatus: "completed",
  items: [
    {
      collectionId: "c",
      granuleId: "g",
      previouslyOrdered: false,
      type: "spotlight",
      collectionDate: "2026-02-01T00:00:00Z",
    },
  ],
};
export const item = {
  id: "g",
  collection: "c",
  assets: { HH: { href: "https://files.test/g.tif?signature=x" } },
};

const task = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [-179.97, -16.8] },
  properties: { windowOpen: "2031-06-01T00:00:00Z", windowClose: "2031-06-08T00:00:00Z" },
} as never;
/** A body that the types would refuse, since it is incomplete. */
const body = (value: object): never => value as never;

export const INTERFACE: Readonly<Record<EndpointName, InterfaceRow>> = {
  listCollectionTypes: {
    row: "GET /collectiontypes",
    effect: "read",
    call: (c) => c.listCollectionTypes(),
    line: "GET /collectiontypes",
    allowed: [["spotlight"], [{ name: "spotlight", numLooks: 1 }], { spotlight: { numLooks: 1 } }],
    unknown: ["spotlight", {}, null],
  },
  createTask: {
    row: "POST /task",
    effect: "write",
    call: (c) => c.createTask({ body: task }),
    line: "POST /task",
    sent: task,
    allowed: [record],
    unknown: ["<html>", [record], null],
  },
  createRepeat: {
    row: "POST /repeat-requests",
    effect: "write",
    call: (c) => c.createRepeat({ body: task }),
    line: "POST /repeat-requests",
    sent: task,
    allowed: [record],
    unknown: [undefined],
  },
  retaskTask: {
    row: "POST /task/{taskingRequestId}/retask",
    effect: "spend",
    call: (c) => c.retaskTask({ params: { taskingRequestId: "t 1" }, body: body({}) }),
    line: "POST /task/t%201/retask",
    sent: {},
    allowed: [record],
    unknown: [1],
  },
  retaskCollect: {
    row: "POST /collects/{collectId}/retask",
    effect: "write",
    call: (c) => c.retaskCollect({ params: { collectId: "c/1" }, body: body({}) }),
    line: "POST /collects/c%2F1/retask",
    sent: {},
    allowed: [record],
    unknown: ["ok"],
  },
  retaskRepeat: {
    row: "POST /repeat-request/{repeatRequestId}/retask",
    effect: "spend",
    call: (c) => c.retaskRepeat({ params: { repeatRequestId: "r1" }, body: body({}) }),
    line: "POST /repeat-request/r1/retask",
    sent: {},
    allowed: [record],
    unknown: [[]],
  },
  getTask: {
    row: "GET /task/{taskingrequestId}",
    effect: "read",
    call: (c) => c.getTask({ params: { taskingrequestId: "t?1" } }),
    line: "GET /task/t%3F1",
    allowed: [
      { ...record, properties: { ...record.properties, taskingrequestId: "t?1" } },
      { properties: {} },
    ],
    unknown: [null, {}, { error: { message: "no" } }],
  },
  getRepeat: {
    row: "GET /repeat-requests/{repeatrequestId}",
    effect: "read",
    call: (c) => c.getRepeat({ params: { repeatrequestId: "r1" } }),
    line: "GET /repeat-requests/r1",
    allowed: [{ properties: { costPerImageEstimate: "$900.00" } }],
    unknown: ["x"],
  },
  setTaskStatus: {
    row: "PATCH /task/{taskingrequestId}/status",
    effect: "spend",
    call: (c) => c.setTaskStatus({ params: { taskingrequestId: "t1" }, body: { status: "approved" } }),
    line: "PATCH /task/t1/status",
    sent: { status: "approved" },
    allowed: [undefined, { status: "submitted" }, record, [{ code: "submitted" }]],
    unknown: [],
  },
  setRepeatStatus: {
    row: "PATCH /repeat-requests/{repeatrequestId}/status",
    effect: "spend",
    call: (c) => c.setRepeatStatus({ params: { repeatrequestId: "r1" }, body: { code: "submitted" } }),
    line: "PATCH /repeat-requests/r1/status",
    sent: { code: "submitted" },
    allowed: [undefined, { code: "rejected" }],
    unknown: [],
  },
  updateTask: {
    row: "PATCH /tasks/{id}",
    effect: "write",
    call: (c) =>
      c.updateTask({
        params: { id: "t1" },
        body: { properties: { processingConfig: { productTypes: ["GEO"] } } },
      }),
    line: "PATCH /tasks/t1",
    sent: { properties: { processingConfig: { productTypes: ["GEO"] } } },
    allowed: [undefined, record],
    unknown: [],
  },
  updateOrganization: {
    row: "PUT /organizations/{id}",
    effect: "write",
    call: (c) =>
      c.updateOrganization({
        params: { id: "org" },
        body: { defaultProductTypes: [{ productType: "GEO", required: true }] },
      }),
    line: "PUT /organizations/org",
    sent: { defaultProductTypes: [{ productType: "GEO", required: true }] },
    allowed: [undefined, { id: "o" }],
    unknown: [],
  },
  searchTasks: {
    row: "POST /tasks/search",
    effect: "read",
    call: (c) => c.searchTasks({ body: body({ query: {} }) }),
    line: "POST /tasks/search",
    sent: { query: {} },
    allowed: [page, { ...page, results: [] }],
    unknown: [{ currentPage: 1 }, null],
  },
  searchRepeats: {
    row: "POST /repeat-requests/search",
    effect: "read",
    call: (c) => c.searchRepeats({ body: body({ page: 2 }) }),
    line: "POST /repeat-requests/search",
    sent: { page: 2 },
    allowed: [page],
    unknown: ["x"],
  },
  listTasks: {
    row: "GET /tasks/paged",
    effect: "read",
    call: (c) => c.listTasks({ query: body({ limit: 5, page: undefined, organizationId: "a b&c" }) }),
    line: "GET /tasks/paged?limit=5&organizationId=a+b%26c",
    allowed: [page, [record], { tasks: [record] }, { features: [] }, { items: [] }],
    unknown: [{}],
  },
  listTasksByPost: {
    row: "POST /tasks/paged",
    effect: "read",
    call: (c) => c.listTasksByPost({ query: body({ page: 2 }) }),
    line: "POST /tasks/paged?page=2",
    allowed: [page],
    unknown: [1],
  },
  // Not in the interface: deployments answer these three.
  listOrders: {
    row: "GET /orders",
    effect: "read",
    call: (c) => c.listOrders(),
    line: "GET /orders",
    allowed: [[order], { results: [order] }, { orders: [order], totalPages: 1 }, { results: [] }],
    unknown: [order, {}, "x", [{ items: [] }]],
  },
  getOrder: {
    row: "GET /orders/{orderId}",
    effect: "read",
    call: (c) => c.getOrder({ params: { orderId: "o-1" } }),
    line: "GET /orders/o-1",
    allowed: [order],
    unknown: [undefined, { items: [] }],
  },
  reviewOrder: {
    row: "POST /orders/review",
    effect: "read",
    call: (c) => c.reviewOrder({ body: body({ items: [] }) }),
    line: "POST /orders/review",
    sent: { items: [] },
    allowed: [{ authorized: true, summary: { total: "$1.00" } }],
    unknown: ["$1.00"],
  },
  placeOrder: {
    row: "POST /orders",
    effect: "spend",
    call: (c) => c.placeOrder({ body: body({ items: [] }) }),
    line: "POST /orders",
    sent: { items: [] },
    allowed: [order],
    unknown: [undefined],
  },
  orderTask: {
    row: "POST /orders/task/{taskingRequestId}",
    effect: "spend",
    call: (c) => c.orderTask({ params: { taskingRequestId: "t1" } }),
    line: "POST /orders/task/t1",
    allowed: [order],
    unknown: [undefined],
  },
  reviewTaskOrder: {
    row: "GET /orders/task/{taskingRequestId}",
    effect: "read",
    call: (c) => c.reviewTaskOrder({ params: { taskingRequestId: "t1" } }),
    line: "GET /orders/task/t1",
    allowed: [{ authorized: true, summary: { total: "$1.00" } }],
    unknown: ["$1.00"],
  },
  getOrderDownload: {
    row: "GET /orders/{orderId}/download",
    effect: "read",
    call: (c) => c.getOrderDownload({ params: { orderId: "o1" } }),
    line: "GET /orders/o1/download",
    allowed: [[item], { items: [] }, undefined],
    unknown: ["soon"],
  },
  searchCatalog: {
    row: "POST /catalog/search",
    effect: "read",
    call: (c) => c.searchCatalog({ body: body({ ids: ["x"] }), query: { "bbox-crs": "EPSG:3857" } }),
    line: "POST /catalog/search?bbox-crs=EPSG%3A3857",
    sent: { ids: ["x"] },
    allowed: [{ type: "FeatureCollection", features: [item] }, [item]],
    unknown: [{ links: [] }],
  },
  listExports: {
    row: "GET /catalog/archive-export/available",
    effect: "read",
    call: (c) => c.listExports(),
    line: "GET /catalog/archive-export/available",
    allowed: [{ latest: ["a.gpkg"], weekly: [], full: [] }],
    unknown: [{}, ["a.gpkg"]],
  },
  presignExports: {
    row: "POST /catalog/archive-export/presigned",
    effect: "read",
    call: (c) => c.presignExports({ body: { exportType: "latest", exportFormat: "gpkg" } }),
    line: "POST /catalog/archive-export/presigned",
    sent: { exportType: "latest", exportFormat: "gpkg" },
    allowed: [
      [{ exportType: "full", exportFile: "a.gpkg", downloadHref: "https://files.test/a" }],
      { results: [] },
    ],
    unknown: [[{ exportFile: "a.gpkg" }], {}],
  },
  createToken: {
    row: "POST /token",
    effect: "read",
    line: "POST /token",
    allowed: [{ accessToken: "e30.e30.x", expiresIn: 3600, tokenType: "Bearer" }],
    unknown: [{ token: "x" }, { accessToken: "" }],
  },
};

export const INTERFACE_ROWS = Object.entries(INTERFACE) as readonly [EndpointName, InterfaceRow][];
