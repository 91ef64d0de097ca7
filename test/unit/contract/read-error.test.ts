import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findAcceptedId } from "../../../src/contract/endpoints.ts";
import { readErrorBody, reportsError } from "../../../src/contract/read-error.ts";

const read = (body: unknown) => readErrorBody(422, "application/json", JSON.stringify(body));

test.each([
  [
    { error: { code: "WINDOW_ORDER", message: "closes first" } },
    { message: "closes first", code: "WINDOW_ORDER" },
  ],
  [{ error: "no such task" }, { message: "no such task" }],
  [{ message: "Forbidden" }, { message: "Forbidden" }],
  [{ Message: "User is not authorized" }, { message: "User is not authorized" }],
  [{ detail: "Not found" }, { message: "Not found" }],
  [{ title: "Conflict", status: 409 }, { message: "Conflict" }],
  [{ type: "about:blank", title: "Conflict", detail: "already approved" }, { message: "already approved" }],
  [
    { code: 40901, message: "busy" },
    { message: "busy", code: "40901" },
  ],
  ["plain words", { message: "plain words" }],
  [{}, { message: "" }],
])("ERRORS-12 %j is understood", (body, expected) => {
  expect(read(body)).toEqual({ detail: [], ...expected });
});

test("ERRORS-12 faults of single fields are kept with their paths", () => {
  expect(
    read({ detail: [{ loc: ["body", "items", 0, "granuleId"], msg: "field required", type: "missing" }] }),
  ).toEqual({
    message: "items[0].granuleId: field required",
    detail: [{ path: "items[0].granuleId", message: "field required" }],
  });
  expect(
    read({
      error: { code: "X", message: "2 faults", detail: [{ path: "a.b", message: "bad" }, "also this"] },
    }),
  ).toEqual({
    message: "2 faults",
    code: "X",
    detail: [{ path: "a.b", message: "bad" }, { message: "also this" }],
  });
  expect(read({ errors: { windowOpen: ["is required"] } }).detail).toEqual([
    { path: "windowOpen", message: "is required" },
  ]);
});

test("ERRORS-12 a gateway's HTML page is reported by its title, without a script's text", () => {
  const html =
    "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><hr>nginx</body></html>";
  expect(readErrorBody(502, "text/html", html).message).toBe("502 Bad Gateway");
  const bare = "<html><body><script>steal()</script><p>Service &amp; more unavailable</p></body></html>";
  expect(readErrorBody(503, undefined, bare).message).toBe("Service & more unavailable");
});

test("an empty body has no message", () => {
  expect(readErrorBody(500, undefined, "  \n")).toEqual({ message: "", detail: [] });
});

test("any text from a service becomes one line of at most 500 characters without control of the terminal", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 1500 }),
      fc.constantFrom("text/plain", "text/html"),
      (text, type) => {
        for (const sent of [text, JSON.stringify({ error: { message: text } })]) {
          const { message } = readErrorBody(500, type, sent);
          expect(message.length).toBeLessThanOrEqual(500);
          expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        }
      },
    ),
  );
  expect(readErrorBody(500, "text/plain", "a\u001b[2J\r\nb").message).toBe("a [2J b");
});

test.each([
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

test.each([
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
