/** A response with a success status that reports an error. */
import { expect, it } from "vitest";
import { findAcceptedId } from "../../../src/contract/endpoints.ts";
import { reportsError } from "../../../src/contract/reported-error.ts";

it.each([
  { error: "payment failed" },
  { error: { code: 402 } },
  { error: true },
  { errors: [{ message: "no credit" }] },
  { errors: { card: "declined" } },
  { success: false },
  { success: "False" },
  { ok: false },
  { order: { orderId: "o-1", error: "payment failed" } },
  { data: { success: false } },
  [{ orderId: "o-1", error: "payment failed" }],
])("P16 %j reports an error, also beside an id", (reply) => {
  expect(reportsError(reply)).toBe(true);
  const withIds = Array.isArray(reply) ? reply : { orderId: "o-1", id: "t-1", ...reply };
  for (const kind of ["placeOrder", "orderTask", "createTask", "createRepeat", "setTaskStatus"] as const)
    expect(findAcceptedId(kind, withIds, "/task/t-1/status")).toBeUndefined();
});

it.each([
  undefined,
  null,
  [],
  "error",
  {},
  { error: null },
  { error: "" },
  { error: "none" },
  { error: { code: 0, message: "" } },
  { errors: [] },
  { success: true },
  { success: "true", error: false },
  { message: "an error may occur later" },
])("P18 %j reports none", (reply) => {
  expect(reportsError(reply)).toBe(false);
});
