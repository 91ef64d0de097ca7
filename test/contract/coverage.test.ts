import { describe, expect, test } from "vitest";
import { effectOf, ENDPOINTS, type EndpointName } from "../../src/contract/endpoints.ts";
import { schemasOf } from "../../src/contract/schemas.ts";

/** Typed by hand from the interface's endpoint tables; never generated. */
const ROWS = [
  "GET /collectiontypes",
  "POST /task",
  "POST /repeat-requests",
  "POST /task/{taskingRequestId}/retask",
  "POST /collects/{collectId}/retask",
  "POST /repeat-request/{repeatRequestId}/retask",
  "GET /task/{taskingrequestId}",
  "GET /repeat-requests/{repeatrequestId}",
  "PATCH /task/{taskingrequestId}/status",
  "PATCH /repeat-requests/{repeatrequestId}/status",
  "PATCH /tasks/{id}",
  "PUT /organizations/{id}",
  "POST /tasks/search",
  "POST /repeat-requests/search",
  "GET /tasks/paged",
  "POST /tasks/paged",
  "POST /orders/review",
  "POST /orders",
  "POST /orders/task/{taskingRequestId}",
  "GET /orders/{orderId}/download",
  "POST /catalog/search",
  "GET /catalog/archive-export/available",
  "POST /catalog/archive-export/presigned",
  "POST /token",
];

const names = Object.keys(ENDPOINTS) as EndpointName[];

test("GEN-01 the endpoint table has exactly the interface's rows", () => {
  expect(names.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`)).toEqual(ROWS);
});

test("every endpoint has schemas, and those that take a body in the interface check one", async () => {
  const withBody: string[] = [];
  for (const name of names) {
    const { body } = await schemasOf(name);
    expect((await ENDPOINTS[name].reply()).expected, name).not.toBe("");
    if (body) withBody.push(name);
  }
  expect(withBody).toEqual([
    "createTask",
    "createRepeat",
    "retaskTask",
    "retaskCollect",
    "retaskRepeat",
    "setTaskStatus",
    "setRepeatStatus",
    "updateTask",
    "updateOrganization",
    "searchTasks",
    "searchRepeats",
    "reviewOrder",
    "placeOrder",
    "searchCatalog",
    "presignExports",
  ]);
});

describe("what a request does to the world", () => {
  test("GEN-17 reads are the GETs, the searches, the paged list, review, presigned and token", () => {
    const reads = names.filter((name) => effectOf(name, undefined) === "read");
    expect(reads).toEqual([
      "listCollectionTypes",
      "getTask",
      "getRepeat",
      "searchTasks",
      "searchRepeats",
      "listTasks",
      "listTasksByPost",
      "reviewOrder",
      "getOrderDownload",
      "searchCatalog",
      "listExports",
      "presignExports",
      "createToken",
    ]);
  });

  test.each([
    ["createTask", { properties: { windowOpen: "2026-03-01T00:00:00Z" } }, "write"],
    ["createTask", { preApproval: true, properties: {} }, "spend"],
    ["createTask", { properties: { preApproval: true } }, "spend"],
    ["createTask", { properties: { preApproval: false } }, "write"],
    ["createTask", { properties: null }, "write"],
    ["createRepeat", { properties: { preApproval: true } }, "spend"],
    ["retaskCollect", undefined, "write"],
    ["retaskCollect", { properties: { preApproval: true } }, "spend"],
    ["setTaskStatus", { status: "approved" }, "spend"],
    ["setTaskStatus", { status: "rejected" }, "write"],
    ["setRepeatStatus", { code: "submitted" }, "spend"],
    ["setRepeatStatus", { code: "rejected" }, "write"],
    ["placeOrder", { items: [] }, "spend"],
    ["orderTask", undefined, "spend"],
    ["updateTask", {}, "write"],
    ["updateOrganization", {}, "write"],
  ] as const)("TASK-11 APPROVE-11 %s of %j is a %s", (name, body, effect) => {
    expect(effectOf(name, body)).toBe(effect);
  });

  test("A46 a task or repeat retask inherits pre-approval, so it spends whatever its body says", () => {
    expect(effectOf("retaskTask", { properties: {} })).toBe("spend");
    expect(effectOf("retaskRepeat", { properties: { preApproval: false } })).toBe("spend");
  });

  test("a pre-approval that is misspelled, not a boolean, or in a body that is still text counts as spending", () => {
    expect(effectOf("createTask", { properties: { pre_approval: true } })).toBe("spend");
    expect(effectOf("createTask", { properties: { preApproval: "true" } })).toBe("spend");
    expect(effectOf("createTask", '{"preApproval":true}')).toBe("spend");
  });
});
