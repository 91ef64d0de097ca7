import { describe, expect, test } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import { DEFAULT_DIALECT, type Dialect } from "../../../src/contract/dialect.ts";
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { clientOf, failureOf, KEY, scriptedSend } from "./doubles.ts";

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
  name: string,
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
  test.each(ROWS)("%s", async (_name, call, line, sent, answer) => {
    const send = scriptedSend({ body: answer });
    await expect(call(clientOf(send))).resolves.toEqual(answer);
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

describe("what a dry run shows", () => {
  test("is what is sent, with the credential masked, and nothing leaves", async () => {
    const send = scriptedSend({ body: record });
    const client = clientOf(send);
    const call = { body: body({ ids: ["x"] }), query: { "bbox-crs": "EPSG:4326" } };
    const shown = client.describe("searchCatalog", call);
    expect(send.requests).toEqual([]);
    expect(shown).toEqual({
      endpoint: "searchCatalog",
      method: "POST",
      url: "https://api.sar.example/v1/catalog/search?bbox-crs=EPSG%3A4326",
      path: "/v1/catalog/search",
      query: { "bbox-crs": "EPSG:4326" },
      headers: {
        accept: "application/json",
        "user-agent": "swath/0.1.0",
        "content-type": "application/json",
        authorization: "ApiKey ***",
      },
      effect: "read",
      body: { ids: ["x"] },
    });
    await client.searchCatalog(call).catch(() => {});
    const [sent] = send.requests;
    expect([sent?.method, sent?.url, JSON.parse(sent?.body as string)]).toEqual([
      shown.method,
      shown.url,
      shown.body,
    ]);
    expect(Object.keys(sent?.headers ?? {}).toSorted()).toEqual(Object.keys(shown.headers).toSorted());
  });

  test("works before anybody has a key, and masks a key in a header of another name", () => {
    expect(clientOf(scriptedSend(), { credential: undefined }).describe("listExports", {}).headers).toEqual({
      accept: "application/json",
      "user-agent": "swath/0.1.0",
    });
    const dialect: Dialect = { ...DEFAULT_DIALECT, "auth.header": "X-Token", "auth.scheme": "" };
    expect(clientOf(scriptedSend(), { dialect }).describe("listExports", {}).headers).toMatchObject({
      "x-token": "***",
    });
  });
});

describe("a raw request", () => {
  const raw = (method: string, path: string, more: object = {}) =>
    clientOf(scriptedSend()).describeRaw({ method, path, ...more });

  test.each([
    ["post", "/orders", "placeOrder", "spend"],
    ["POST", "orders/", "placeOrder", "spend"],
    ["POST", "/Orders//?x=1", "placeOrder", "spend"],
    ["POST", "/%6Frders", "placeOrder", "spend"],
    ["POST", "/catalog/../orders", "placeOrder", "spend"],
    ["POST", "/../v2/orders", "placeOrder", "spend"],
    ["POST", "https://api.sar.example/v1/orders", "placeOrder", "spend"],
    ["POST", "https://api.sar.example/orders", "placeOrder", "spend"],
    ["POST", "/orders/task/a%2Fb", "orderTask", "spend"],
    ["POST", "/task/t1/retask", "retaskTask", "spend"],
    ["PATCH", "/task/t1/status", "setTaskStatus", "spend"],
    ["POST", "/task", "createTask", "write"],
    ["POST", "/catalog/search", "searchCatalog", "read"],
    ["POST", "/orders/review", "reviewOrder", "read"],
    ["GET", "/orders", undefined, "read"],
    ["POST", "/elsewhere/catalog/search", undefined, "write"],
    ["DELETE", "/task/t1", undefined, "write"],
  ])("%s %s is guarded as %s: %s", (method, path, endpoint, effect) => {
    expect(raw(method, path)).toMatchObject({ effect, ...(endpoint && { endpoint }) });
    expect(raw(method, path).endpoint).toBe(endpoint);
  });

  test("the body decides as it does for a typed call, also when it is text", () => {
    expect(raw("POST", "/task", { body: '{"preApproval": true}' }).effect).toBe("spend");
    expect(raw("POST", "/task", { body: { properties: { preApproval: true } } }).effect).toBe("spend");
    expect(raw("PATCH", "/task/t1/status", { body: { status: "rejected" } }).effect).toBe("write");
  });

  test("a spending one cannot be called a read; an unknown POST can", () => {
    expect(() => raw("POST", "/orders", { effect: "read" })).toThrow(
      expect.objectContaining({ code: "USAGE" }),
    );
    expect(raw("POST", "/orders", { effect: "write" }).effect).toBe("spend");
    expect(raw("POST", "/retasks/query", { effect: "read" }).effect).toBe("read");
  });

  test.each([
    "https://evil.example/v1/task",
    "https://api.sar.example.evil.example/task",
    "https://api.sar.example@evil.example/task",
    "https://me@api.sar.example/task",
    "http://api.sar.example/v1/task",
    "https://api.sar.example:8443/task",
    "javascript:alert(1)",
  ])("P11 does not leave for %s", (path) => {
    expect(() => raw("GET", path)).toThrow(expect.objectContaining({ code: "USAGE" }));
  });

  test.each(["//evil.example/task", "/\\evil.example/task", "@evil.example/task", ".evil.example", "?x=1"])(
    "P11 %s stays below the base URL",
    (path) => {
      expect(raw("GET", path).url.startsWith("https://api.sar.example/v1/")).toBe(true);
    },
  );

  test("keeps what was typed, and its credential cannot be replaced", async () => {
    const send = scriptedSend({ status: 201, headers: { "x-id": "7" }, body: "plain" });
    const reply = await clientOf(send).raw({
      method: "put",
      path: "/organizations/org?dry=1",
      query: { a: "b" },
      headers: { "X-Note": "n", Authorization: "ApiKey other", "Content-Type": "text/plain" },
      body: "not json",
    });
    expect(reply).toMatchObject({ status: 201, text: "plain", headers: { "x-id": "7" } });
    expect(send.requests[0]).toMatchObject({
      method: "PUT",
      url: "https://api.sar.example/v1/organizations/org?dry=1&a=b",
      body: "not json",
      headers: { "x-note": "n", authorization: `ApiKey ${KEY}`, "content-type": "text/plain" },
    });
  });

  test("its failures are those of every command", async () => {
    const send = scriptedSend({ status: 404, body: { error: { message: "no such thing" } } });
    const error = await failureOf(clientOf(send).raw({ method: "GET", path: "/nothing" }));
    expect(error).toMatchObject({
      code: "NOT_FOUND",
      exitCode: 6,
      request: { method: "GET", path: "/v1/nothing" },
    });
  });
});
