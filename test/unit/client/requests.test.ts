import { describe, expect, test } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import { DEFAULT_DIALECT, type Dialect } from "../../../src/contract/dialect.ts";
import { ENDPOINTS, type EndpointName } from "../../../src/contract/endpoints.ts";
import { parseReply } from "../../../src/contract/parse.ts";
import { clientOf, KEY, scriptedSend } from "./doubles.ts";

const TAVEUNI = { type: "Point", coordinates: [-179.97, -16.8] } as const;
const task = {
  type: "Feature",
  geometry: TAVEUNI,
  properties: { windowOpen: "2031-06-01T00:00:00Z", windowClose: "2031-06-08T00:00:00Z" },
} as never;
const body = (value: object): never => value as never;
const record = { taskingrequestId: "t1", repeatrequestId: "r1", orderId: "o1" };

/** One row for every row of the interface: the call, the request line, what goes in, what comes back. */
const ROWS: [
  name: EndpointName,
  call: (client: Client) => Promise<unknown>,
  line: string,
  sent: unknown,
  answer: unknown,
][] = [
  ["listCollectionTypes", (c) => c.listCollectionTypes(), "GET /collectiontypes", undefined, ["spotlight"]],
  ["createTask", (c) => c.createTask({ body: task }), "POST /task", task, record],
  ["createRepeat", (c) => c.createRepeat({ body: task }), "POST /repeat-requests", task, record],
  [
    "retaskTask",
    (c) => c.retaskTask({ params: { taskingRequestId: "t 1" }, body: body({}) }),
    "POST /task/t%201/retask",
    {},
    record,
  ],
  [
    "retaskCollect",
    (c) => c.retaskCollect({ params: { collectId: "c/1" }, body: body({}) }),
    "POST /collects/c%2F1/retask",
    {},
    record,
  ],
  [
    "retaskRepeat",
    (c) => c.retaskRepeat({ params: { repeatRequestId: "r1" }, body: body({}) }),
    "POST /repeat-request/r1/retask",
    {},
    record,
  ],
  [
    "getTask",
    (c) => c.getTask({ params: { taskingrequestId: "t?1" } }),
    "GET /task/t%3F1",
    undefined,
    record,
  ],
  [
    "getRepeat",
    (c) => c.getRepeat({ params: { repeatrequestId: "r1" } }),
    "GET /repeat-requests/r1",
    undefined,
    record,
  ],
  [
    "setTaskStatus",
    (c) => c.setTaskStatus({ params: { taskingrequestId: "t1" }, body: { status: "approved" } }),
    "PATCH /task/t1/status",
    { status: "approved" },
    undefined,
  ],
  [
    "setRepeatStatus",
    (c) => c.setRepeatStatus({ params: { repeatrequestId: "r1" }, body: { code: "submitted" } }),
    "PATCH /repeat-requests/r1/status",
    { code: "submitted" },
    undefined,
  ],
  [
    "updateTask",
    (c) =>
      c.updateTask({
        params: { id: "t1" },
        body: { properties: { processingConfig: { productTypes: ["GEO"] } } },
      }),
    "PATCH /tasks/t1",
    { properties: { processingConfig: { productTypes: ["GEO"] } } },
    undefined,
  ],
  [
    "updateOrganization",
    (c) =>
      c.updateOrganization({
        params: { id: "org" },
        body: { defaultProductTypes: [{ productType: "GEO", required: true }] },
      }),
    "PUT /organizations/org",
    { defaultProductTypes: [{ productType: "GEO", required: true }] },
    undefined,
  ],
  [
    "searchTasks",
    (c) => c.searchTasks({ body: body({ query: {} }) }),
    "POST /tasks/search",
    { query: {} },
    { results: [] },
  ],
  [
    "searchRepeats",
    (c) => c.searchRepeats({ body: body({ page: 2 }) }),
    "POST /repeat-requests/search",
    { page: 2 },
    { results: [] },
  ],
  [
    "listTasks",
    (c) => c.listTasks({ query: body({ limit: 5, page: undefined, organizationId: "a b&c" }) }),
    "GET /tasks/paged?limit=5&organizationId=a+b%26c",
    undefined,
    [],
  ],
  [
    "listTasksByPost",
    (c) => c.listTasksByPost({ query: body({ page: 2 }) }),
    "POST /tasks/paged?page=2",
    undefined,
    [],
  ],
  [
    "reviewOrder",
    (c) => c.reviewOrder({ body: body({ items: [] }) }),
    "POST /orders/review",
    { items: [] },
    { total: "$1" },
  ],
  ["placeOrder", (c) => c.placeOrder({ body: body({ items: [] }) }), "POST /orders", { items: [] }, record],
  [
    "orderTask",
    (c) => c.orderTask({ params: { taskingRequestId: "t1" } }),
    "POST /orders/task/t1",
    undefined,
    record,
  ],
  [
    "getOrderDownload",
    (c) => c.getOrderDownload({ params: { orderId: "o1" } }),
    "GET /orders/o1/download",
    undefined,
    [],
  ],
  [
    "searchCatalog",
    (c) => c.searchCatalog({ body: body({ ids: ["x"] }), query: { "bbox-crs": "EPSG:3857" } }),
    "POST /catalog/search?bbox-crs=EPSG%3A3857",
    { ids: ["x"] },
    { features: [] },
  ],
  [
    "listExports",
    (c) => c.listExports(),
    "GET /catalog/archive-export/available",
    undefined,
    { latest: [], weekly: [], full: [] },
  ],
  [
    "presignExports",
    (c) => c.presignExports({ body: { exportType: "latest", exportFormat: "gpkg" } }),
    "POST /catalog/archive-export/presigned",
    { exportType: "latest", exportFormat: "gpkg" },
    [],
  ],
];

describe("GEN-01 one method per endpoint", () => {
  test.each(ROWS)("%s", async (name, call, line, sent, answer) => {
    const send = scriptedSend({ body: answer });
    await expect(call(clientOf(send))).resolves.toEqual(await parseReply(name, answer));
    expect(send.requests).toHaveLength(1);
    const [{ method, url, headers, body: text }] = send.requests as [(typeof send.requests)[0]];
    expect(`${method} ${url}`).toBe(line.replace(" ", " https://api.sar.example/v1"));
    expect(text === undefined ? undefined : JSON.parse(text as string)).toEqual(sent);
    expect(headers).toEqual({
      accept: "application/json",
      "user-agent": "swath/0.1.0",
      authorization: `ApiKey ${KEY}`,
      ...(sent !== undefined && { "content-type": "application/json" }),
    });
  });

  test("and no endpoint is left out", () => {
    expect([...ROWS.map(([name]) => name), "createToken"].toSorted()).toEqual(
      Object.keys(ENDPOINTS).toSorted(),
    );
  });
});

describe("a deployment that differs", () => {
  const dialect: Dialect = {
    ...DEFAULT_DIALECT,
    "paths.orders": "/orders/",
    "paths.taskUpdate": "/task/{id}",
    "paths.repeatRetask": "/repeat-requests/{repeatRequestId}/retask",
    orderTaskBody: "empty",
  };
  test("A14 its paths and bodies are used", async () => {
    const send = scriptedSend({ body: record });
    const client = clientOf(send, { dialect });
    await client.placeOrder({ body: body({ items: [] }) });
    await client.updateTask({ params: { id: "t1" }, body: body({}) });
    await client.retaskRepeat({ params: { repeatRequestId: "r1" }, body: body({}) });
    await client.orderTask({ params: { taskingRequestId: "t1" } });
    expect(send.requests.map(({ url, body: text }) => [new URL(url).pathname, text])).toEqual([
      ["/v1/orders/", '{"items":[]}'],
      ["/v1/task/t1", "{}"],
      ["/v1/repeat-requests/r1/retask", "{}"],
      ["/v1/orders/task/t1", "{}"],
    ]);
  });
});
