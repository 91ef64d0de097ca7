import { describe, expect, test } from "vitest";
import { determineEffect, getEndpoint, ENDPOINTS, type EndpointName } from "../../src/contract/endpoints.ts";
import { INTERFACE_ROWS } from "./interface.ts";

const names = Object.keys(ENDPOINTS) as EndpointName[];

test("GEN-01 the endpoint table has exactly the interface's rows", () => {
  expect(names.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`)).toEqual(
    INTERFACE_ROWS.map(([, { row }]) => row),
  );
});

test("every endpoint has a reply shape, and each one with a body has a check", async () => {
  const withBody: string[] = [];
  const replies = await import("../../src/contract/replies.ts");
  for (const name of names) {
    expect(replies[ENDPOINTS[name].reply].expected, name).not.toBe("");
    if (await getEndpoint(name).body?.()) withBody.push(name);
  }
  expect(withBody).toEqual(INTERFACE_ROWS.flatMap(([name, { sent }]) => (sent === undefined ? [] : name)));
});

describe("the effect of a request", () => {
  test("GEN-17 reads are the GETs, the searches, the paged list, review, presigned and token", () => {
    expect(names.map((name) => [name, determineEffect(name, undefined)])).toEqual(
      INTERFACE_ROWS.map(([name, { effect }]) => [name, effect]),
    );
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
    ["setTaskStatus", { status: "canceled" }, "write"],
    ["setTaskStatus", { code: "cancelled" }, "write"],
    ["setTaskStatus", { status: "canceled", reason: "rain" }, "spend"],
    ["setTaskStatus", [{ status: "canceled" }], "spend"],
    ["setTaskStatus", "canceled", "spend"],
    ["setRepeatStatus", { code: "submitted" }, "spend"],
    ["setRepeatStatus", { code: "canceled" }, "write"],
    ["setRepeatStatus", { code: "canceled", status: "approved" }, "spend"],
    ["setRepeatStatus", { code: "rejected" }, "write"],
    ["placeOrder", { items: [] }, "spend"],
    ["orderTask", undefined, "spend"],
    ["updateTask", {}, "write"],
    ["updateOrganization", {}, "write"],
  ] as const)("TASK-11 APPROVE-11 %s of %j is a %s", (name, body, effect) => {
    expect(determineEffect(name, body)).toBe(effect);
  });

  test("a task or repeat retask inherits pre-approval, so it spends with any body", () => {
    expect(determineEffect("retaskTask", { properties: {} })).toBe("spend");
    expect(determineEffect("retaskRepeat", { properties: { preApproval: false } })).toBe("spend");
  });

  test("a pre-approval that is misspelled, not a boolean, or in an unparsed body counts as spending", () => {
    expect(determineEffect("createTask", { properties: { pre_approval: true } })).toBe("spend");
    expect(determineEffect("createTask", { properties: { preApproval: "true" } })).toBe("spend");
    expect(determineEffect("createTask", '{"preApproval":true}')).toBe("spend");
  });
});
